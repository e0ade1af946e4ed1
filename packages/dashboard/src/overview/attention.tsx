import { Link } from "@tanstack/react-router";
import { ChevronRight, CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { useAnswer } from "../api/use-answer.ts";
import { useAllEndpoints } from "../api/use-endpoints.ts";
import { useSession } from "../api/use-session.ts";
import { useNow } from "../ui/text/use-now.ts";
import { findProblems } from "./find-problems.ts";

const refreshMs = 15_000;

/** What needs attention, each with its one next step. */
export function Attention() {
  const { isAdmin } = useSession();
  const providers = useAnswer("GET /connections", {});
  const endpoints = useAllEndpoints();
  const approvals = useAnswer("GET /approvals", {});
  const sources = useAnswer("GET /sources", {}, { enabled: isAdmin, refreshMs });
  const stats = useAnswer("GET /stats", { query: { range: "24h" } });
  const problems = findProblems(
    {
      approvals: approvals.data?.approvals ?? [],
      sources: sources.data?.sources ?? [],
      providers: providers.data?.providers ?? [],
      endpoints,
      stats: stats.data,
    },
    useNow(),
  );
  if (problems.length === 0) {
    const isKnown = providers.data && approvals.data && stats.data && (sources.data || !isAdmin);
    return (
      <p className="flex items-center gap-2 text-sm text-quiet">
        {isKnown && (
          <>
            <CircleCheck className="size-4 text-good" aria-hidden />
            Nothing needs your attention.
          </>
        )}
      </p>
    );
  }
  return (
    <section aria-label="Needs attention">
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card">
        {problems.map(({ text, detail, action, link, isBroken }) => (
          <li key={text}>
            <Link
              {...link}
              className="flex items-center gap-3 px-4 py-3 text-sm -outline-offset-2 hover:bg-hover"
            >
              {isBroken ? (
                <CircleX className="size-4 shrink-0 text-bad" aria-hidden />
              ) : (
                <TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden />
              )}
              <span className="flex min-w-0 grow flex-col gap-x-3 sm:flex-row sm:items-baseline">
                <span className="min-w-0 font-medium break-words">{text}</span>
                {detail && <span className="line-clamp-2 min-w-0 text-quiet sm:line-clamp-1">{detail}</span>}
              </span>
              <span className="flex shrink-0 items-center gap-1 font-medium text-accent">
                {action}
                <ChevronRight className="size-4" aria-hidden />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
