import { useEffect, useRef } from "react";
import type { RunState } from "./use-run.ts";

/** How far a call has come, as its tool says. */
export function RunProgress({ progress }: { progress: RunState["progress"] }) {
  const total = progress?.total;
  const isKnown = progress !== undefined && typeof total === "number" && total > 0;
  const percent = isKnown ? Math.min(100, Math.max(0, (progress.progress / total) * 100)) : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div
        role="progressbar"
        aria-label="Progress"
        {...(percent !== undefined && {
          "aria-valuenow": Math.round(percent),
          "aria-valuemin": 0,
          "aria-valuemax": 100,
        })}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full bg-accent transition-[width] ${percent === undefined ? "w-1/3 animate-pulse" : ""}`}
          {...(percent !== undefined && { style: { width: `${percent}%` } })}
        />
      </div>
      {progress && (
        <p className="text-sm break-words text-quiet">
          {progress.message && `${progress.message} · `}
          {progress.progress.toLocaleString("en")}
          {total !== undefined && ` of ${total.toLocaleString("en")}`}
        </p>
      )}
    </div>
  );
}

const tones: Record<string, string> = {
  debug: "text-quiet",
  notice: "text-accent",
  warning: "text-warn",
  error: "text-bad",
  critical: "text-bad",
  alert: "text-bad",
  emergency: "text-bad",
};

/** The log messages of a call. The latest stays in sight, unless one has scrolled up. */
export function RunLog({ log }: Pick<RunState, "log">) {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what moves the list
  useEffect(() => {
    if (isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [log]);
  if (log.length === 0) return null;
  return (
    <section aria-label="Log" className="flex min-w-0 flex-col gap-1.5">
      <h3 className="text-sm font-medium">Log</h3>
      <div
        ref={list}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable
        tabIndex={0}
        aria-label="Log messages"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 20;
        }}
        className="max-h-48 overflow-auto rounded-lg border border-line bg-sunken p-2 font-mono text-xs"
      >
        {log.map(({ number, level, logger, text }) => (
          <p key={number} className="flex gap-2 py-0.5">
            <span className={`shrink-0 ${tones[level] ?? ""}`}>{level}</span>
            <span className="min-w-0 break-words whitespace-pre-wrap">
              {logger && <span className="text-quiet">{logger}: </span>}
              {text}
            </span>
          </p>
        ))}
      </div>
    </section>
  );
}
