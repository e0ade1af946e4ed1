import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** An error message, as the gateway or the service gave it. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="mt-4 flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2.5 text-sm text-bad first:mt-0"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  );
}
