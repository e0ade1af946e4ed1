import { EXTENSION_ID } from "../protocol/constants.ts";
import type { McpUiClientCapabilities } from "../protocol/ui-types.ts";

/**
 * Returns what a client says about its support for Views, or undefined if it has none.
 * @example getUiCapability(server.server.getClientCapabilities())?.mimeTypes?.includes(RESOURCE_MIME_TYPE)
 */
export function getUiCapability(
  capabilities: object | null | undefined,
): McpUiClientCapabilities | undefined {
  const { extensions } = (capabilities ?? {}) as { extensions?: { [id: string]: unknown } };
  return extensions?.[EXTENSION_ID] as McpUiClientCapabilities | undefined;
}
