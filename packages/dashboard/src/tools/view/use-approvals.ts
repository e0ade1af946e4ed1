import { useCallback, useState } from "react";
import type { WaitForApproval } from "./view-client.ts";

interface Waiting {
  readonly id: string;
  decide(isApproved: boolean): void;
}

/** The calls of a View that wait for a person, oldest first. */
export function useApprovals() {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);

  const wait: WaitForApproval = useCallback(async (id, signal) => {
    signal?.throwIfAborted();
    let entry: Waiting | undefined;
    try {
      return await new Promise<boolean>((decide, reject) => {
        const added = { id, decide };
        entry = added;
        setWaiting((others) => [...others, added]);
        // The View no longer waits, or is gone.
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    } finally {
      setWaiting((all) => all.filter((other) => other !== entry));
    }
  }, []);

  return { waiting, wait };
}
