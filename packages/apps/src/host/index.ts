export type { CspViolation } from "./csp-violation.ts";
export { type MountedView, mountView } from "./mount-view.ts";
export { createSandboxHandler, type SandboxHandlerOptions } from "./sandbox-handler.ts";
export type { MountViewOptions, ViewEventMap } from "./view.ts";
export type { DroppedDomain } from "./view-csp.ts";
export type { ViewStage, ViewStatus } from "./view-status.ts";
