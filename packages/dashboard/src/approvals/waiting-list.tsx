import { ShieldCheck } from "lucide-react";
import { useAnswer } from "../api/use-answer.ts";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
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
            {isGone && <ClosedNotice id={chosenId} />}
            {sorted.length === 0 ? (
              <EmptyState icon={ShieldCheck} title="Nothing is waiting for you">
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

/** Why what a link was for no longer waits. */
function ClosedNotice({ id }: { id: string }) {
  const { data, isPending } = useAnswer("GET /approvals/:id", { params: { id } });
  if (isPending) return null;
  return (
    <p role="status" className="text-sm text-quiet">
      {data?.state === "cancelled"
        ? `This request was cancelled. ${data.note ?? ""}`
        : "This request has been decided, or its run has ended."}
    </p>
  );
}
