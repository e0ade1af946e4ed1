import { readFile } from "node:fs/promises";
import type { ViewCsp } from "@toolshed/sdk";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import type { Caller } from "../policy/caller.ts";
import { sourceOf, viewUriOf } from "../source/source.ts";

/** Our own View, which shows those of other tools: each in a frame of its own within it. */
export const frameUri = "ui://toolshed/view.html";
const viewType = "text/html;profile=mcp-app";
/** Hosts take a policy of this length. */
const maxDomains = 200;
const file = new URL("../../dist/frame/view.html", import.meta.url);
const placeholder = /(<script type="application\/json" id="declared">)null(<\/script>)/;

export type ReadFrame = (caller: Caller) => Promise<object>;

/** A page within another can reach no more than the outer one, so the frame names the domains of all Views it may show. */
export function createReadFrame(catalog: Catalog, visibility: Visibility): ReadFrame {
  let page: Promise<string> | undefined;

  async function domainsOf(
    caller: Caller,
  ): Promise<Required<Pick<ViewCsp, "connectDomains" | "resourceDomains">>> {
    const { isVisible } = await visibility(caller);
    const connect = new Set<string>();
    const resource = new Set<string>();
    for (const tool of catalog.tools) {
      const uri = viewUriOf(tool);
      if (uri === undefined || !isVisible(tool)) continue;
      const csp = catalog.source(sourceOf(tool.path))?.upstream?.viewCsp(uri);
      for (const domain of csp?.connectDomains ?? []) connect.add(domain);
      for (const domain of csp?.resourceDomains ?? []) resource.add(domain);
    }
    const first = (domains: Set<string>) => [...domains].sort().slice(0, maxDomains);
    return { connectDomains: first(connect), resourceDomains: first(resource) };
  }

  return async (caller) => {
    page ??= readFile(file, "utf8");
    page.catch(() => {
      page = undefined;
    });
    const [html, csp] = await Promise.all([page, domainsOf(caller)]);
    const declared = JSON.stringify(csp).replaceAll("<", "\\u003c");
    const text = html.replace(placeholder, (_, before, after) => before + declared + after);
    const ui = { csp, permissions: { clipboardWrite: {} }, prefersBorder: false };
    return { contents: [{ uri: frameUri, mimeType: viewType, text, _meta: { ui } }] };
  };
}
