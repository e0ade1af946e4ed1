import { useState } from "react";
import type { ApprovalAnswer } from "toolshed/api";
import { decideApproval, type Reach } from "./decide-approval.ts";

const reaches: Record<Reach, string> = {
  once: "Approve once",
  run: "Approve for this run",
  always: "Always approve this path",
};

/** One call that waits, with everything it would be made with. */
export function ApprovalCard({
  approval,
  isChosen,
  onDecided,
}: {
  approval: ApprovalAnswer;
  isChosen: boolean;
  onDecided(): void;
}) {
  const { id, path, via, isPartOfRun, createdAt } = approval;
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const offered = (["once", "run", "always"] as const).filter((reach) => reach !== "run" || isPartOfRun);

  async function decide(approved: boolean, reach: Reach) {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await decideApproval(id, approved, reach);
      onDecided();
    } catch (error) {
      setProblem((error as Error).message);
      setIsBusy(false);
    }
  }

  return (
    <li
      className={`flex flex-col gap-3 rounded-lg border bg-card p-4 ${isChosen ? "border-accent" : "border-line"}`}
      aria-label={`${path}, asked by ${via}`}
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <code className="text-sm font-medium break-all">{path}</code>
        <span className="text-sm text-quiet">
          asked by {via}
          {isPartOfRun && ", in a script"},{" "}
          <time dateTime={new Date(createdAt).toISOString()}>{new Date(createdAt).toLocaleString()}</time>
        </span>
      </div>
      <pre className="max-h-80 overflow-auto rounded-md bg-page p-3 text-sm break-all whitespace-pre-wrap">
        {JSON.stringify(approval.arguments, undefined, 2)}
      </pre>
      {problem && <p role="alert">{problem}</p>}
      <div className="flex flex-wrap gap-2">
        {offered.map((reach) => (
          <button
            key={reach}
            type="button"
            disabled={isBusy}
            onClick={() => decide(true, reach)}
            className="rounded-md border border-line px-3 py-1.5 text-sm font-medium first:border-accent first:bg-accent first:text-on-accent"
          >
            {reaches[reach]}
          </button>
        ))}
        <button
          type="button"
          disabled={isBusy}
          onClick={() => decide(false, "once")}
          className="rounded-md border border-line px-3 py-1.5 text-sm font-medium text-warn"
        >
          Refuse
        </button>
      </div>
    </li>
  );
}
