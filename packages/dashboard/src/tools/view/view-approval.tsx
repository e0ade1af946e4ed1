import { useEffect } from "react";
import { useAnswer } from "../../api/use-answer.ts";
import { ApprovalCard } from "../../approvals/approval-card.tsx";
import { Problem } from "../../ui/state/problem.tsx";
import { SettledButtons } from "./settled-buttons.tsx";

export interface ViewApprovalProps {
  /** The View's title. */
  title: string;
  id: string;
  /** How many others wait behind it. */
  others: number;
  onDecided(isApproved: boolean): void;
}

/** A decision may also be made on another page or at the command line. */
const refreshMs = 2_000;

/** A call that a View wants to make, for the person who looks at the View to decide about. */
export function ViewApproval({ title, id, others, onDecided }: ViewApprovalProps) {
  const { data, error } = useAnswer("GET /approvals/:id", { params: { id } }, { refreshMs });
  const isGone = error?.status === 404;
  const isDecided = isGone || (data && data.state !== "waiting");
  // One that was used served a call like this one, which asks again.
  const isApproved = data?.state === "approved" || data?.state === "used";
  useEffect(() => {
    if (isDecided) onDecided(isApproved);
  }, [isDecided, isApproved, onDecided]);

  return (
    <section aria-label="Calls of the View" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">The View of {title} wants to make a call</h3>
      {error && <Problem>{error.message}</Problem>}
      {data?.state === "waiting" && (
        <SettledButtons>
          <ul>
            <ApprovalCard approval={data} isChosen />
          </ul>
        </SettledButtons>
      )}
      {others > 0 && (
        <p className="text-sm text-quiet">{others === 1 ? "1 more waits." : `${others} more wait.`}</p>
      )}
    </section>
  );
}
