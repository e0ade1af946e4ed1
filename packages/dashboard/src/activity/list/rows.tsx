import { Link } from "@tanstack/react-router";
import { Layers } from "lucide-react";
import type { ReactNode } from "react";
import { OutcomeBadge } from "../../ui/badge/outcome-badge.tsx";
import { hasEnded } from "../../ui/badge/outcomes.ts";
import { duration } from "../../ui/text/duration.ts";
import { plural } from "../../ui/text/plural.ts";
import { Time } from "../../ui/text/time.tsx";
import { type CallItem, spanOf, type TraceItem, worstOutcome } from "./group-calls.ts";

interface RowProps {
  isCompact: boolean;
  isOpen: boolean;
  tabIndex: 0 | -1;
}

const look = "block size-full px-4 text-left text-sm -outline-offset-2 hover:bg-hover";
const openLook = "bg-accent-soft hover:bg-accent-soft";
const keepSearch = true;

export function CallRow({
  item: { key, call },
  who,
  isOpen,
  isCompact,
  tabIndex,
}: RowProps & { item: CallItem; who: string | undefined }) {
  const { id, at, path, outcome, via, client, durationMs, error } = call;
  return (
    <Link
      to="/activity/$id"
      params={{ id: String(id) }}
      search={keepSearch}
      resetScroll={false}
      data-row={key}
      tabIndex={tabIndex}
      aria-current={isOpen || undefined}
      className={`${look} ${isOpen ? openLook : ""}`}
    >
      <Cells
        isCompact={isCompact}
        title={<code className="truncate font-medium">{path}</code>}
        note={error}
        outcome={outcome}
        from={joined([who, via, client])}
        durationMs={hasEnded(outcome) ? durationMs : undefined}
        at={at}
      />
    </Link>
  );
}

export function TraceRow({ item, isOpen, isCompact, tabIndex }: RowProps & { item: TraceItem }) {
  const { key, traceId, calls } = item;
  const { start, ms } = spanOf(calls);
  const paths = [...new Set(calls.map(({ path }) => path).reverse())];
  return (
    <Link
      to="/activity/traces/$trace"
      params={{ trace: traceId }}
      search={keepSearch}
      resetScroll={false}
      data-row={key}
      tabIndex={tabIndex}
      aria-current={isOpen || undefined}
      className={`${look} ${isOpen ? openLook : ""}`}
    >
      <Cells
        isCompact={isCompact}
        title={
          <>
            <span className="inline-flex shrink-0 items-center gap-1.5 rounded-md border border-line px-1.5 py-px text-xs font-medium">
              <Layers className="size-3.5 text-quiet" aria-hidden />
              {plural(calls.length, "call")}
            </span>
            <code className="truncate font-medium">{joinedPaths(paths)}</code>
          </>
        }
        note={null}
        outcome={worstOutcome(calls)}
        from={joined(calls.flatMap(({ via, client }) => [via, client]))}
        durationMs={ms}
        at={start}
      />
    </Link>
  );
}

/** What they have in common once: `notes.{create, list}`. */
function joinedPaths(paths: readonly string[]): string {
  const [first = "", ...others] = paths;
  if (others.length === 0) return first;
  const parts = first.split(".");
  let prefix = "";
  for (const part of parts.slice(0, -1)) {
    const longer = `${prefix}${part}.`;
    if (!others.every((path) => path.startsWith(longer))) break;
    prefix = longer;
  }
  const names = paths.map((path) => path.slice(prefix.length)).join(", ");
  return prefix === "" ? names : `${prefix}{${names}}`;
}

/** Each once. */
const joined = (names: readonly (string | undefined)[]): string =>
  [...new Set(names.filter(Boolean))].join(" · ");

interface CellsProps {
  isCompact: boolean;
  title: ReactNode;
  /** Why it failed. */
  note: string | null;
  outcome: string;
  from: string;
  /** Nothing while it runs. */
  durationMs: number | undefined;
  at: number;
}

/** One line where there is room, else two. */
function Cells({ isCompact, title, note, outcome, from, durationMs, at }: CellsProps) {
  const took = durationMs === undefined ? "" : duration(durationMs);
  if (isCompact)
    return (
      <span className="flex h-full flex-col justify-center gap-1">
        <span className="flex min-w-0 items-center justify-between gap-3">
          <span className="flex min-w-0 items-center gap-2">{title}</span>
          <span className="shrink-0">
            <OutcomeBadge outcome={outcome} />
          </span>
        </span>
        <span className="flex min-w-0 items-center justify-between gap-3 text-xs text-quiet">
          <span className="truncate">{note ?? from}</span>
          <span className="flex shrink-0 gap-2 tabular-nums">
            <span>{took}</span>
            <Time at={at} />
          </span>
        </span>
      </span>
    );
  return (
    <span className="grid h-full grid-cols-[minmax(0,1fr)_10.75rem_minmax(0,12rem)_5rem_7rem] items-center gap-x-4">
      <span className="flex min-w-0 items-center gap-2">
        {title}
        {note && <span className="min-w-0 shrink-[99] truncate text-quiet">{note}</span>}
      </span>
      <span className="min-w-0">
        <OutcomeBadge outcome={outcome} />
      </span>
      <span className="truncate text-quiet">{from}</span>
      <span className="text-right text-quiet tabular-nums">{took}</span>
      <span className="text-right text-quiet">
        <Time at={at} />
      </span>
    </span>
  );
}
