import { type ReactNode, useEffect, useState } from "react";

const settleMs = 1_000;

/**
 * Buttons that work once they have been on screen for a moment. A View decides when they appear, and so could place them
 * where a person is about to click.
 */
export function SettledButtons({ children }: { children: ReactNode }) {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <fieldset disabled={!isSettled} className="min-w-0">
      {children}
    </fieldset>
  );
}
