import type { McpUiResourcePermissions } from "../protocol/ui-types.ts";

const FEATURES = {
  camera: "camera",
  microphone: "microphone",
  geolocation: "geolocation",
  clipboardWrite: "clipboard-write",
} as const;

/**
 * Returns the `allow` attribute of an iframe for the permissions that a View asks for, such as `"camera;
 * microphone"`.
 */
export function buildAllowAttribute(permissions: McpUiResourcePermissions | undefined): string {
  return Object.entries(FEATURES)
    .filter(([name]) => permissions?.[name as keyof typeof FEATURES])
    .map(([, feature]) => feature)
    .join("; ");
}
