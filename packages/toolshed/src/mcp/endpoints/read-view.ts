import type { Forward } from "../../call/create-forward.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Visibility } from "../../catalog/visibility.ts";
import { viewUriOf } from "../../source/source.ts";
import { frameUri, type ReadFrame, readPartResource } from "../../view/frame.ts";
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
  return async (uri, visit) => {
    if (uri === frameUri) return readFrame(visit.caller);
    const part = await readPartResource(uri);
    if (part) return part;
    const [, source = ""] = /^ui:\/\/([a-z][a-z0-9_]*)\//.exec(uri) ?? [];
    const { isVisible } = await visibility(visit.caller);
    const notFound = invalidParams("Resource not found", { uri });
    if (!catalog.toolsOf(source).some((tool) => viewUriOf(tool) === uri && isVisible(tool))) throw notFound;
    const caller = { ...visit.caller, viewSource: source, readsPage: true };
    const request = { ...visit, caller, source, method: "resources/read", params: { uri } };
    const outcome = await forward.request(request);
    if (outcome.kind === "ok") return outcome.result;
    throw (outcome.kind === "failed" && outcome.error) || notFound;
  };
}
