import type { ReactNode } from "react";

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap-reverse justify-end gap-2">{children}</div>;
}
