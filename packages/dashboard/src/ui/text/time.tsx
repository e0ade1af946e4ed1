import { useNow } from "./use-now.ts";

const steps = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const absolute = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });
const dateOnly = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const maxDays = 60;

/** A moment as people say it, and exactly for who points at it. */
export function Time({ at }: { at: number }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={absolute.format(at)} className="whitespace-nowrap">
      {inWords(at - now)}
    </time>
  );

  function inWords(distanceMs: number): string {
    const size = Math.abs(distanceMs);
    if (size > maxDays * steps[0][1]) return dateOnly.format(at);
    const step = steps.find(([, ms]) => size >= ms);
    return step ? relative.format(Math.round(distanceMs / step[1]), step[0]) : "just now";
  }
}
