import { type CspViolation, POLICY_SWITCHES, type PolicySwitch } from "@toolshed/apps/host";

/** How browsers word the errors of code that the policy stopped. WebKitGTK reports nothing else. */
const ERRORS: readonly [RegExp, PolicySwitch][] = [
  [/EvalError|unsafe-eval|Refused to evaluate|call to .+ blocked by CSP/, "eval"],
  [/allow-same-origin|SecurityError: The operation is insecure/, "storage"],
];

/** The switch that would have prevented an error of the View. Undefined for errors of its own. */
export function switchOfError(message: string): PolicySwitch | undefined {
  return ERRORS.find(([pattern]) => pattern.test(message))?.[1];
}

/** What the policy kept the View from doing, as the end of "The View can't…". */
export function describeBlocked({
  switch: name,
  directive,
  blockedUrl,
}: Pick<CspViolation, "switch"> & Partial<CspViolation>): string {
  if (!name) return `use ${blockedUrl?.slice(0, 60)} (${directive?.slice(0, 30)})`;
  const { title } = POLICY_SWITCHES[name];
  return title.charAt(0).toLowerCase() + title.slice(1);
}
