import { type MountViewOptions, View } from "./view.ts";

/** A View that `mountView` shows. */
export type MountedView = Omit<View, "start">;

/**
 * Shows a View in a container: reads it, loads it into the sandbox and completes the handshake. Returns
 * immediately: set handlers on `bridge` right away, and follow `status` or await `ready`.
 * @example const view = mountView({ container, sandboxUrl, client, resource: "ui://chart/view.html" }); await
 * view.sendToolResult(result);
 */
export function mountView(options: MountViewOptions): MountedView {
  const view = new View(options);
  view.start();
  return view;
}
