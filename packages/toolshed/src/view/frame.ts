import { readFile } from "node:fs/promises";
import type { ViewCsp, ViewPermissions } from "@toolshed/sdk";
import type { Catalog } from "../catalog/catalog.ts";
import { sourceOf, viewUriOf } from "../catalog/view-uri.ts";
import type { Visibility } from "../catalog/visibility.ts";
import type { Caller } from "../policy/caller.ts";

/** Our own View, which shows those of other tools: each in a frame of its own within it. */
export const frameUri = "ui://toolshed/view.html";
const viewType = "text/html;profile=mcp-app";
/** Hosts take a policy of this length. */
const maxDomains = 200;
const file = new URL("../../dist/frame/view.html", import.meta.url);
const placeholder = /(<script type="application\/json" id="declared">)null(<\/script>)/;

export type ReadFrame = (caller: Caller) => Promise<object>;

/**
 * A page within another can do no more than the outer one, so the frame asks for what all Views do that it may show. Each
 * View gets only its own part of that.
 */
export function createReadFrame(catalog: Catalog, visibility: Visibility): ReadFrame {
  let page: Promise<string> | undefined;

  async function needsOf(caller: Caller): Promise<{ csp: ViewCsp; permissions: ViewPermissions }> {
    const { isVisible } = await visibility(caller);
    const connect = new Set<string>();
    const resource = new Set<string>();
    // Most Views have something to copy.
    let permissions: ViewPermissions = { clipboardWrite: {} };
    for (const tool of catalog.tools) {
      const uri = viewUriOf(tool);
      if (uri === undefined || !isVisible(tool)) continue;
      const needs = catalog.source(sourceOf(tool.path))?.upstream?.viewNeeds(uri);
      for (const domain of needs?.csp?.connectDomains ?? []) connect.add(domain);
      for (const domain of needs?.csp?.resourceDomains ?? []) resource.add(domain);
      permissions = { ...permissions, ...needs?.permissions };
    }
    const first = (domains: Set<string>) => [...domains].sort().slice(0, maxDomains);
    return { csp: { connectDomains: first(connect), resourceDomains: first(resource) }, permissions };
  }

  return async (caller) => {
    page ??= readFile(file, "utf8");
    page.catch(() => {
      page = undefined;
    });
    const [html, needs] = await Promise.all([page, needsOf(caller)]);
    const declared = JSON.stringify(needs.csp).replaceAll("<", "\\u003c");
    const text = html.replace(placeholder, (_, before, after) => before + declared + after);
    const ui = { ...needs, prefersBorder: false };
    return { contents: [{ uri: frameUri, mimeType: viewType, text, _meta: { ui } }] };
  };
}
