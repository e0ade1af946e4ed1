import type { ToolGroups } from "toolshed/api";
import { Choice } from "../../ui/form/choice.tsx";
import { kinds } from "../kinds.ts";
import { type Filters, toggleKind } from "./filters.ts";

export interface ToolFiltersProps {
  filters: Filters;
  counts: Pick<ToolGroups, "sources" | "kinds"> | undefined;
  onChange(filters: Filters): void;
}

const inEnglish = (count: number) => count.toLocaleString("en");

/** Filters with the number of tools that each would leave. One that would leave none is not offered. */
export function ToolFilters({ filters, counts, onChange }: ToolFiltersProps) {
  const sources = (counts?.sources ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const total = sources.reduce((sum, { count }) => sum + count, 0);
  const isListed = sources.some(({ id }) => id === filters.source);
  return (
    <div className="flex flex-col gap-2">
      {(sources.length > 1 || filters.source) && (
        <Choice
          aria-label="Source"
          value={filters.source ?? ""}
          options={[
            { value: "", label: `All sources (${inEnglish(total)})` },
            ...sources.map(({ id, count }) => ({ value: id, label: `${id} (${inEnglish(count)})` })),
            ...(filters.source && !isListed
              ? [{ value: filters.source, label: `${filters.source} (0)` }]
              : []),
          ]}
          onChange={(source) => onChange({ ...filters, source: source || undefined })}
        />
      )}
      <fieldset className="flex min-w-0 flex-wrap gap-1.5">
        <legend className="sr-only">Show only</legend>
        {kinds.map(({ kind, label, icon: Icon }) => {
          const count = counts?.kinds[kind] ?? 0;
          const isOn = filters.kinds.includes(kind);
          if (count === 0 && !isOn) return null;
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange({ ...filters, kinds: toggleKind(filters.kinds, kind) })}
              className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line bg-card px-2.5 text-xs font-medium whitespace-nowrap text-quiet transition-colors hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              <Icon className="size-3.5" aria-hidden />
              <span>{label.charAt(0).toUpperCase() + label.slice(1)}</span>
              <span className="tabular-nums">{inEnglish(count)}</span>
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
