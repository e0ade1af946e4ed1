/** The version of MCP Apps that this package speaks. */
export const LATEST_PROTOCOL_VERSION = "2026-01-26";
/** The versions of MCP Apps that a host accepts. */
export const SUPPORTED_PROTOCOL_VERSIONS: string[] = [LATEST_PROTOCOL_VERSION];

/** The older key in a tool's `_meta` for the URI of its View. New servers use `_meta.ui.resourceUri`. */
export const RESOURCE_URI_META_KEY = "ui/resourceUri";
/** The media type that marks a resource as a View. */
export const RESOURCE_MIME_TYPE = "text/html;profile=mcp-app";
/** The key in `capabilities.extensions` under which a client declares its support for Views. */
export const EXTENSION_ID = "io.modelcontextprotocol/ui";
