import { findMismatch, type Shape } from "./shape.ts";

/* The shapes that more than one method uses, or that have a schema of their own. */

const media: Shape = { data: "string", mimeType: "string" };

export const contentOf: { [type: string]: Shape } = {
  __proto__: null as never,
  text: { text: "string" },
  image: media,
  audio: media,
  resource_link: { uri: "string", name: "string" },
  resource: { resource: { uri: "string" } },
};

/** Blocks of types that are not known yet pass. */
export function isContentBlock(value: unknown): boolean {
  const { type } = Object(value);
  return typeof type === "string" && !findMismatch(contentOf[type] ?? empty, value);
}

export const displayMode: Shape = "inline|fullscreen|pip";

export const empty: Shape = {};
export const named: Shape = { name: "string" };
export const paged: Shape = { "cursor?": "string" };
export const acknowledged: Shape = { "isError?": "boolean" };
export const displayModeSet: Shape = { mode: displayMode };
export const sampled: Shape = { model: "string", role: "string", content: "any" };
export const resourceRead: Shape = { contents: [{ uri: "string" }] };
export const resourcesListed: Shape = { resources: [{ uri: "string" }] };
export const content: Shape = [isContentBlock];
export const toolInput: Shape = { "arguments?": "object" };
export const toolCall: Shape = { name: "string", "arguments?": "object" };
export const toolResult: Shape = { "content?": content, "isError?": "boolean" };
export const implementation: Shape = { name: "string", version: "string" };

export const loggingLevel: Shape = "debug|info|notice|warning|error|critical|alert|emergency";

export const theme: Shape = "light|dark";
export const toolVisibility: Shape = "model|app";

export const resourceCsp: Shape = {
  "connectDomains?": ["string"],
  "resourceDomains?": ["string"],
  "frameDomains?": ["string"],
  "baseUriDomains?": ["string"],
};

export const resourcePermissions: Shape = {
  "camera?": "object",
  "microphone?": "object",
  "geolocation?": "object",
  "clipboardWrite?": "object",
};

export const hostCss: Shape = { "fonts?": "string" };
export const hostStyles: Shape = { "variables?": "object", "css?": hostCss };

/** Words that are not known yet, such as another theme, pass: a View is better off with them than without a context. */
export const hostContext: Shape = {
  "toolInfo?": { tool: named, "arguments?": "object" },
  "theme?": "string",
  "styles?": hostStyles,
  "displayMode?": "string",
  "availableDisplayModes?": ["string"],
  "containerDimensions?": "object",
  "locale?": "string",
  "timeZone?": "string",
  "userAgent?": "string",
  "platform?": "string",
  "deviceCapabilities?": "object",
  "safeAreaInsets?": "object",
};

/** Hosts that are written by hand leave some of these out. */
export const initializeResult: Shape = {
  "protocolVersion?": "string",
  "hostInfo?": "object",
  "hostCapabilities?": "object",
  "hostContext?": hostContext,
};

export const modalities: Shape = {
  "text?": "object",
  "image?": "object",
  "audio?": "object",
  "resource?": "object",
  "resourceLink?": "object",
  "structuredContent?": "object",
};

const listed: Shape = { "listChanged?": "boolean" };

export const hostCapabilities: Shape = {
  "experimental?": "object",
  "openLinks?": "object",
  "downloadFile?": "object",
  "serverTools?": listed,
  "serverResources?": listed,
  "logging?": "object",
  "sandbox?": { "permissions?": resourcePermissions, "csp?": resourceCsp },
  "updateModelContext?": modalities,
  "message?": modalities,
  "sampling?": { "tools?": "object" },
};

export const appCapabilities: Shape = {
  "experimental?": "object",
  "tools?": listed,
  "availableDisplayModes?": ["string"],
};

export const resourceMeta: Shape = {
  "csp?": resourceCsp,
  "permissions?": resourcePermissions,
  "domain?": "string",
  "prefersBorder?": "boolean",
};

export const toolMeta: Shape = { "resourceUri?": "string", "visibility?": [toolVisibility] };
