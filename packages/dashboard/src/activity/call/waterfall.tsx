import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { CallEntry } from "toolshed/api";
import { hasEnded, outcomes } from "../../ui/badge/outcomes.ts";
import { Button } from "../../ui/button/button.tsx";
import { duration } from "../../ui/text/duration.ts";
import { plural } from "../../ui/text/plural.ts";
import { spanOf } from "../list/group-calls.ts";

const firstRows = 100;
const barColors = {
  good: "bg-accent",
  bad: "bg-bad-strong",
  warn: "bg-warn",
  accent: "bg-accent",
  plain: "bg-edge",
};

/** The calls of a trace in the order of their starts, each with a bar to scale. */
export function Waterfall({ calls, openId }: { calls: readonly CallEntry[]; openId?: number }) {
  const [isWhole, setWhole] = useState(false);
  const { start, ms } = spanOf(calls);
  const scale = Math.max(1, ms);
  const shown = isWhole ? calls : calls.slice(0, firstRows);
  return (
    <div className="flex flex-col gap-2">
      <div className="overflow-hidden rounded-xl border border-line bg-card">
        <div
          aria-hidden
          className="flex justify-between border-b border-line px-3 py-1.5 text-xs text-quiet tabular-nums"
        >
          <span>0 ms</span>
          {ms > 0 && <span>{duration(ms / 2)}</span>}
          {ms > 0 && <span>{duration(ms)}</span>}
        </div>
        <ol aria-label="Calls of the trace" className="divide-y divide-line">
          {shown.map((call) => (
            <Bar key={call.id} call={call} start={start} scale={scale} isOpen={call.id === openId} />
          ))}
        </ol>
      </div>
      {shown.length < calls.length && (
        <Button size="small" className="self-start" onClick={() => setWhole(true)}>
          Show all {plural(calls.length, "call")}
        </Button>
      )}
    </div>
  );
}

interface BarProps {
  call: CallEntry;
  start: number;
  scale: number;
  isOpen: boolean;
}

function Bar({ call: { id, path, at, durationMs, outcome }, start, scale, isOpen }: BarProps) {
  const { label, tone, icon: Icon } = outcomes[outcome] ?? { label: outcome, tone: "plain" as const };
  const offset = at - start;
  const left = (offset / scale) * 100;
  const width = Math.min(100 - left, (durationMs / scale) * 100);
  const took = hasEnded(outcome) ? duration(durationMs) : "";
  return (
    <li>
      <Link
        to="/activity/$id"
        params={{ id: String(id) }}
        search
        resetScroll={false}
        aria-current={isOpen || undefined}
        className={`flex flex-col gap-1 px-3 py-2 text-sm -outline-offset-2 ${isOpen ? "bg-accent-soft" : "hover:bg-hover"}`}
      >
        <span className="flex min-w-0 items-center gap-2">
          {Icon && (
            <Icon className={`size-4 shrink-0 ${tone === "bad" ? "text-bad" : "text-quiet"}`} aria-hidden />
          )}
          <code className="min-w-0 grow truncate font-medium">{path}</code>
          <span className="sr-only">
            {`, ${label}, starts after ${duration(offset)}${took && `, takes ${took}`}`}
          </span>
          <span aria-hidden className="shrink-0 text-xs text-quiet tabular-nums">
            {took || label}
          </span>
        </span>
        <span aria-hidden className="relative block h-1.5 rounded-full bg-sunken">
          <span
            style={{ left: `min(${left}%, calc(100% - 3px))`, width: `max(3px, ${width}%)` }}
            className={`absolute inset-y-0 rounded-full ${barColors[tone]}`}
          />
        </span>
      </Link>
    </li>
  );
}
