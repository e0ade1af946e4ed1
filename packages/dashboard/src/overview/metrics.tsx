import type { ReactNode } from "react";
import type { AnswerOf } from "toolshed/api";
import { Card } from "../ui/page/card.tsx";
import { duration } from "../ui/text/duration.ts";
import { plural } from "../ui/text/plural.ts";
import { compact, percent, tokensIn } from "./numbers.ts";
import { Sparkline, type SparklineProps } from "./sparkline.tsx";

type Stats = AnswerOf<"GET /stats">;

/** How calls went, and what search saved, at a glance. */
export function Metrics({ stats }: { stats: Stats }) {
  const { total, points, definitions } = stats;
  const line = (value: (point: Stats["points"][number]) => number | null): SparklineProps["points"] =>
    points.map((point) => ({ at: point.at, value: value(point) }));
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Metric name="Calls" value={total.calls.toLocaleString("en")} note={noteOfCalls(stats)}>
        <Sparkline
          label="Calls"
          form="bars"
          points={line(({ calls }) => calls)}
          format={(calls) => plural(calls, "call")}
          className="text-accent"
        />
      </Metric>
      <Metric
        name="Error rate"
        value={total.calls === 0 ? "–" : percent(total.failed / total.calls)}
        note={`${total.failed.toLocaleString("en")} failed`}
      >
        <Sparkline
          label="Error rate"
          form="bars"
          points={line(({ calls, failed }) => (calls === 0 ? null : failed / calls))}
          format={percent}
          className="text-bad"
        />
      </Metric>
      <Metric
        name="p95 duration"
        value={total.p95Ms === null ? "–" : duration(total.p95Ms)}
        note="95 % of calls were faster"
      >
        <Sparkline
          label="p95 duration"
          form="line"
          points={line(({ p95Ms }) => p95Ms)}
          format={duration}
          className="text-accent"
        />
      </Metric>
      <TokensSaved definitions={definitions} />
    </ul>
  );
}

const noteOfCalls = ({ counting, clients }: Stats): string =>
  counting ? "Still counting older calls…" : `From ${plural(clients.length, "client")}`;

interface MetricProps {
  name: string;
  value: string;
  note: ReactNode;
  children: ReactNode;
}

function Metric({ name, value, note, children }: MetricProps) {
  return (
    <li className="min-w-0">
      <Card className="flex h-full flex-col gap-3 p-4">
        <div className="flex flex-col">
          <h3 className="text-sm text-quiet">{name}</h3>
          <p className="text-2xl font-semibold tracking-tight tabular-nums">{value}</p>
          <p className="text-sm text-quiet">{note}</p>
        </div>
        <div className="mt-auto">{children}</div>
      </Card>
    </li>
  );
}

const dateFormat = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** What clients were sent of tool definitions, beside what listing every tool would have sent. */
function TokensSaved({ definitions }: { definitions: Stats["definitions"] }) {
  const { lists, definedChars, sentChars, since } = definitions;
  const [all, sent] = [tokensIn(definedChars), tokensIn(sentChars)];
  if (lists === 0 || since === null)
    return (
      <Metric name="Tokens saved" value="–" note="Counted when a client lists its tools">
        {null}
      </Metric>
    );
  const saved = Math.max(0, all - sent);
  const share = all === 0 ? 1 : Math.min(1, sent / all);
  return (
    <Metric
      name="Tokens saved"
      value={compact(saved)}
      note={
        saved > 0
          ? `${percent(saved / all)} less than listing every tool`
          : "Few tools: listing all would take less"
      }
    >
      <div className="flex flex-col gap-1.5">
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden className="h-2 w-full">
          <rect width="100" height="8" rx="1" className="fill-accent-soft" />
          <rect width={Math.max(1, share * 100)} height="8" rx="1" className="fill-accent" />
        </svg>
        <p className="text-sm text-quiet">
          Sent {compact(sent)}; all definitions: {compact(all)}. Since {dateFormat.format(since)}.
        </p>
      </div>
    </Metric>
  );
}
