export const LATEST_PROTOCOL_VERSION = "2026-01-26";
export const SUPPORTED_PROTOCOL_VERSIONS: string[] = [LATEST_PROTOCOL_VERSION];

export const RESOURCE_URI_META_KEY = "ui/resourceUri";
export const RESOURCE_MIME_TYPE = "text/html;profile=mcp-app";
export const EXTENSION_ID = "io.modelcontextprotocol/ui";
