import { type CspViolation, POLICY_SWITCHES, type PolicySwitch } from "@toolshed/apps/host";
import { Button } from "../../ui/button/button.tsx";

export interface ViewSwitchesProps {
  violations: readonly CspViolation[];
  onAllow(name: PolicySwitch): void;
}

/** What the View was not allowed to do, and what a person can do about it. */
export function ViewSwitches({ violations, onAllow }: ViewSwitchesProps) {
  const wanted = [...new Set(violations.flatMap(({ switch: name }) => name ?? []))];
  const others = [
    ...new Set(
      violations.flatMap((violation) =>
        violation.switch === undefined ? `${violation.directive}: ${originOf(violation.blockedUrl)}` : [],
      ),
    ),
  ];
  if (wanted.length + others.length === 0) return null;
  return (
    <section aria-label="Blocked" className="flex flex-col gap-3 rounded-lg bg-warn-soft p-3 text-sm">
      {wanted.map((name) => {
        const { title, reason, allows } = POLICY_SWITCHES[name];
        return (
          <div key={name} className="flex flex-wrap items-start justify-between gap-3">
            <p className="min-w-0 flex-1 basis-60">
              <strong>{title}</strong> was blocked. {reason} {allows}
            </p>
            <Button size="small" onClick={() => onAllow(name)}>
              Allow for this View
            </Button>
          </div>
        );
      })}
      {others.length > 0 && (
        <p className="break-words">Blocked, because the View does not declare it: {others.join(", ")}.</p>
      )}
    </section>
  );
}

/** Where it is. The rest of an address is the View's own words. */
const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);
