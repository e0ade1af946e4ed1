import type { ListToolsResult } from "../protocol/mcp-types.ts";
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
  updateModelContext,
} from "../protocol/methods.ts";

/** No message but an event of the bridge: it has read the list of the View's tools again, since that changed. */
export const toolsReread: NotificationRow<"toollistchanged", ListToolsResult> = {
  method: "toollistchanged",
  params: () => false,
};

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
    /** The size in pixels that the View wants. */
    sizechange: sizeChanged,
    /** The sandbox proxy is ready for the View's HTML. */
    sandboxready: sandboxProxyReady,
    /** The View has completed the handshake. */
    initialized,
    /** The View asks to be removed. */
    requestteardown: requestTeardown,
    /** A line of the View's log. */
    loggingmessage: loggingMessage,
    /** The View's tools, after they changed. */
    toollistchanged: toolsReread,
  },
};
