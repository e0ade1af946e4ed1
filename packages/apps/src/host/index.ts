export { type CspViolation, isEvalProbe, toCspViolation } from "./csp-violation.ts";
export { type MountedView, mountView } from "./mount-view.ts";
export { PARENT_STAND_IN_SCRIPT } from "./parent-stand-in.ts";
export { createPolicyGrants, type PolicyGrants } from "./policy-grants.ts";
export { createSandboxHandler, type SandboxHandlerOptions } from "./sandbox-handler.ts";
export type { MountViewOptions, PolicyRequest, ViewEventMap } from "./view.ts";
export { buildViewCsp, type DroppedDomain, type ViewCsp } from "./view-csp.ts";
export {
  POLICY_SWITCHES,
  type PolicyExplanation,
  type PolicySwitch,
  type ViewPolicy,
} from "./view-policy.ts";
export type { ViewStage, ViewStatus } from "./view-status.ts";
