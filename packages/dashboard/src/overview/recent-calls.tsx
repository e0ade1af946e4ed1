import { Activity } from "lucide-react";
import { OutcomeBadge } from "../activity/outcome-badge.tsx";
import { useAnswer } from "../api/use-answer.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Time } from "../ui/time.tsx";

const shownCalls = 6;

export function RecentCalls() {
  const calls = useAnswer("GET /calls", { query: { limit: shownCalls } });
  return (
    <Loaded of={calls} rows={1}>
      {({ calls }) =>
        calls.length === 0 ? (
          <EmptyState icon={Activity} title="No calls yet">
            They appear here as soon as an agent calls a tool.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card">
            {calls.map(({ id, path, outcome, via, at }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
                <code className="min-w-0 grow basis-48 truncate font-medium">{path}</code>
                <OutcomeBadge outcome={outcome} />
                <span className="text-quiet">{via}</span>
                <span className="text-quiet">
                  <Time at={at} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
