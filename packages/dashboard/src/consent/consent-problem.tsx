import type { ReactNode } from "react";

export function ConsentProblem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section role="alert" className="rounded-lg border border-line bg-card p-6">
      <h1 className="mb-2 text-lg font-semibold">{title}</h1>
      <div className="flex flex-col gap-2 text-quiet">{children}</div>
    </section>
  );
}
