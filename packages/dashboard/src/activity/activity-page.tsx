import { getRouteApi } from "@tanstack/react-router";
import { Activity, Pause, Play, Radio } from "lucide-react";
import { useState } from "react";
import type { CallsQuery } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useAllEndpoints } from "../api/use-endpoints.ts";
import { useSession } from "../api/use-session.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failed } from "../ui/failed.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { Segments } from "../ui/segments.tsx";
import { showFailure } from "../ui/show-failure.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { CallRow } from "./call-row.tsx";
import { doorOptions, doorValue, toDoorFilter } from "./door-filter.ts";
import { outcomes } from "./outcomes.ts";
import { type LiveCalls, useLiveCalls } from "./use-live-calls.ts";

const route = getRouteApi("/shell/activity");
const outcomeOptions = [
  { value: "", label: "Any outcome" },
  ...Object.entries(outcomes).map(([value, { label }]) => ({ value, label })),
];
const scopes = [
  { value: "me", label: "Mine" },
  { value: "all", label: "Everyone’s" },
] as const;

export function ActivityPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const { isAdmin } = useSession();
  const [paused, setPaused] = useState(false);
  const live = useLiveCalls(filter, paused);
  const endpoints = useAllEndpoints();
  const members = useAnswer("GET /members", {}, { enabled: isAdmin && filter.of === "all" });
  const doors = doorOptions(endpoints, filter);
  const narrow = (changes: CallsQuery) =>
    navigate({
      search: (before) => ({
        ...before,
        ...changes,
        of: (changes.of ?? before.of) === "all" ? "all" : undefined,
      }),
      replace: true,
    });

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Activity"
        action={
          <div className="flex items-center gap-3">
            <LiveBadge state={live.state} />
            <Button onClick={() => setPaused(!paused)}>
              {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
              {paused ? "Resume" : "Pause"}
            </Button>
          </div>
        }
      >
        Every call, as it happens. Secrets in arguments are masked before they are stored.
      </PageHeader>
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex grow basis-60">
          <SearchInput
            label="Filter by path"
            placeholder="Part of a path"
            value={filter.path ?? ""}
            onChange={(path) => narrow({ path: path || undefined })}
          />
        </div>
        <Choice
          aria-label="Outcome"
          value={filter.outcome ?? ""}
          options={outcomeOptions}
          onChange={(outcome) => narrow({ outcome: outcome || undefined })}
        />
        <Choice
          aria-label="Called through"
          value={doorValue(filter)}
          options={[{ value: "", label: "All clients" }, ...doors]}
          onChange={(door) => narrow(toDoorFilter(door))}
          className="max-w-48"
        />
        {isAdmin && (
          <Segments
            label="Whose calls"
            value={filter.of ?? "me"}
            options={scopes}
            onChange={(of) => narrow({ of })}
          />
        )}
      </div>
      <Calls
        live={live}
        nameOf={
          filter.of === "all"
            ? (userId) =>
                userId === "team"
                  ? "the team"
                  : (members.data?.members.find(({ id }) => id === userId)?.name ?? "Former member")
            : undefined
        }
        onClear={
          filter.path || filter.outcome || filter.via || filter.endpoint
            ? () => narrow({ path: undefined, outcome: undefined, ...toDoorFilter("") })
            : undefined
        }
      />
    </div>
  );
}

function LiveBadge({ state }: { state: LiveCalls["state"] }) {
  return (
    <span role="status">
      {state === "live" && (
        <Badge tone="good" icon={Radio}>
          Live
        </Badge>
      )}
      {state === "paused" && <Badge icon={Pause}>Paused</Badge>}
      {state === "connecting" && <Badge tone="warn">Connecting…</Badge>}
    </span>
  );
}

interface CallsProps {
  live: LiveCalls;
  nameOf: ((userId: string) => string) | undefined;
  onClear: (() => void) | undefined;
}

function Calls({ live: { calls, error, hasOlder, searched, loadOlder }, nameOf, onClear }: CallsProps) {
  const [loading, setLoading] = useState(false);
  if (!calls)
    return error ? (
      <Failed error={error} onRetry={() => location.reload()} />
    ) : (
      <Skeleton rows={6} className="h-12" />
    );
  const load = () => {
    setLoading(true);
    loadOlder()
      .finally(() => setLoading(false))
      .catch(showFailure);
  };
  if (calls.length === 0 && hasOlder) {
    return (
      <EmptyState
        icon={Activity}
        title={`No match among the latest ${searched.toLocaleString("en")} calls`}
        action={
          <Button onClick={load} busy={loading}>
            Search older calls
          </Button>
        }
      />
    );
  }
  if (calls.length === 0) {
    return onClear ? (
      <EmptyState
        icon={Activity}
        title="No call matches"
        action={<Button onClick={onClear}>Clear the filters</Button>}
      />
    ) : (
      <EmptyState icon={Activity} title="No calls yet">
        They appear here as soon as an agent calls a tool.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ul
        aria-label="Calls"
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card"
      >
        {calls.map((call) => (
          <CallRow key={call.id} call={call} who={nameOf?.(call.userId)} />
        ))}
      </ul>
      {hasOlder && (
        <Button onClick={load} busy={loading} className="self-center">
          Load older
        </Button>
      )}
    </div>
  );
}
