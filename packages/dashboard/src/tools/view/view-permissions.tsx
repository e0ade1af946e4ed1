import { Button } from "../../ui/button/button.tsx";
import { type AskedPermission, askedPermissions } from "./permission-grants.ts";

export interface ViewPermissionsProps {
  asked: readonly AskedPermission[];
  granted: readonly AskedPermission[];
  onChange(granted: AskedPermission[]): void;
}

/** What of the person's devices a View asks for, and whether it gets it. */
export function ViewPermissions({ asked, granted, onChange }: ViewPermissionsProps) {
  if (asked.length === 0) return null;
  return (
    <section aria-label="Permissions" className="flex flex-col gap-2 rounded-lg bg-sunken p-3 text-sm">
      {asked.map((name) => {
        const others = granted.filter((other) => other !== name);
        const isGranted = granted.includes(name);
        return (
          <div key={name} className="flex flex-wrap items-center justify-between gap-3">
            <p>
              This View {isGranted ? "may use" : "asks to use"} <strong>{askedPermissions[name]}</strong>.
            </p>
            <Button size="small" onClick={() => onChange(isGranted ? others : [...others, name])}>
              {isGranted ? `Don't allow ${name}` : `Allow ${name} for this View`}
            </Button>
          </div>
        );
      })}
    </section>
  );
}
