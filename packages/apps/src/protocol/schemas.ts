import * as methods from "./methods.ts";
import { createMethodSchema, createSchema, type MethodSchema, type Schema } from "./schema.ts";
import * as shapes from "./shapes.ts";
import type * as ui from "./ui-types.ts";

/* The schemas that users of the official SDK import. They follow from the table, and a bundle that uses none has none. */

export const McpUiOpenLinkRequestSchema: MethodSchema<ui.McpUiOpenLinkRequest> =
  /* @__PURE__ */ createMethodSchema(methods.openLink);
export const McpUiOpenLinkResultSchema: Schema<ui.McpUiOpenLinkResult> = /* @__PURE__ */ createSchema(
  methods.openLink.result,
);
export const McpUiDownloadFileRequestSchema: MethodSchema<ui.McpUiDownloadFileRequest> =
  /* @__PURE__ */ createMethodSchema(methods.downloadFile);
export const McpUiDownloadFileResultSchema: Schema<ui.McpUiDownloadFileResult> = /* @__PURE__ */ createSchema(
  methods.downloadFile.result,
);
export const McpUiMessageRequestSchema: MethodSchema<ui.McpUiMessageRequest> =
  /* @__PURE__ */ createMethodSchema(methods.message);
export const McpUiMessageResultSchema: Schema<ui.McpUiMessageResult> = /* @__PURE__ */ createSchema(
  methods.message.result,
);
export const McpUiUpdateModelContextRequestSchema: MethodSchema<ui.McpUiUpdateModelContextRequest> =
  /* @__PURE__ */ createMethodSchema(methods.updateModelContext);
export const McpUiRequestDisplayModeRequestSchema: MethodSchema<ui.McpUiRequestDisplayModeRequest> =
  /* @__PURE__ */ createMethodSchema(methods.requestDisplayMode);
export const McpUiRequestDisplayModeResultSchema: Schema<ui.McpUiRequestDisplayModeResult> =
  /* @__PURE__ */ createSchema(methods.requestDisplayMode.result);
export const McpUiInitializeRequestSchema: MethodSchema<ui.McpUiInitializeRequest> =
  /* @__PURE__ */ createMethodSchema(methods.initialize);
export const McpUiInitializeResultSchema: Schema<ui.McpUiInitializeResult> = /* @__PURE__ */ createSchema(
  methods.initialize.result,
);
export const McpUiInitializedNotificationSchema: MethodSchema<ui.McpUiInitializedNotification> =
  /* @__PURE__ */ createMethodSchema(methods.initialized);
export const McpUiResourceTeardownRequestSchema: MethodSchema<ui.McpUiResourceTeardownRequest> =
  /* @__PURE__ */ createMethodSchema(methods.resourceTeardown);
export const McpUiResourceTeardownResultSchema: Schema<ui.McpUiResourceTeardownResult> =
  /* @__PURE__ */ createSchema(methods.resourceTeardown.result);
export const McpUiRequestTeardownNotificationSchema: MethodSchema<ui.McpUiRequestTeardownNotification> =
  /* @__PURE__ */ createMethodSchema(methods.requestTeardown);
export const McpUiSizeChangedNotificationSchema: MethodSchema<ui.McpUiSizeChangedNotification> =
  /* @__PURE__ */ createMethodSchema(methods.sizeChanged);
export const McpUiToolInputNotificationSchema: MethodSchema<ui.McpUiToolInputNotification> =
  /* @__PURE__ */ createMethodSchema(methods.toolInput);
export const McpUiToolInputPartialNotificationSchema: MethodSchema<ui.McpUiToolInputPartialNotification> =
  /* @__PURE__ */ createMethodSchema(methods.toolInputPartial);
export const McpUiToolResultNotificationSchema: MethodSchema<ui.McpUiToolResultNotification> =
  /* @__PURE__ */ createMethodSchema(methods.toolResult);
export const McpUiToolCancelledNotificationSchema: MethodSchema<ui.McpUiToolCancelledNotification> =
  /* @__PURE__ */ createMethodSchema(methods.toolCancelled);
export const McpUiHostContextChangedNotificationSchema: MethodSchema<ui.McpUiHostContextChangedNotification> =
  /* @__PURE__ */ createMethodSchema(methods.hostContextChanged);
export const McpUiSandboxProxyReadyNotificationSchema: MethodSchema<ui.McpUiSandboxProxyReadyNotification> =
  /* @__PURE__ */ createMethodSchema(methods.sandboxProxyReady);
export const McpUiSandboxResourceReadyNotificationSchema: MethodSchema<ui.McpUiSandboxResourceReadyNotification> =
  /* @__PURE__ */ createMethodSchema(methods.sandboxResourceReady);

export const McpUiThemeSchema: Schema<ui.McpUiTheme> = /* @__PURE__ */ createSchema(shapes.theme);
export const McpUiDisplayModeSchema: Schema<ui.McpUiDisplayMode> = /* @__PURE__ */ createSchema(
  shapes.displayMode,
);
export const McpUiToolVisibilitySchema: Schema<ui.McpUiToolVisibility> = /* @__PURE__ */ createSchema(
  shapes.toolVisibility,
);
export const McpUiHostCssSchema: Schema<ui.McpUiHostCss> = /* @__PURE__ */ createSchema(shapes.hostCss);
export const McpUiHostStylesSchema: Schema<ui.McpUiHostStyles> = /* @__PURE__ */ createSchema(
  shapes.hostStyles,
);
export const McpUiHostContextSchema: Schema<ui.McpUiHostContext> = /* @__PURE__ */ createSchema(
  shapes.hostContext,
);
export const McpUiHostCapabilitiesSchema: Schema<ui.McpUiHostCapabilities> = /* @__PURE__ */ createSchema(
  shapes.hostCapabilities,
);
export const McpUiAppCapabilitiesSchema: Schema<ui.McpUiAppCapabilities> = /* @__PURE__ */ createSchema(
  shapes.appCapabilities,
);
export const McpUiSupportedContentBlockModalitiesSchema: Schema<ui.McpUiSupportedContentBlockModalities> =
  /* @__PURE__ */ createSchema(shapes.modalities);
export const McpUiResourceCspSchema: Schema<ui.McpUiResourceCsp> = /* @__PURE__ */ createSchema(
  shapes.resourceCsp,
);
export const McpUiResourcePermissionsSchema: Schema<ui.McpUiResourcePermissions> =
  /* @__PURE__ */ createSchema(shapes.resourcePermissions);
export const McpUiResourceMetaSchema: Schema<ui.McpUiResourceMeta> = /* @__PURE__ */ createSchema(
  shapes.resourceMeta,
);
export const McpUiToolMetaSchema: Schema<ui.McpUiToolMeta> = /* @__PURE__ */ createSchema(shapes.toolMeta);
