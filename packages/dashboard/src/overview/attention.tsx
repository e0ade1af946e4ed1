import { Link } from "@tanstack/react-router";
import { ChevronRight, TriangleAlert } from "lucide-react";
import { useAnswer } from "../api/use-answer.ts";
import { useAllEndpoints } from "../api/use-endpoints.ts";
import { useNow } from "../ui/use-now.ts";
import { findProblems } from "./find-problems.ts";

/** Problems that need attention; nothing if there are none. */
export function Attention() {
  const providers = useAnswer("GET /connections", {});
  const endpoints = useAllEndpoints();
  const calls = useAnswer("GET /calls", { query: { limit: 100 } });
  const problems = findProblems(
    {
      providers: providers.data?.providers ?? [],
      endpoints,
      calls: calls.data?.calls ?? [],
    },
    useNow(),
  );
  if (problems.length === 0) return null;
  return (
    <section aria-label="Needs attention">
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card">
        {problems.map(({ text, to, search }) => (
          <li key={text}>
            <Link
              to={to}
              search={search ?? {}}
              className="flex items-center gap-3 px-4 py-3 text-sm -outline-offset-2 hover:bg-hover"
            >
              <TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden />
              <span className="min-w-0 grow">{text}</span>
              <ChevronRight className="size-4 shrink-0 text-quiet" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
