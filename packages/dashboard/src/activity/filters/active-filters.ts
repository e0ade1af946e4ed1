import type { ActivitySearch } from "../activity-search.ts";
import type { noFilters } from "./calls-query.ts";
import { doorValue, type Option } from "./door-filter.ts";
import { outcomeLabel } from "./outcome-label.ts";

export interface ActiveFilter {
  readonly name: string;
  readonly value: string;
  /** The change of the address that removes it. */
  readonly without: ActivitySearch;
}

const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** The filters that are set, as they are shown. */
export function activeFilters(search: ActivitySearch, doors: readonly Option[]): ActiveFilter[] {
  const { q, path, outcome, source, trace, from, to } = search;
  const door = doorValue(search);
  const all: [keyof typeof noFilters, string, string | undefined][] = [
    ["q", "Search", q],
    ["path", "Path", path],
    ["outcome", "Outcome", outcome && outcomeLabel(outcome)],
    ["source", "Source", source],
    ["trace", "Trace", trace],
    ["from", "From", from === undefined ? undefined : time.format(from)],
    ["to", "Until", to === undefined ? undefined : time.format(to)],
  ];
  const filters = all.flatMap(([key, name, value]) =>
    value === undefined ? [] : [{ name, value, without: { [key]: undefined } }],
  );
  if (door !== "")
    filters.push({
      name: "Client",
      value: doors.find(({ value }) => value === door)?.label ?? door,
      without: { via: undefined, endpoint: undefined },
    });
  return filters;
}
