import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { useSession } from "../api/use-session.ts";
import { LinkButton } from "../ui/button/link-button.tsx";
import { Segments } from "../ui/form/segments.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { Section } from "../ui/page/section.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { Skeleton } from "../ui/state/skeleton.tsx";
import { Attention } from "./attention.tsx";
import { Metrics } from "./metrics.tsx";
import { Rankings } from "./rankings.tsx";
import { RecentCalls } from "./recent-calls.tsx";
import { readSetup, writeSetup } from "./setup-state.ts";
import { useCallNews } from "./use-call-news.ts";

// The set-up of clients is below everything, or only for newcomers.
const Checklist = lazy(() => import("./checklist.tsx").then(({ Checklist }) => ({ default: Checklist })));
const QuickStart = lazy(() =>
  import("./quick-start.tsx").then(({ QuickStart }) => ({ default: QuickStart })),
);

const route = getRouteApi("/shell/");
const ranges = [
  { value: "24h", label: "24 hours" },
  { value: "7d", label: "7 days" },
] as const;
const scopes = [
  { value: "me", label: "Mine" },
  { value: "all", label: "Everyone’s" },
] as const;
const refreshMs = 60_000;

export function OverviewPage() {
  const { range, of } = route.useSearch();
  const navigate = route.useNavigate();
  const { isAdmin } = useSession();
  const status = useAnswer("GET /status", {});
  const stats = useAnswer("GET /stats", { query: { range, of } }, { refreshMs });
  const setup = useSetup();
  useCallNews(isAdmin ? of : undefined);

  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Overview">Every tool your agents need, behind one MCP endpoint.</PageHeader>
      <Attention />
      {setup.isShown && (
        <Suspense fallback={<Skeleton rows={4} />}>
          <Checklist onDismiss={setup.dismiss} />
        </Suspense>
      )}
      {!setup.isNew && (
        <Section
          title={of === "all" ? "Everyone’s calls" : "Your calls"}
          action={
            <div className="flex flex-wrap gap-2">
              {isAdmin && (
                <Segments
                  label="Whose calls"
                  value={of ?? "me"}
                  options={scopes}
                  onChange={(of) =>
                    navigate({
                      search: (before) => ({ ...before, of: of === "all" ? of : undefined }),
                      replace: true,
                    })
                  }
                />
              )}
              <Segments
                label="Time range"
                value={range ?? "24h"}
                options={ranges}
                onChange={(range) =>
                  navigate({
                    search: (before) => ({ ...before, range: range === "7d" ? range : undefined }),
                    replace: true,
                  })
                }
              />
            </div>
          }
        >
          <Loaded of={stats} rows={2} className="h-40">
            {(stats) => <Metrics stats={stats} />}
          </Loaded>
        </Section>
      )}
      {!setup.isNew && (
        <div className="grid grid-cols-1 gap-x-6 gap-y-8 lg:grid-cols-2">
          {stats.data && stats.data.total.calls > 0 && <Rankings stats={stats.data} of={of} />}
          <Section
            title="Recent calls"
            hint="Select one to see all of it."
            action={
              <LinkButton to="/activity" search={of ? { of } : {}}>
                All activity
              </LinkButton>
            }
          >
            <RecentCalls of={of} />
          </Section>
        </div>
      )}
      {!setup.isShown && !setup.isLoading && (
        <Section
          title="Connect a client"
          hint="Give your MCP client this endpoint, then ask it for something."
        >
          <Loaded of={status} rows={1}>
            {(status) => (
              <Suspense fallback={<Skeleton rows={1} />}>
                <QuickStart status={status} />
              </Suspense>
            )}
          </Loaded>
        </Section>
      )}
    </div>
  );
}

/** Whether the checklist is shown: from a start without calls until it is dismissed. */
function useSetup() {
  const { id } = useSession();
  const calls = useAnswer("GET /calls", { query: { limit: 1 } });
  const [isDismissed, setDismissed] = useState(false);
  const state = isDismissed ? "dismissed" : readSetup(id);
  const isNew = calls.data?.latest === 0;
  if (isNew && state === null) writeSetup(id, "started");
  return {
    isLoading: calls.isPending,
    /** Nothing was ever called: there is nothing to show but the first steps. */
    isNew: isNew && state !== "dismissed",
    isShown: state === "started" || (isNew && state === null),
    dismiss() {
      writeSetup(id, "dismissed");
      setDismissed(true);
    },
  };
}
