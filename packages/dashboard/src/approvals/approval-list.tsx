import { ApprovalCard } from "./approval-card.tsx";
import { useApprovals } from "./use-approvals.ts";

/** The calls that wait for the person who looks at this. Where one was linked to, it comes first. */
export function ApprovalList({ chosenId }: { chosenId: string | undefined }) {
  const { answer, error, refresh } = useApprovals();
  const approvals = answer?.approvals.toSorted(
    (a, b) => Number(b.id === chosenId) - Number(a.id === chosenId),
  );
  const isGone = chosenId !== undefined && approvals?.every(({ id }) => id !== chosenId);
  if (approvals?.length === 0 && chosenId === undefined) return null;

  return (
    <section aria-labelledby="approvals" className="flex flex-col gap-4">
      <h2 id="approvals" className="text-lg font-semibold">
        Waiting for your approval
      </h2>
      {error && <p role="alert">{error.message}</p>}
      {isGone && <p className="text-quiet">What the link was for has been decided, or its run has ended.</p>}
      <ul className="flex flex-col gap-3 empty:hidden">
        {approvals?.map((approval) => (
          <ApprovalCard
            key={approval.id}
            approval={approval}
            isChosen={approval.id === chosenId}
            onDecided={refresh}
          />
        ))}
      </ul>
    </section>
  );
}
