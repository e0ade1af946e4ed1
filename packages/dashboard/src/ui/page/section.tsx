import { type ReactNode, useId } from "react";

export interface SectionProps {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, hint, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col gap-0.5">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {hint && <p className="text-sm text-quiet">{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
