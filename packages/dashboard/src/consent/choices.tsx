import type { ReactNode } from "react";

export function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{title}</legend>
      <div className="divide-y divide-line rounded-md border border-line">{children}</div>
    </fieldset>
  );
}
