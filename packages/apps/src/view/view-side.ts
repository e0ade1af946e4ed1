import {
  callTool,
  hostContextChanged,
  listTools,
  resourceTeardown,
  toolCancelled,
  toolInput,
  toolInputPartial,
  toolResult,
} from "../protocol/methods.ts";

/** What a View receives. */
export const viewSide = {
  requests: { teardown: resourceTeardown, calltool: callTool, listtools: listTools },
  events: {
    /** The tool's complete arguments. */
    toolinput: toolInput,
    /** The arguments so far, while the model writes them. */
    toolinputpartial: toolInputPartial,
    /** The tool's result. */
    toolresult: toolResult,
    /** The tool call was cancelled. */
    toolcancelled: toolCancelled,
    /** The parts of the host's context that changed. */
    hostcontextchanged: hostContextChanged,
  },
};
