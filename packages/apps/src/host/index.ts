export type { CspViolation } from "./csp-violation.ts";
export { type MountedView, mountView } from "./mount-view.ts";
export { createSandboxHandler, type SandboxHandlerOptions } from "./sandbox-handler.ts";
export type { MountViewOptions, ViewEventMap } from "./view.ts";
export { buildViewCsp, type DroppedDomain, type ViewCsp } from "./view-csp.ts";
export type { ViewResource } from "./view-resource.ts";
export { readViewResource } from "./view-resource.ts";
export type { ViewStage, ViewStatus } from "./view-status.ts";
