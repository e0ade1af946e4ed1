import type { ReactNode } from "react";
import type { ListedSource } from "toolshed/api";
import { Problem } from "../ui/state/problem.tsx";
import { Time } from "../ui/text/time.tsx";
import { OutputLines } from "./output-lines.tsx";
import { isFailing } from "./source-states.ts";

/** Why a server fails, what it last wrote, and what to do about it. */
export function SourceFailure({ source, children }: { source: ListedSource; children?: ReactNode }) {
  const { id, reason, lastReason, lastReasonAt, stderr } = source;
  return (
    <>
      {reason !== null && (
        <Problem>
          {id} {reason}
        </Problem>
      )}
      {lastReason !== null && lastReasonAt !== null && lastReason !== reason && (
        <p className="text-sm text-quiet">
          Last ended <Time at={lastReasonAt} />: it {lastReason}
        </p>
      )}
      {isFailing(source) && stderr.length > 0 && (
        <OutputLines lines={stderr} label={`Last output of ${id}`} />
      )}
      {isFailing(source) && children}
    </>
  );
}
