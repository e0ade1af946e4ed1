import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const loads: (() => Promise<unknown>)[] = [];

/** A part that the first page does not need: loaded when it is first shown, or in the background before. */
export function onDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  loads.push(load);
  return lazy(async () => ({ default: await load() }));
}

/** Loads all these parts, so that they also open while the gateway is down. */
export function preloadParts(): void {
  // A part that fails to load now is loaded when it is shown.
  for (const load of loads) load().catch(() => {});
}
