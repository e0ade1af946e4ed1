import type { Tool } from "../protocol/mcp-types.ts";
import {
  callTool,
  createMessage,
  downloadFile,
  initialized,
  listPrompts,
  listResources,
  listResourceTemplates,
  loggingMessage,
  message,
  type NotificationRow,
  openLink,
  readResource,
  requestDisplayMode,
  requestTeardown,
  sandboxProxyReady,
  sizeChanged,
  toolListChanged,
  updateModelContext,
} from "../protocol/methods.ts";

/** What a host receives. */
export const bridgeSide = {
  requests: {
    message,
    openlink: openLink,
    downloadfile: downloadFile,
    requestdisplaymode: requestDisplayMode,
    updatemodelcontext: updateModelContext,
    calltool: callTool,
    createsamplingmessage: createMessage,
    listresources: listResources,
    listresourcetemplates: listResourceTemplates,
    readresource: readResource,
    listprompts: listPrompts,
  },
  events: {
    sizechange: sizeChanged,
    sandboxready: sandboxProxyReady,
    initialized,
    requestteardown: requestTeardown,
    loggingmessage: loggingMessage,
    toollistchanged: toolListChanged as NotificationRow<typeof toolListChanged.method, { tools: Tool[] }>,
  },
};
