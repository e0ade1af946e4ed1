import { useAnswer } from "../api/use-answer.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Section } from "../ui/section.tsx";
import { Attention } from "./attention.tsx";
import { QuickStart } from "./quick-start.tsx";
import { RecentCalls } from "./recent-calls.tsx";

export function OverviewPage() {
  const status = useAnswer("GET /status", {});
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Overview">Every tool your agents need, behind one MCP endpoint.</PageHeader>
      <Attention />
      <Section title="Connect a client" hint="Give your MCP client this endpoint, then ask it for something.">
        <Loaded of={status} rows={1}>
          {(status) => <QuickStart status={status} />}
        </Loaded>
      </Section>
      <Section
        title="Recent calls"
        action={
          <LinkButton to="/activity" search={{}}>
            All activity
          </LinkButton>
        }
      >
        <RecentCalls />
      </Section>
    </div>
  );
}
