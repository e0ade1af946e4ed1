import { SearchX, Wrench } from "lucide-react";
import { useRef } from "react";
import type { ToolGroups } from "toolshed/api";
import { useAnswer } from "../../api/use-answer.ts";
import type { ToolsSearch } from "../../router.tsx";
import { Button } from "../../ui/button/button.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { Loaded } from "../../ui/state/loaded.tsx";
import { plural } from "../../ui/text/plural.ts";
import { readFilters, toQuery } from "./filters.ts";
import type { ListHandle } from "./list-handle.ts";
import { SearchBox } from "./search-box.tsx";
import { SearchResults } from "./search-results.tsx";
import { ToolFilters } from "./tool-filters.tsx";
import { ToolTree } from "./tool-tree.tsx";

export interface ToolsPaneProps {
  search: ToolsSearch;
  /** The path of the tool that is shown beside it. */
  chosen: string | undefined;
  onChange(search: ToolsSearch): void;
}

/** All tools as a tree, or what a search finds among them. */
export function ToolsPane({ search, chosen, onChange }: ToolsPaneProps) {
  const { q = "" } = search;
  const filters = readFilters(search);
  const groups = useAnswer("GET /tools/groups", { query: toQuery(filters) });
  const list = useRef<ListHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const shared = { ref: list, filters, chosen, onLeave: () => box.current?.querySelector("input")?.focus() };
  const isFiltered = filters.source !== undefined || filters.kinds.length > 0;
  const clear = isFiltered && (
    <Button size="small" onClick={() => onChange({ source: undefined, kind: undefined })}>
      Clear filters
    </Button>
  );
  const nothing = isFiltered ? (
    <EmptyState icon={SearchX} title="No tool matches" action={clear}>
      Show all kinds and sources.
    </EmptyState>
  ) : (
    <EmptyState icon={Wrench} title="No tools yet">
      Tools appear as soon as you connect a service.
    </EmptyState>
  );

  return (
    <>
      <div className="flex flex-col gap-3 px-4 sm:px-8 xl:px-6">
        <PageHeader title="Tools" aside={chosen !== undefined}>
          Everything your agents can call, or could if it were connected.
        </PageHeader>
        <div ref={box} className="flex">
          <SearchBox
            query={q}
            onSearch={(text) => onChange({ q: text || undefined })}
            onDown={() => list.current?.focus()}
          />
        </div>
        <ToolFilters filters={filters} counts={groups.data} onChange={(next) => onChange(toQuery(next))} />
      </div>
      {q.trim() ? (
        <SearchResults {...shared} query={q.trim()} clear={clear} />
      ) : (
        <Loaded of={groups} rows={6}>
          {(groups) => (
            <>
              <p role="status" className="px-4 text-xs text-quiet sm:px-8 xl:px-6">
                {describeCount(groups)}
              </p>
              {groups.shown > 0 ? (
                <ToolTree {...shared} groups={groups} />
              ) : (
                <div className="px-4 sm:px-8 xl:px-6">{nothing}</div>
              )}
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

const describeCount = ({ shown, total }: ToolGroups): string =>
  shown === total ? plural(total, "tool") : `${shown.toLocaleString("en")} of ${plural(total, "tool")}`;
