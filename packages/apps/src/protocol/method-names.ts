import * as methods from "./methods.ts";

/** `ui/open-link`: the View asks the host to open a URL. */
export const OPEN_LINK_METHOD = methods.openLink.method;
/** `ui/download-file`: the View asks the host to save files. */
export const DOWNLOAD_FILE_METHOD = methods.downloadFile.method;
/** `ui/message`: the View adds a message to the conversation. */
export const MESSAGE_METHOD = methods.message.method;
/** `ui/notifications/sandbox-proxy-ready`: the sandbox proxy is ready for the View's HTML. */
export const SANDBOX_PROXY_READY_METHOD = methods.sandboxProxyReady.method;
/** `ui/notifications/sandbox-resource-ready`: the host sends the View's HTML to its sandbox proxy. */
export const SANDBOX_RESOURCE_READY_METHOD = methods.sandboxResourceReady.method;
/** `ui/notifications/size-changed`: the View reports its size. */
export const SIZE_CHANGED_METHOD = methods.sizeChanged.method;
/** `ui/notifications/tool-input`: the host sends the tool's complete arguments. */
export const TOOL_INPUT_METHOD = methods.toolInput.method;
/** `ui/notifications/tool-input-partial`: the host sends the arguments so far. */
export const TOOL_INPUT_PARTIAL_METHOD = methods.toolInputPartial.method;
/** `ui/notifications/tool-result`: the host sends the tool's result. */
export const TOOL_RESULT_METHOD = methods.toolResult.method;
/** `ui/notifications/tool-cancelled`: the tool call was cancelled. */
export const TOOL_CANCELLED_METHOD = methods.toolCancelled.method;
/** `ui/notifications/host-context-changed`: the host's context changed. */
export const HOST_CONTEXT_CHANGED_METHOD = methods.hostContextChanged.method;
/** `ui/notifications/request-teardown`: the View asks the host to remove it. */
export const REQUEST_TEARDOWN_METHOD = methods.requestTeardown.method;
/** `ui/resource-teardown`: the host is about to remove the View. */
export const RESOURCE_TEARDOWN_METHOD = methods.resourceTeardown.method;
/** `ui/initialize`: the View starts the handshake. */
export const INITIALIZE_METHOD = methods.initialize.method;
/** `ui/notifications/initialized`: the View has completed the handshake. */
export const INITIALIZED_METHOD = methods.initialized.method;
/** `ui/request-display-mode`: the View asks for another display mode. */
export const REQUEST_DISPLAY_MODE_METHOD = methods.requestDisplayMode.method;
