import * as methods from "./methods.ts";
import { createMethodSchema, createSchema, type MethodSchema, type Schema } from "./schema.ts";
import * as shapes from "./shapes.ts";
import type * as ui from "./ui-types.ts";

/* The schemas that users of the official SDK import. They follow from the table, and a bundle that uses none has none. */

/** Validates `McpUiOpenLinkRequest` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiOpenLinkRequestSchema: MethodSchema<ui.McpUiOpenLinkRequest> =
  /* @__PURE__ */ createMethodSchema(methods.openLink);
/** Validates `McpUiOpenLinkResult` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiOpenLinkResultSchema: Schema<ui.McpUiOpenLinkResult> = /* @__PURE__ */ createSchema(
  methods.openLink.result,
);
/** Validates `McpUiDownloadFileRequest` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiDownloadFileRequestSchema: MethodSchema<ui.McpUiDownloadFileRequest> =
  /* @__PURE__ */ createMethodSchema(methods.downloadFile);
/** Validates `McpUiDownloadFileResult` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiDownloadFileResultSchema: Schema<ui.McpUiDownloadFileResult> = /* @__PURE__ */ createSchema(
  methods.downloadFile.result,
);
/** Validates `McpUiMessageRequest` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiMessageRequestSchema: MethodSchema<ui.McpUiMessageRequest> =
  /* @__PURE__ */ createMethodSchema(methods.message);
/** Validates `McpUiMessageResult` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiMessageResultSchema: Schema<ui.McpUiMessageResult> = /* @__PURE__ */ createSchema(
  methods.message.result,
);
/** Validates `McpUiUpdateModelContextRequest` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiUpdateModelContextRequestSchema: MethodSchema<ui.McpUiUpdateModelContextRequest> =
  /* @__PURE__ */ createMethodSchema(methods.updateModelContext);
/** Validates `McpUiRequestDisplayModeRequest` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiRequestDisplayModeRequestSchema: MethodSchema<ui.McpUiRequestDisplayModeRequest> =
  /* @__PURE__ */ createMethodSchema(methods.requestDisplayMode);
/** Validates `McpUiRequestDisplayModeResult` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiRequestDisplayModeResultSchema: Schema<ui.McpUiRequestDisplayModeResult> =
  /* @__PURE__ */ createSchema(methods.requestDisplayMode.result);
/** Validates `McpUiInitializeRequest` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiInitializeRequestSchema: MethodSchema<ui.McpUiInitializeRequest> =
  /* @__PURE__ */ createMethodSchema(methods.initialize);
/** Validates `McpUiInitializeResult` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiInitializeResultSchema: Schema<ui.McpUiInitializeResult> = /* @__PURE__ */ createSchema(
  methods.initialize.result,
);
/** Validates `McpUiInitializedNotification` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiInitializedNotificationSchema: MethodSchema<ui.McpUiInitializedNotification> =
  /* @__PURE__ */ createMethodSchema(methods.initialized);
/** Validates `McpUiResourceTeardownRequest` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiResourceTeardownRequestSchema: MethodSchema<ui.McpUiResourceTeardownRequest> =
  /* @__PURE__ */ createMethodSchema(methods.resourceTeardown);
/** Validates `McpUiResourceTeardownResult` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiResourceTeardownResultSchema: Schema<ui.McpUiResourceTeardownResult> =
  /* @__PURE__ */ createSchema(methods.resourceTeardown.result);
/** Validates `McpUiRequestTeardownNotification` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiRequestTeardownNotificationSchema: MethodSchema<ui.McpUiRequestTeardownNotification> =
  /* @__PURE__ */ createMethodSchema(methods.requestTeardown);
/** Validates `McpUiSizeChangedNotification` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiSizeChangedNotificationSchema: MethodSchema<ui.McpUiSizeChangedNotification> =
  /* @__PURE__ */ createMethodSchema(methods.sizeChanged);
/** Validates `McpUiToolInputNotification` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiToolInputNotificationSchema: MethodSchema<ui.McpUiToolInputNotification> =
  /* @__PURE__ */ createMethodSchema(methods.toolInput);
/** Validates `McpUiToolInputPartialNotification` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiToolInputPartialNotificationSchema: MethodSchema<ui.McpUiToolInputPartialNotification> =
  /* @__PURE__ */ createMethodSchema(methods.toolInputPartial);
/** Validates `McpUiToolResultNotification` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiToolResultNotificationSchema: MethodSchema<ui.McpUiToolResultNotification> =
  /* @__PURE__ */ createMethodSchema(methods.toolResult);
/** Validates `McpUiToolCancelledNotification` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiToolCancelledNotificationSchema: MethodSchema<ui.McpUiToolCancelledNotification> =
  /* @__PURE__ */ createMethodSchema(methods.toolCancelled);
/** Validates `McpUiHostContextChangedNotification` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiHostContextChangedNotificationSchema: MethodSchema<ui.McpUiHostContextChangedNotification> =
  /* @__PURE__ */ createMethodSchema(methods.hostContextChanged);
/** Validates `McpUiSandboxProxyReadyNotification` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiSandboxProxyReadyNotificationSchema: MethodSchema<ui.McpUiSandboxProxyReadyNotification> =
  /* @__PURE__ */ createMethodSchema(methods.sandboxProxyReady);
/** Validates `McpUiSandboxResourceReadyNotification` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiSandboxResourceReadyNotificationSchema: MethodSchema<ui.McpUiSandboxResourceReadyNotification> =
  /* @__PURE__ */ createMethodSchema(methods.sandboxResourceReady);

/** Validates `McpUiTheme` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiThemeSchema: Schema<ui.McpUiTheme> = /* @__PURE__ */ createSchema(shapes.theme);
/** Validates `McpUiDisplayMode` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiDisplayModeSchema: Schema<ui.McpUiDisplayMode> = /* @__PURE__ */ createSchema(
  shapes.displayMode,
);
/** Validates `McpUiToolVisibility` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiToolVisibilitySchema: Schema<ui.McpUiToolVisibility> = /* @__PURE__ */ createSchema(
  shapes.toolVisibility,
);
/** Validates `McpUiHostCss` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiHostCssSchema: Schema<ui.McpUiHostCss> = /* @__PURE__ */ createSchema(shapes.hostCss);
/** Validates `McpUiHostStyles` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiHostStylesSchema: Schema<ui.McpUiHostStyles> = /* @__PURE__ */ createSchema(
  shapes.hostStyles,
);
/** Validates `McpUiHostContext` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiHostContextSchema: Schema<ui.McpUiHostContext> = /* @__PURE__ */ createSchema(
  shapes.hostContext,
);
/** Validates `McpUiHostCapabilities` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiHostCapabilitiesSchema: Schema<ui.McpUiHostCapabilities> = /* @__PURE__ */ createSchema(
  shapes.hostCapabilities,
);
/** Validates `McpUiAppCapabilities` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiAppCapabilitiesSchema: Schema<ui.McpUiAppCapabilities> = /* @__PURE__ */ createSchema(
  shapes.appCapabilities,
);
/** Validates `McpUiSupportedContentBlockModalities` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiSupportedContentBlockModalitiesSchema: Schema<ui.McpUiSupportedContentBlockModalities> =
  /* @__PURE__ */ createSchema(shapes.modalities);
/** Validates `McpUiResourceCsp` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiResourceCspSchema: Schema<ui.McpUiResourceCsp> = /* @__PURE__ */ createSchema(
  shapes.resourceCsp,
);
/** Validates `McpUiResourcePermissions` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiResourcePermissionsSchema: Schema<ui.McpUiResourcePermissions> =
  /* @__PURE__ */ createSchema(shapes.resourcePermissions);
/** Validates `McpUiResourceMeta` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiResourceMetaSchema: Schema<ui.McpUiResourceMeta> = /* @__PURE__ */ createSchema(
  shapes.resourceMeta,
);
/** Validates `McpUiToolMeta` with `parse` or `safeParse`, or as a Standard Schema. */
export const McpUiToolMetaSchema: Schema<ui.McpUiToolMeta> = /* @__PURE__ */ createSchema(shapes.toolMeta);
