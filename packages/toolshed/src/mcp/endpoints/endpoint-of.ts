import type { Caller } from "../../policy/caller.ts";
import type { Tools } from "../open-tools.ts";
import type { McpEndpoint } from "../protocol/endpoint.ts";
import { createServeAsking } from "../questions/serve-asking.ts";
import type { OnListed } from "../tools/tool-handlers.ts";
import { createAllTools } from "./all-tools.ts";
import { createPinnedTools, createSourceTools } from "./exposed-tools.ts";
import { createAllEndpoint, createListEndpoint, createSearchEndpoint } from "./search-endpoint.ts";
import { createSourceEndpoint } from "./source-endpoint.ts";

/** Chooses what a caller's endpoint exposes. */
export function createEndpointOf(parts: Tools): (caller: Caller) => McpEndpoint {
  const { searching, catalog, forward, readView, sentDefinitions } = parts;
  const serveAsking = createServeAsking();
  const onListed: OnListed = (caller, tools) => sentDefinitions.listed(caller, tools);
  const common = { readView, serveAsking, onListed };
  // One person's Views change nothing for the others.
  const subscribe = ({ userId }: Caller, listener: () => void) =>
    catalog.subscribe((_, owner) => {
      if (owner === undefined || owner.userId === userId) listener();
    });
  const search = createSearchEndpoint(searching, common);
  const pins = createListEndpoint(createPinnedTools(parts), subscribe, common);
  const all = createAllEndpoint(createAllTools(parts), subscribe, common);
  const source = createSourceEndpoint({ catalog, forward, tools: createSourceTools(parts), serveAsking });
  return (caller) => {
    if (caller.source !== undefined) return source;
    if (caller.pins) return pins;
    return caller.listsAll ? all : search;
  };
}
