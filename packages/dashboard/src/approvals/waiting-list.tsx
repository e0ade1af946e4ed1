import { ShieldCheck } from "lucide-react";
import { useAnswer } from "../api/use-answer.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { ApprovalCard } from "./approval-card.tsx";

/** The calls that wait. One that was linked to comes first. */
export function WaitingList({ chosenId }: { chosenId: string | undefined }) {
  const approvals = useAnswer("GET /approvals", {});
  return (
    <Loaded of={approvals}>
      {({ approvals }) => {
        const sorted = approvals.toSorted((a, b) => Number(b.id === chosenId) - Number(a.id === chosenId));
        const isGone = chosenId !== undefined && approvals.every(({ id }) => id !== chosenId);
        return (
          <>
            {isGone && (
              <p className="text-sm text-quiet">
                What the link was for has been decided, or its run has ended.
              </p>
            )}
            {sorted.length === 0 ? (
              <EmptyState icon={ShieldCheck} title="Nothing waits for you">
                When a call needs your approval, it appears here.
              </EmptyState>
            ) : (
              <ul className="flex flex-col gap-3">
                {sorted.map((approval) => (
                  <ApprovalCard key={approval.id} approval={approval} isChosen={approval.id === chosenId} />
                ))}
              </ul>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
