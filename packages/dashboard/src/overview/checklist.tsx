import { CircleCheck, CircleDashed, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import type { AnswerOf } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button/button.tsx";
import { LinkButton } from "../ui/button/link-button.tsx";
import { Card } from "../ui/page/card.tsx";
import { Section } from "../ui/page/section.tsx";
import { Skeleton } from "../ui/state/skeleton.tsx";
import { QuickStart } from "./quick-start.tsx";

/** The dashboard, the command and the Views that they show are not clients. */
const isOwnDoor = (client: string) => /(?:^|^View of .* in )(?:dashboard|command)$/.test(client);

interface Step {
  title: string;
  done: boolean;
  /** What there is to do, or what was done. */
  text: ReactNode;
  action?: ReactNode;
  /** More, while it is not done. */
  more?: ReactNode;
}

/** The first steps, which tick themselves off. */
export function Checklist({ onDismiss }: { onDismiss(): void }) {
  const { isAdmin } = useSession();
  const status = useAnswer("GET /status", {});
  const stats = useAnswer("GET /stats", { query: { range: "7d" } });
  const sources = useAnswer("GET /sources", {}, { enabled: isAdmin });
  const connections = useAnswer("GET /connections", {});
  // Nothing is said to be open before it is known.
  if (!stats.data || !connections.data || (isAdmin && !sources.data)) return <Skeleton rows={4} />;
  const { clients, definitions } = stats.data;
  const client = clients.find(({ client }) => !isOwnDoor(client));
  const providers = connections.data.providers.filter(
    ({ type, toolCount }) => type !== "none" && toolCount > 0,
  );

  const steps: Step[] = [
    {
      title: "Connect a client",
      done: client !== undefined,
      text: client ? `Connected by ${client.client}` : <Waiting isConnected={definitions.lists > 0} />,
      more: status.data && <QuickStart status={status.data} />,
    },
    ...(isAdmin ? [sourceStep(sources.data)] : []),
    {
      title: "Try a tool",
      done: clients.some(({ client }) => client === "dashboard"),
      text: "Fill in its form and see the result, without a client.",
      action: <LinkButton to="/tools">Choose a tool</LinkButton>,
    },
    ...(providers.length > 0 ? [accountStep(providers)] : []),
  ];
  const doneCount = steps.filter(({ done }) => done).length;
  return (
    <Section
      title={doneCount === steps.length ? "You’re all set" : "Get started"}
      hint={`${doneCount} of ${steps.length} done`}
      action={
        <Button size="small" look="ghost" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      <Card>
        <ol className="divide-y divide-line">
          {steps.map((step) => (
            <StepRow key={step.title} {...step} />
          ))}
        </ol>
      </Card>
    </Section>
  );
}

const sourceStep = (answer: AnswerOf<"GET /sources"> | undefined): Step => ({
  title: "Add a source",
  done: (answer?.sources.length ?? 0) > 0,
  text: "An MCP server or an API, with the tools your agents need.",
  action: (
    <LinkButton to="/sources" search={{ add: true }}>
      Add a source
    </LinkButton>
  ),
});

const accountStep = (providers: AnswerOf<"GET /connections">["providers"]): Step => ({
  title: "Connect an account",
  done: providers.some(
    ({ personal, team, fromEnvironment }) => personal.length + team.length > 0 || fromEnvironment,
  ),
  text: "Some tools act in your name at a service, such as Granola.",
  action: <LinkButton to="/connections">Connect an account</LinkButton>,
});

const Waiting = ({ isConnected }: { isConnected: boolean }) => (
  <span className="inline-flex items-center gap-1.5">
    <LoaderCircle className="size-4 animate-spin" aria-hidden />
    {isConnected ? "Connected. Waiting for its first call…" : "Waiting for the first call…"}
  </span>
);

function StepRow({ title, done, text, action, more }: Step) {
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon className={`size-5 shrink-0 ${done ? "text-good" : "text-quiet"}`} aria-hidden />
        <div className="flex min-w-0 grow basis-56 flex-col">
          <h3 className="font-medium">
            {title}
            {done && <span className="sr-only">, done</span>}
          </h3>
          <p role={more ? "status" : undefined} className="text-sm text-quiet">
            {text}
          </p>
        </div>
        {!done && action}
      </div>
      {!done && more}
    </li>
  );
}
