import { type MountViewOptions, View } from "./view.ts";

/** What a host holds of a View that it shows. */
export type MountedView = Omit<View, "start">;

/**
 * Shows a View in a container: reads it, loads it into the sandbox, completes the handshake and keeps the order of what
 * it is sent. Returns immediately; set handlers on `bridge` right away, and follow `status` or wait for `ready`.
 */
export function mountView(options: MountViewOptions): MountedView {
  const view = new View(options);
  view.start();
  return view;
}
