import type { Json } from "../protocol/mcp-types.ts";

/** What `registerAppTool` needs from a server. The `McpServer` of either major of the MCP SDK fits. */
export interface ToolServer {
  /** Registers a tool. */
  registerTool(name: string, config: Json, callback: Json): Json;
}

/** What `registerAppResource` needs from a server. The `McpServer` of either major of the MCP SDK fits. */
export interface ResourceServer {
  /** Registers a resource. */
  registerResource(name: string, uri: string, config: Json, callback: Json): Json;
}

type LastOf<List> = List extends readonly [...unknown[], infer Item] ? Item : never;
type ParametersOf<Callback> = Callback extends (...args: infer Parameters) => unknown ? Parameters : never;
type ReturnOf<Callback> = Callback extends (...args: never) => infer Returned ? Returned : never;

type ToolCallbackOf<Server> = Server extends {
  registerTool(name: string, config: never, callback: infer Callback): unknown;
}
  ? Callback
  : never;

/** What this very server gives a tool's callback as its last argument. */
export type ToolExtraOf<Server> = LastOf<ParametersOf<ToolCallbackOf<Server>>>;

/** What this very server takes from a tool's callback. */
export type ToolReturnOf<Server> = ReturnOf<ToolCallbackOf<Server>>;

type RegisterResourceOf<Server> = Server extends {
  registerResource: {
    (name: string, uri: string, config: never, callback: infer Callback): infer Registered;
    // The other overload of both majors, for templates.
    (...args: never): unknown;
  };
}
  ? { callback: Callback; registered: Registered }
  : never;

export type ResourceExtraOf<Server> = LastOf<ParametersOf<RegisterResourceOf<Server>["callback"]>>;
export type RegisteredResourceOf<Server> = RegisterResourceOf<Server>["registered"];
