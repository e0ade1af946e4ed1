import type { CallEntry } from "toolshed/api";
import { duration } from "../../ui/text/duration.ts";

type Stage = keyof NonNullable<CallEntry["timings"]>;

/** In the order in which a call passes them. */
const stages: readonly { stage: Stage; label: string; color: string }[] = [
  { stage: "queue", label: "Queue", color: "bg-edge" },
  { stage: "validate", label: "Validation", color: "bg-warn" },
  { stage: "approval", label: "Approval", color: "bg-bad" },
  { stage: "record", label: "Record", color: "bg-quiet" },
  { stage: "upstream", label: "Tool", color: "bg-accent" },
  { stage: "redact", label: "Masking", color: "bg-good" },
];

/** Where the time of a call went: a bar to scale, and the same in numbers. */
export function Timings({ timings }: { timings: NonNullable<CallEntry["timings"]> }) {
  const spent = stages.flatMap(({ stage, ...look }) => {
    const ms = timings[stage];
    return ms === undefined || ms <= 0 ? [] : [{ stage, ms, ...look }];
  });
  const total = spent.reduce((sum, { ms }) => sum + ms, 0);
  if (total === 0) return <p className="text-sm text-quiet">It took less than a tenth of a millisecond.</p>;
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden className="flex h-2.5 gap-px overflow-hidden rounded-full bg-sunken">
        {spent.map(({ stage, ms, color }) => (
          <div key={stage} style={{ flexGrow: ms }} className={`min-w-0.5 basis-0 ${color}`} />
        ))}
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4 gap-y-1.5 text-sm">
        {spent.map(({ stage, label, ms, color }) => (
          <div key={stage} className="flex items-center gap-2">
            <span aria-hidden className={`size-2.5 shrink-0 rounded-sm ${color}`} />
            <dt className="grow text-quiet">{label}</dt>
            <dd className="tabular-nums">{fine(ms)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Stages often take less than a millisecond. */
const fine = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms));
