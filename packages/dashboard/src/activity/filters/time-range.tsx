import { useState } from "react";
import { Choice } from "../../ui/form/choice.tsx";
import { inputClass } from "../../ui/form/input-class.ts";

const hourMs = 60 * 60 * 1000;
const spans = [
  { value: "hour", label: "Last hour", ms: hourMs },
  { value: "day", label: "Last 24 hours", ms: 24 * hourMs },
  { value: "week", label: "Last 7 days", ms: 7 * 24 * hourMs },
];
const options = [{ value: "", label: "Any time" }, ...spans, { value: "custom", label: "Custom range" }];

interface Range {
  from?: number | undefined;
  to?: number | undefined;
}

/** When the calls were made. */
export function TimeRange({ from, to, onChange }: Range & { onChange(range: Range): void }) {
  /** The span that was chosen, and what it meant at that moment. */
  const [chosen, setChosen] = useState<{ value: string; from?: number }>();
  const isSet = from !== undefined || to !== undefined;
  const isSpan = chosen?.from !== undefined && chosen.from === from && to === undefined;
  const isCustom = chosen?.value === "custom";
  const value = isCustom || isSpan ? chosen.value : isSet ? "set" : "";
  // A link can set any range; the filters below say which.
  const all = value === "set" ? [...options, { value, label: "Selected range" }] : options;

  function choose(next: string) {
    const span = spans.find((one) => one.value === next);
    if (span) {
      const since = Date.now() - span.ms;
      setChosen({ value: next, from: since });
      onChange({ from: since, to: undefined });
    } else {
      setChosen(next === "custom" ? { value: next } : undefined);
      if (next === "") onChange({ from: undefined, to: undefined });
    }
  }

  return (
    <>
      <Choice aria-label="Time range" value={value} options={all} onChange={choose} className="md:max-w-40" />
      {isCustom && (
        <div className="flex min-w-0 flex-wrap gap-2 max-md:col-span-2">
          <Moment label="From" at={from} onChange={(next) => onChange({ from: next, to })} />
          <Moment label="Until" at={to} onChange={(next) => onChange({ from, to: next })} />
        </div>
      )}
    </>
  );
}

interface MomentProps {
  label: string;
  at: number | undefined;
  onChange(at: number | undefined): void;
}

function Moment({ label, at, onChange }: MomentProps) {
  return (
    <label className="flex min-w-0 items-center gap-1.5 text-sm text-quiet max-md:w-full">
      <span className="w-9 shrink-0">{label}</span>
      <input
        type="datetime-local"
        value={at === undefined ? "" : toLocal(at)}
        onChange={({ target }) => onChange(target.value ? new Date(target.value).getTime() : undefined)}
        className={inputClass}
      />
    </label>
  );
}

/** As the browser's field has it: the time of this place, to the minute. */
function toLocal(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
