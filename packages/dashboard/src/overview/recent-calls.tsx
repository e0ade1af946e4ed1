import { Link } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { useAnswer } from "../api/use-answer.ts";
import { OutcomeBadge } from "../ui/badge/outcome-badge.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { Time } from "../ui/text/time.tsx";

const shownCalls = 6;

export function RecentCalls({ of }: { of: "all" | undefined }) {
  const calls = useAnswer("GET /calls", { query: { limit: shownCalls, of } });
  return (
    <Loaded of={calls} rows={1}>
      {({ calls }) =>
        calls.length === 0 ? (
          <EmptyState icon={Activity} title="No calls yet">
            They appear here as soon as an agent calls a tool.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card">
            {calls.map(({ id, path, outcome, at }) => (
              <li key={id}>
                <Link
                  to="/activity/$id"
                  params={{ id: String(id) }}
                  search={of ? { of } : {}}
                  className="flex items-center gap-3 px-4 py-2 text-sm -outline-offset-2 hover:bg-hover"
                >
                  <code className="min-w-0 grow truncate text-[0.8125rem] font-medium">{path}</code>
                  <span className="shrink-0">
                    <OutcomeBadge outcome={outcome} />
                  </span>
                  <span className="w-28 shrink-0 text-right text-quiet">
                    <Time at={at} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
