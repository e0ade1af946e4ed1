import { type ReactNode, useId } from "react";

export interface TickProps {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
  hint?: ReactNode;
}

/** A box to tick, with what it means. */
export function Tick({ checked, onChange, children, hint }: TickProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} className="text-sm font-medium">
          {children}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
