import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { PageHeader } from "../ui/page/page-header.tsx";
import { PageTabs } from "../ui/page/page-tabs.tsx";
import { HistoryList } from "./history-list.tsx";
import { NotifySwitch } from "./notify-switch.tsx";
import { RuleList } from "./rule-list.tsx";
import { WaitingList } from "./waiting-list.tsx";

/** What waits for the person who looks at this, what was decided, and the rules that decide without one. */
export function ApprovalsPage() {
  const { id: chosenId } = useParams({ strict: false });
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Approvals" action={<NotifySwitch />}>
        Calls that an agent or a script may only make with your approval. Look at what they would be made
        with.
      </PageHeader>
      <PageTabs
        label="Approvals and rules"
        value={tab === "rules" || tab === "history" ? tab : "waiting"}
        tabs={[
          { value: "waiting", label: "Waiting", content: <WaitingList chosenId={chosenId} /> },
          { value: "history", label: "History", content: <HistoryList /> },
          { value: "rules", label: "Rules", content: <RuleList /> },
        ]}
        onChange={(next) =>
          navigate({
            to: "/approvals",
            search: { tab: next === "waiting" ? undefined : next },
            replace: true,
          })
        }
      />
    </div>
  );
}
