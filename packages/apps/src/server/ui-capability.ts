import { EXTENSION_ID } from "../protocol/constants.ts";
import type { McpUiClientCapabilities } from "../protocol/ui-types.ts";

/** What a client says of its support for Views, or undefined if it has none. */
export function getUiCapability(
  capabilities: object | null | undefined,
): McpUiClientCapabilities | undefined {
  const { extensions } = (capabilities ?? {}) as { extensions?: { [id: string]: unknown } };
  return extensions?.[EXTENSION_ID] as McpUiClientCapabilities | undefined;
}
