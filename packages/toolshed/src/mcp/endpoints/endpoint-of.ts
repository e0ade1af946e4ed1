import type { Call } from "../../call/call.ts";
import type { Forward } from "../../call/create-forward.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Visibility } from "../../catalog/visibility.ts";
import type { Caller } from "../../policy/caller.ts";
import type { ListedTool } from "../listed-tool.ts";
import type { McpEndpoint } from "../protocol/endpoint.ts";
import { createServeAsking } from "../questions/serve-asking.ts";
import { createPinnedTools, createSourceTools } from "./exposed-tools.ts";
import type { ReadView } from "./read-view.ts";
import { createPinsEndpoint, createSearchEndpoint } from "./search-endpoint.ts";
import { createSourceEndpoint } from "./source-endpoint.ts";

export interface EndpointParts {
  /** The tools through which a model reaches all the others. */
  readonly searching: readonly ListedTool[];
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly call: Call;
  readonly forward: Forward;
  readonly readView: ReadView;
}

/** Chooses what a caller's endpoint exposes. */
export function createEndpointOf(parts: EndpointParts): (caller: Caller) => McpEndpoint {
  const { searching, catalog, forward, readView } = parts;
  const serveAsking = createServeAsking();
  const common = { readView, serveAsking };
  const search = createSearchEndpoint(searching, common);
  const pins = createPinsEndpoint(createPinnedTools(parts), catalog.subscribe, common);
  const source = createSourceEndpoint({ catalog, forward, tools: createSourceTools(parts), serveAsking });
  return (caller) => (caller.source !== undefined ? source : caller.pins ? pins : search);
}
