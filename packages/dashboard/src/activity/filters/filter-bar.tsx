import { SlidersHorizontal, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useAnswer } from "../../api/use-answer.ts";
import { useAllEndpoints } from "../../api/use-endpoints.ts";
import { useSession } from "../../api/use-session.ts";
import { outcomes } from "../../ui/badge/outcomes.ts";
import { Button } from "../../ui/button/button.tsx";
import { Choice } from "../../ui/form/choice.tsx";
import { SearchInput } from "../../ui/form/search-input.tsx";
import { Segments } from "../../ui/form/segments.tsx";
import type { ActivitySearch } from "../activity-search.ts";
import { activeFilters } from "./active-filters.ts";
import { noFilters } from "./calls-query.ts";
import { doorOptions, doorValue, toDoorFilter } from "./door-filter.ts";
import { outcomeLabel, problemOutcome } from "./outcome-label.ts";
import { TimeRange } from "./time-range.tsx";

const outcomeOptions = [
  { value: "", label: "Any outcome" },
  ...[problemOutcome, ...Object.keys(outcomes)].map((value) => ({ value, label: outcomeLabel(value) })),
];
const scopes = [
  { value: "me", label: "Mine" },
  { value: "all", label: "Everyone’s" },
] as const;

const views = [
  { value: "traces", label: "Traces" },
  { value: "calls", label: "Calls" },
] as const;

interface FilterBarProps {
  search: ActivitySearch;
  /** Whether the calls of a trace can be listed as one. */
  canGroup: boolean;
  /** Sources of the calls that are loaded. */
  seenSources: readonly string[];
  onChange(changes: ActivitySearch): void;
}

/** Narrows the list. Every choice is part of the address. */
export function FilterBar({ search, canGroup, seenSources, onChange }: FilterBarProps) {
  const { isAdmin } = useSession();
  const doors = doorOptions(useAllEndpoints(), search);
  const sources = useSourceOptions(seenSources, search.source);
  const [open, setOpen] = useState(false);
  const id = useId();
  const active = activeFilters(search, doors);

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex min-w-0 grow basis-56">
          <DelayedSearch text={search.q ?? ""} onChange={(q) => onChange({ q: q || undefined })} />
        </div>
        <Button className="md:hidden" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <SlidersHorizontal aria-hidden /> Filters
        </Button>
        <div
          id={id}
          className={`${open ? "grid" : "hidden"} w-full grid-cols-2 gap-2 md:flex md:w-auto md:flex-wrap md:items-center`}
        >
          <Choice
            aria-label="Outcome"
            value={search.outcome ?? ""}
            options={outcomeOptions}
            onChange={(outcome) => onChange({ outcome: outcome || undefined })}
            className="md:max-w-44"
          />
          <Choice
            aria-label="Client"
            value={doorValue(search)}
            options={[{ value: "", label: "All clients" }, ...doors]}
            onChange={(door) => onChange(toDoorFilter(door))}
            className="md:max-w-40"
          />
          <Choice
            aria-label="Source"
            value={search.source ?? ""}
            options={[{ value: "", label: "All sources" }, ...sources]}
            onChange={(source) => onChange({ source: source || undefined, path: undefined })}
            className="md:max-w-40"
          />
          <TimeRange from={search.from} to={search.to} onChange={onChange} />
        </div>
      </div>
      <div className="flex flex-wrap-reverse items-center gap-x-4 gap-y-2">
        {active.length > 0 && (
          <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
            {active.map(({ name, value, without }) => (
              <li key={name} className="min-w-0">
                <button
                  type="button"
                  onClick={() => onChange(without)}
                  className="inline-flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line bg-card pr-2 pl-3 text-sm hover:bg-hover"
                >
                  <span className="sr-only">Remove the filter</span>
                  <span className="text-quiet">{name}</span>
                  <span className="truncate font-medium">{value}</span>
                  <X className="size-3.5 shrink-0 text-quiet" aria-hidden />
                </button>
              </li>
            ))}
            {active.length > 1 && (
              <li>
                <Button look="ghost" size="small" onClick={() => onChange(noFilters)}>
                  Clear all
                </Button>
              </li>
            )}
          </ul>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {canGroup && (
            <Segments
              label="List as"
              value={search.view ?? "traces"}
              options={views}
              onChange={(view) => onChange({ view: view === "calls" ? view : undefined })}
            />
          )}
          {isAdmin && (
            <Segments
              label="Whose calls"
              value={search.of ?? "me"}
              options={scopes}
              onChange={(of) => onChange({ of: of === "all" ? of : undefined })}
            />
          )}
        </div>
      </div>
    </div>
  );
}

const typingMs = 250;

/** Searches when the typing pauses. */
function DelayedSearch({ text, onChange }: { text: string; onChange(text: string): void }) {
  const [typed, setTyped] = useState(text);
  const latest = useRef({ text, onChange });
  latest.current = { text, onChange };
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed.trim() === latest.current.text) return;
    const timer = setTimeout(() => latest.current.onChange(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SearchInput label="Search calls" placeholder="Path, error or client" value={typed} onChange={setTyped} />
  );
}

/** Only admins can list the sources; for others those of the calls in sight have to do. */
function useSourceOptions(seen: readonly string[], chosen: string | undefined) {
  const { isAdmin } = useSession();
  const { data } = useAnswer("GET /sources", {}, { enabled: isAdmin });
  const names = new Set([...(data?.sources.map(({ id }) => id) ?? []), ...seen]);
  if (chosen !== undefined) names.add(chosen);
  return [...names].sort().map((name) => ({ value: name, label: name }));
}
