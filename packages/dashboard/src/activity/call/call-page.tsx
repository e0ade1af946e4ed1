import { SearchX, SquareTerminal } from "lucide-react";
import { useEffect } from "react";
import type { CallAnswer, CallEntry } from "toolshed/api";
import { useAnswer } from "../../api/use-answer.ts";
import { useSession } from "../../api/use-session.ts";
import { remember } from "../../tools/console/memory.ts";
import { OutcomeBadge } from "../../ui/badge/outcome-badge.tsx";
import { hasEnded } from "../../ui/badge/outcomes.ts";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { LinkButton } from "../../ui/button/link-button.tsx";
import { Section } from "../../ui/page/section.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { Loaded } from "../../ui/state/loaded.tsx";
import { Problem } from "../../ui/state/problem.tsx";
import { duration } from "../../ui/text/duration.ts";
import { plural } from "../../ui/text/plural.ts";
import { Time } from "../../ui/text/time.tsx";
import { isSession, traceOf } from "../list/group-calls.ts";
import { parseArguments, prettyArguments } from "./arguments.ts";
import { Facts } from "./facts.tsx";
import { KeptResult } from "./kept-result.tsx";
import { Pane } from "./pane.tsx";
import { ReplayButton, ReplayResult, useReplay } from "./replay.tsx";
import { Timings } from "./timings.tsx";
import { Waterfall } from "./waterfall.tsx";

const askAgainMs = 2_000;

/** One call: its caller, arguments, result and timings. */
export function CallPage({ id }: { id: string }) {
  const answer = useAnswer("GET /calls/:id", { params: { id } });
  const call = answer.data;
  const { refetch } = answer;
  const isOpen = call !== undefined && (call.outcome === "started" || call.outcome === "waiting");
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(refetch, askAgainMs);
    return () => clearInterval(timer);
  }, [isOpen, refetch]);

  const replay = useReplay(call);
  return (
    <Pane
      title={call?.path ?? `Call ${id}`}
      facts={
        call && (
          <>
            <OutcomeBadge outcome={call.outcome} />
            {hasEnded(call.outcome) && <span>{duration(call.durationMs)}</span>}
            <Time at={call.at} />
          </>
        )
      }
      actions={
        call && (
          <>
            {call.canReplay && <ReplayButton replay={replay} />}
            {call.tool.exists && <OpenInConsole call={call} />}
          </>
        )
      }
    >
      {call && <ReplayResult path={call.path} state={replay.state} />}
      {answer.error?.status === 404 ? (
        <EmptyState
          icon={SearchX}
          title="There is no such call"
          action={
            <LinkButton to="/activity" search={{}}>
              All calls
            </LinkButton>
          }
        >
          It may be older than the gateway keeps calls, or belong to another person.
        </EmptyState>
      ) : (
        <Loaded of={answer} rows={4}>
          {(call) => <Parts call={call} />}
        </Loaded>
      )}
    </Pane>
  );
}

function Parts({ call }: { call: CallAnswer }) {
  const { outcome, error, note, timings } = call;
  const trace = traceOf(call);
  return (
    <>
      {outcome === "unknown" && (
        <p className="text-sm">
          The gateway stopped while this call ran. Check what it did before you repeat it.
        </p>
      )}
      {error !== null && <Problem>{error}</Problem>}
      {note !== null && <p className="text-sm">{note}</p>}
      <Section
        title="Arguments"
        hint={call.isMasked ? "Secrets are masked, and long arguments are cut." : undefined}
        action={<CopyButton text={prettyArguments(call.arguments)} />}
      >
        <pre className="max-h-80 overflow-auto rounded-lg bg-sunken p-3 text-[0.8125rem] break-words whitespace-pre-wrap">
          {prettyArguments(call.arguments)}
        </pre>
      </Section>
      <KeptResult call={call} />
      {timings !== null && (
        <Section title="Timings">
          <Timings timings={timings} />
        </Section>
      )}
      <Section title="Details">
        <Facts call={call} />
      </Section>
      {trace !== null && <Trace trace={trace} call={call} />}
    </>
  );
}

/** The other calls of the trace, if there are any. */
function Trace({ trace, call }: { trace: string; call: CallEntry }) {
  const { isAdmin } = useSession();
  const of = isAdmin ? "all" : "me";
  const { data } = useAnswer("GET /calls/traces/:id", { params: { id: trace }, query: { of } });
  const calls = data?.calls ?? [];
  if (calls.length < 2) return null;
  const kind = trace === call.runId ? "run" : isSession(trace) ? "session" : "trace";
  return (
    <Section
      title={`Part of a ${kind} of ${plural(calls.length, "call")}`}
      action={
        <LinkButton to="/activity/traces/$trace" params={{ trace }} search resetScroll={false} size="small">
          Open the {kind}
        </LinkButton>
      }
    >
      <Waterfall calls={calls} openId={call.id} />
    </Section>
  );
}

/** The tool's page, with the arguments of this call filled in. Nothing runs there until it is asked for. */
function OpenInConsole({ call: { path, arguments: json, connection } }: { call: CallAnswer }) {
  const { id: userId } = useSession();
  const args = parseArguments(json);
  const fill = () => {
    if (!args) return;
    const text = JSON.stringify(args, undefined, 2);
    remember(userId, path, {
      text,
      connection: connection ?? undefined,
      shown: undefined,
      previous: undefined,
    });
  };
  return (
    <LinkButton to="/tools/$path" params={{ path }} search={{}} size="small" onClick={fill}>
      <SquareTerminal aria-hidden /> {args ? "Open in console with these arguments" : "Open in console"}
    </LinkButton>
  );
}
