import { readFile } from "node:fs/promises";
import type { ViewCsp, ViewPermissions } from "@toolshed/sdk";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import { packageFile } from "../package-files.ts";
import type { Caller } from "../policy/caller.ts";
import { sourceOf, viewUriOf } from "../source/source.ts";

/** Our own View, which shows those of other tools: each in a frame of its own within it. */
export const frameUri = "ui://toolshed/view.html";
const viewType = "text/html;profile=mcp-app";
/** Hosts take a policy of this length. */
const maxDomains = 200;
const file = packageFile("dist/frame/view.html");
const placeholder = /(<script type="application\/json" id="declared">)null(<\/script>)/;

/** The scripts that the frame loads when a result needs them: the renderers of `packages/show`. */
const partNames = ["show", "chart", "markdown", "form"];
const partUri = /^ui:\/\/toolshed\/([a-z]+)\.js$/;

/** Reads one of the frame's scripts. Undefined if there is none of this name. */
export async function readPart(name: unknown): Promise<string | undefined> {
  if (typeof name !== "string" || !partNames.includes(name)) return undefined;
  return readFile(packageFile(`dist/frame/${name}.js`), "utf8");
}

/** The same as a resource, for hosts that let a View read those. */
export async function readPartResource(uri: string): Promise<object | undefined> {
  const text = await readPart(partUri.exec(uri)?.[1]);
  return text === undefined ? undefined : { contents: [{ uri, mimeType: "text/javascript", text }] };
}

export type ReadFrame = (caller: Caller) => Promise<object>;

/**
 * A page within another can do no more than the outer one, so the frame asks for what all Views do that it may show. Each
 * View gets only its own part of that. The frame itself connects to the gateway, for calls to the tools of an open View.
 */
export function createReadFrame(catalog: Catalog, visibility: Visibility, origin: string): ReadFrame {
  let page: Promise<string> | undefined;

  async function needsOf(caller: Caller): Promise<{ csp: ViewCsp; permissions: ViewPermissions }> {
    const { isVisible } = await visibility(caller);
    const connect = new Map<string, Set<string>>();
    const resource = new Map<string, Set<string>>();
    // Most Views have something to copy.
    let permissions: ViewPermissions = { clipboardWrite: {} };
    for (const tool of catalog.tools) {
      const uri = viewUriOf(tool);
      if (uri === undefined || !isVisible(tool)) continue;
      const source = sourceOf(tool.path);
      const needs = catalog.source(source)?.upstream?.viewNeeds(uri);
      addAll(connect, source, needs?.csp?.connectDomains);
      addAll(resource, source, needs?.csp?.resourceDomains);
      permissions = { ...permissions, ...needs?.permissions };
    }
    return {
      csp: { connectDomains: shareDomains(connect, [origin]), resourceDomains: shareDomains(resource) },
      permissions,
    };
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

function addAll(lists: Map<string, Set<string>>, source: string, domains: readonly string[] = []): void {
  const own = lists.get(source) ?? new Set();
  lists.set(source, own);
  // A server may have thousands of Views.
  for (const domain of domains) if (own.size < maxDomains) own.add(domain);
}

/** As many as a policy may have: one of each source, then a second of each, so that none takes the place of the others. */
export function shareDomains(
  lists: ReadonlyMap<string, ReadonlySet<string>>,
  own: readonly string[] = [],
): string[] {
  const rows = [...lists.values()].map((domains) => [...domains].sort());
  const longest = Math.max(0, ...rows.map(({ length }) => length));
  const taken = new Set<string>(own);
  for (let place = 0; place < longest && taken.size < maxDomains; place += 1) {
    for (const row of rows) {
      const domain = row[place];
      if (domain !== undefined && taken.size < maxDomains) taken.add(domain);
    }
  }
  return [...taken].sort();
}
