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
    toolinput: toolInput,
    toolinputpartial: toolInputPartial,
    toolresult: toolResult,
    toolcancelled: toolCancelled,
    hostcontextchanged: hostContextChanged,
  },
};
