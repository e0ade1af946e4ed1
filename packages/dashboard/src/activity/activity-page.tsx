import { getRouteApi, useParams, useRouter } from "@tanstack/react-router";
import { Activity, Pause, Play, Settings2 } from "lucide-react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button/button.tsx";
import { LinkButton } from "../ui/button/link-button.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { Failed } from "../ui/state/failed.tsx";
import { Skeleton } from "../ui/state/skeleton.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";
import type { ActivitySearch } from "./activity-search.ts";
import { CallPage } from "./call/call-page.tsx";
import { TracePage } from "./call/trace-page.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { noFilters, toCallsQuery } from "./filters/calls-query.ts";
import { FilterBar } from "./filters/filter-bar.tsx";
import { CallList, focusCall, isListHidden, isReadingCalls } from "./list/call-list.tsx";
import { callItem, groupCalls, type ListItem } from "./list/group-calls.ts";
import { LiveBadge } from "./live/live-badge.tsx";
import { LostNotice } from "./live/lost-notice.tsx";
import { type LiveCalls, useLiveCalls } from "./live/use-live-calls.ts";
import { ResultsDialog } from "./results-dialog.tsx";

const route = getRouteApi("/shell/activity");

/** The list, and beside it the call or the trace that is open; on a narrow screen one or the other. */
export function ActivityPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { isAdmin } = useSession();
  const [paused, setPaused] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const query = toCallsQuery(search);
  const live = useLiveCalls(query, paused, isReadingCalls);
  // A search is for the calls that match, not for the traces they are in.
  const canGroup = !search.q && !search.outcome && !search.path && !search.trace;
  const isGrouped = canGroup && search.view !== "calls";
  const items = useMemo(
    () => (isGrouped ? groupCalls(live.calls ?? []) : (live.calls ?? []).map(callItem)),
    [live.calls, isGrouped],
  );
  const { id, trace } = useParams({ strict: false });
  const isOpen = id !== undefined || trace !== undefined;
  const openKey = trace === undefined ? keyOfCall(items, Number(id)) : `trace:${trace}`;
  useKeptPlace(isOpen, openKey);
  const seenSources = useMemo(
    () => [...new Set((live.calls ?? []).map(({ path }) => path.split(".", 1)[0] ?? path))],
    [live.calls],
  );
  const narrow = (changes: ActivitySearch) =>
    navigate({ to: ".", search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });

  return (
    <div className="flex flex-col gap-6">
      <div className={`flex flex-col gap-5 ${isOpen ? "max-xl:hidden" : ""}`}>
        <PageHeader
          title="Activity"
          aside={isOpen}
          action={
            <div className="flex flex-wrap items-center gap-2">
              <LiveBadge state={live.state} />
              <Button onClick={() => setPaused(!paused)}>
                {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
                {paused ? "Resume" : "Pause"}
              </Button>
              <ExportMenu query={query} />
              {isAdmin && (
                <Button
                  size="icon"
                  aria-label="Kept results"
                  title="Kept results"
                  onClick={() => setSetting(true)}
                >
                  <Settings2 aria-hidden />
                </Button>
              )}
            </div>
          }
        >
          Every call, as it happens. Secrets in arguments are masked before they are stored.
        </PageHeader>
        <FilterBar search={search} canGroup={canGroup} seenSources={seenSources} onChange={narrow} />
        {live.state === "lost" && <LostNotice at={live.lostAt} />}
      </div>
      <div className={`grid items-start gap-6 ${isOpen ? "xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]" : ""}`}>
        <div className={`flex min-w-0 flex-col gap-3 ${isOpen ? "max-xl:hidden" : ""}`}>
          <Calls
            live={live}
            items={items}
            openKey={openKey}
            isEverybodys={search.of === "all"}
            onClear={hasFilters(search) ? () => narrow(noFilters) : undefined}
          />
        </div>
        {id !== undefined && <CallPage key={id} id={id} />}
        {trace !== undefined && <TracePage key={trace} trace={trace} />}
      </div>
      {isSetting && <ResultsDialog onClose={() => setSetting(false)} />}
    </div>
  );
}

const hasFilters = (search: ActivitySearch): boolean =>
  Object.keys(noFilters).some((name) => search[name as keyof typeof noFilters] !== undefined);

/** Of the item that is the call, or has it. */
const keyOfCall = (items: readonly ListItem[], id: number): string | undefined =>
  items.find((item) =>
    item.kind === "call" ? item.call.id === id : item.calls.some((member) => member.id === id),
  )?.key;

/** Where the list was: after a call is closed, the scroll position and the focus are there again. */
function useKeptPlace(isOpen: boolean, openKey: string | undefined): void {
  const router = useRouter();
  const scrolled = useRef(0);
  const wasHidden = useRef(false);
  const lastKey = useRef(openKey);
  if (openKey !== undefined) lastKey.current = openKey;

  useLayoutEffect(() => {
    if (isOpen) {
      // On a narrow screen the call is in place of the list.
      wasHidden.current = isListHidden();
      if (wasHidden.current) scrollTo(0, 0);
      return;
    }
    if (wasHidden.current) scrollTo(0, scrolled.current);
    const keep = () => {
      scrolled.current = scrollY;
    };
    addEventListener("scroll", keep, { passive: true });
    return () => removeEventListener("scroll", keep);
  }, [isOpen]);

  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, toLocation }) => {
        const isClosing =
          fromLocation?.pathname.startsWith("/activity/") && toLocation.pathname === "/activity";
        const key = lastKey.current;
        // The page's heading gets the focus first.
        if (isClosing && key !== undefined) setTimeout(() => focusCall(key));
      }),
    [router],
  );
}

interface CallsProps {
  live: LiveCalls;
  items: readonly ListItem[];
  openKey: string | undefined;
  /** Whether each call says whose it is. */
  isEverybodys: boolean;
  onClear: (() => void) | undefined;
}

function Calls({ live, items, openKey, isEverybodys, onClear }: CallsProps) {
  const { calls, error, hasOlder, searched, loadOlder } = live;
  const [loading, setLoading] = useState(false);
  /** How many calls there were when the last search began: one that found none is not repeated without a click. */
  const before = useRef(-1);
  const nameOf = useNames(isEverybodys);
  if (error && (!calls || live.isStale)) return <Failed error={error} onRetry={live.retry} />;
  if (!calls) return <Skeleton rows={6} className="h-11" />;

  function load() {
    if (loading || !calls) return;
    before.current = calls.length;
    setLoading(true);
    loadOlder()
      .finally(() => setLoading(false))
      .catch(showFailure);
  }

  if (calls.length === 0 && hasOlder)
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
  if (calls.length === 0 && onClear)
    return (
      <EmptyState
        icon={Activity}
        title="No call matches"
        action={<Button onClick={onClear}>Clear the filters</Button>}
      />
    );
  if (calls.length === 0)
    return (
      <EmptyState
        icon={Activity}
        title="No calls yet"
        action={<LinkButton to="/">Connect a client</LinkButton>}
      >
        They appear here as soon as an agent calls a tool.
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-4">
      <CallList
        items={items}
        openKey={openKey}
        nameOf={nameOf}
        waiting={live.waiting}
        isStale={live.isStale}
        hasOlder={hasOlder}
        onShowWaiting={live.showWaiting}
        onEnd={() => before.current !== calls.length && load()}
      />
      {hasOlder && (
        <Button onClick={load} busy={loading} className="self-center">
          Load older
        </Button>
      )}
    </div>
  );
}

function useNames(isNeeded: boolean): ((userId: string) => string) | undefined {
  const { isAdmin } = useSession();
  const members = useAnswer("GET /members", {}, { enabled: isAdmin && isNeeded });
  if (!isNeeded) return undefined;
  const names = new Map(members.data?.members.map(({ id, name }) => [id, name]));
  return (userId) => (userId === "team" ? "the team" : (names.get(userId) ?? "Former member"));
}
