import type { Forward } from "../../call/create-forward.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { viewUriOf } from "../../catalog/view-uri.ts";
import type { Visibility } from "../../catalog/visibility.ts";
import type { Caller } from "../../policy/caller.ts";
import { frameUri, type ReadFrame } from "../../view/frame.ts";
import type { Visit } from "../listed-tool.ts";
import { invalidParams } from "../protocol/protocol-error.ts";

/** Reads the View of a tool, `ui://<source>/…`. Other resources of a source are open only where it is exposed as it is. */
export type ReadView = (uri: string, visit: Visit) => Promise<object>;

export interface ReadViewParts {
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly forward: Forward;
  readonly readFrame: ReadFrame;
}

export function createReadView({ catalog, visibility, forward, readFrame }: ReadViewParts): ReadView {
  /** A pinned tool comes with its View, and with nothing else of its source. */
  async function withView(caller: Caller, source: string, uri: string): Promise<Caller | undefined> {
    if (!caller.pins) return caller;
    const { isVisible } = await visibility(caller);
    const isPinned = catalog.toolsOf(source).some((tool) => viewUriOf(tool) === uri && isVisible(tool));
    return isPinned ? { ...caller, viewSource: source } : undefined;
  }

  return async (uri, visit) => {
    if (uri === frameUri) return readFrame(visit.caller);
    const [, source] = /^ui:\/\/([a-z][a-z0-9_]*)\//.exec(uri) ?? [];
    const notFound = invalidParams("Resource not found", { uri });
    const caller = source === undefined ? undefined : await withView(visit.caller, source, uri);
    if (source === undefined || !caller) throw notFound;
    const request = { ...visit, caller, source, method: "resources/read", params: { uri } };
    const outcome = await forward.request(request);
    if (outcome.kind === "ok") return outcome.result;
    throw (outcome.kind === "failed" && outcome.error) || notFound;
  };
}
