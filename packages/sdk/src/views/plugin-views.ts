import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { Plugin } from "../plugin.ts";
import type { Tool } from "../tool.ts";
import type { ToolView, ViewCsp } from "../tool-view.ts";

/** A page that shows the results of tools, as a host gets it. */
export interface PluginView {
  readonly uri: string;
  /** The domains it may load from and reach. */
  readonly csp?: ViewCsp | undefined;
  /** `_meta.ui` of the page: what it may load, reach and use. */
  readonly meta: Readonly<Record<string, unknown>>;
  readHtml(): Promise<string>;
}

/** The Views of a plugin by their addresses. Throws if a tool's View has no page. */
export function pluginViews({ id, tools }: Plugin): Map<string, PluginView> {
  const views = new Map<string, PluginView>();
  for (const { path, view } of tools) {
    if (view?.html === undefined && view?.file === undefined) continue;
    const uri = uriOf(id, path, view);
    if (views.has(uri))
      throw new Error(`${id}: the View ${uri} is given twice, the second time by "${path}"`);
    const meta = metaOf(view);
    views.set(uri, { uri, csp: meta.csp as ViewCsp | undefined, meta, readHtml: () => readPage(view) });
  }
  for (const tool of tools) {
    const uri = viewUriOf(id, tool);
    if (uri !== undefined && !views.has(uri))
      throw new Error(`${id}: "${tool.path}" is shown by ${uri}, but no tool gives its html or file`);
  }
  return views;
}

/** `_meta` of a tool: which View shows its results, and who may call it. */
export function viewMeta(pluginId: string, tool: Tool): Record<string, unknown> | undefined {
  const resourceUri = viewUriOf(pluginId, tool);
  const visibility = tool.view?.visibility;
  if (resourceUri === undefined && !visibility) return undefined;
  return {
    ui: {
      ...(resourceUri !== undefined && { resourceUri }),
      ...(visibility && { visibility: [...visibility] }),
    },
  };
}

/** A tool may say only who may call it. */
function viewUriOf(pluginId: string, { path, view }: Tool): string | undefined {
  const isShown = view && (view.uri !== undefined || view.html !== undefined || view.file !== undefined);
  return isShown ? uriOf(pluginId, path, view) : undefined;
}

function uriOf(pluginId: string, path: string, { uri }: ToolView): string {
  const prefix = `ui://${pluginId}/`;
  if (uri === undefined) return `${prefix}${path.slice(pluginId.length + 1).replaceAll(".", "/")}.html`;
  if (!uri.startsWith("ui://"))
    throw new Error(`${pluginId}: the View of "${path}" has an address that is not ui://…`);
  return uri.startsWith(prefix) ? uri : prefix + uri.slice("ui://".length);
}

function metaOf({ csp, permissions, prefersBorder, meta }: ToolView): Record<string, unknown> {
  return {
    ...meta,
    ...(csp && { csp }),
    ...(permissions && { permissions }),
    ...(prefersBorder !== undefined && { prefersBorder }),
  };
}

/** Pages of a host are at most this long. */
const maxBytes = 10 * 1024 * 1024;

/** The file may be anything by now. Those who see the error are not told where it is. */
async function readFilePage(file: string | URL): Promise<string> {
  const name = basename(String(file));
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error) => {
    throw new Error(`The View's file ${name} could not be read (${error.code}).`);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(`${name} is not a file, so the View cannot be shown.`);
    if (stats.size > maxBytes) throw new Error(`The View's file ${name} is larger than 10 MB.`);
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

async function readPage({ html, file }: ToolView): Promise<string> {
  if (file !== undefined) return readFilePage(file);
  return typeof html === "function" ? html() : (html ?? "");
}
