import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AnswerOf } from "toolshed/api";
import { Section } from "../ui/page/section.tsx";
import { duration } from "../ui/text/duration.ts";
import { plural } from "../ui/text/plural.ts";
import { Time } from "../ui/text/time.tsx";
import { problemsSince } from "./find-problems.ts";
import { percent } from "./numbers.ts";

type Stats = AnswerOf<"GET /stats">;

/** Which tools are slow, which fail, and who calls. */
export function Rankings({ stats, of }: { stats: Stats; of: "all" | undefined }) {
  const { slowest, failing, clients, from } = stats;
  const slowestMs = slowest[0]?.averageMs || 1;
  const mostFailed = failing[0]?.failed ?? 1;
  const everyone = of && { of };
  return (
    <>
      <Section title="Slowest tools" hint="By average duration, with at least three runs.">
        <Rows empty="No tool ran three times yet.">
          {slowest.map(({ path, averageMs, calls }) => (
            <Row key={path} share={averageMs / slowestMs} tone="bg-accent-soft">
              <ToolLink path={path} />
              <Link
                to="/activity"
                search={{ path, from, ...everyone }}
                aria-label={`${plural(calls, "run")} of ${path}`}
                className="shrink-0 text-quiet hover:underline"
              >
                {plural(calls, "run")}
              </Link>
              <span className="w-20 shrink-0 text-right font-medium tabular-nums">{duration(averageMs)}</span>
            </Row>
          ))}
        </Rows>
      </Section>
      <Section title="Most failing tools" hint="Select a number to see the calls.">
        <Rows empty="No call failed.">
          {failing.map(({ path, failed, calls }) => (
            <Row key={path} share={failed / mostFailed} tone="bg-bad-soft">
              <ToolLink path={path} />
              <span className="shrink-0 text-quiet">{percent(failed / calls)}</span>
              <Link
                to="/activity"
                search={{ ...problemsSince(from), path, ...everyone }}
                aria-label={`${failed.toLocaleString("en")} failed calls of ${path}`}
                className="w-20 shrink-0 text-right font-medium text-bad tabular-nums hover:underline"
              >
                {failed.toLocaleString("en")} failed
              </Link>
            </Row>
          ))}
        </Rows>
      </Section>
      <Section title="Clients seen" hint="Who called tools, the latest first.">
        <Rows empty="No client has called a tool yet.">
          {clients.map(({ client, calls, lastAt }) => (
            <Row key={client}>
              <span className="min-w-0 grow truncate font-medium">
                {client === "" ? (
                  "Unnamed"
                ) : (
                  <Link to="/activity" search={{ q: client, from, ...everyone }} className="hover:underline">
                    {client}
                  </Link>
                )}
              </span>
              <span className="shrink-0 text-quiet">{plural(calls, "call")}</span>
              <span className="w-28 shrink-0 text-right text-quiet">
                <Time at={lastAt} />
              </span>
            </Row>
          ))}
        </Rows>
      </Section>
    </>
  );
}

function Rows({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  if (children.length === 0)
    return (
      <p className="rounded-xl border border-dashed border-line px-4 py-6 text-center text-sm text-quiet">
        {empty}
      </p>
    );
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card">{children}</ul>
  );
}

function Row({ share, tone, children }: { share?: number; tone?: string; children: ReactNode }) {
  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5 text-sm">
      {share !== undefined && (
        <span
          aria-hidden
          className={`absolute inset-y-1 left-1 rounded-md opacity-60 ${tone}`}
          style={{ width: `calc(${Math.max(0.01, share) * 100}% - 0.5rem)` }}
        />
      )}
      <span className="relative flex min-w-0 grow items-center gap-3">{children}</span>
    </li>
  );
}

const ToolLink = ({ path }: { path: string }) => (
  <Link
    to="/tools/$path"
    params={{ path }}
    search={{}}
    className="min-w-0 grow truncate font-mono text-[0.8125rem] font-medium hover:underline"
  >
    {path}
  </Link>
);
