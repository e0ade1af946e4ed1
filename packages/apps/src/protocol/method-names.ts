import * as methods from "./methods.ts";

export const OPEN_LINK_METHOD = methods.openLink.method;
export const DOWNLOAD_FILE_METHOD = methods.downloadFile.method;
export const MESSAGE_METHOD = methods.message.method;
export const SANDBOX_PROXY_READY_METHOD = methods.sandboxProxyReady.method;
export const SANDBOX_RESOURCE_READY_METHOD = methods.sandboxResourceReady.method;
export const SIZE_CHANGED_METHOD = methods.sizeChanged.method;
export const TOOL_INPUT_METHOD = methods.toolInput.method;
export const TOOL_INPUT_PARTIAL_METHOD = methods.toolInputPartial.method;
export const TOOL_RESULT_METHOD = methods.toolResult.method;
export const TOOL_CANCELLED_METHOD = methods.toolCancelled.method;
export const HOST_CONTEXT_CHANGED_METHOD = methods.hostContextChanged.method;
export const REQUEST_TEARDOWN_METHOD = methods.requestTeardown.method;
export const RESOURCE_TEARDOWN_METHOD = methods.resourceTeardown.method;
export const INITIALIZE_METHOD = methods.initialize.method;
export const INITIALIZED_METHOD = methods.initialized.method;
export const REQUEST_DISPLAY_MODE_METHOD = methods.requestDisplayMode.method;
