import { Link } from "@tanstack/react-router";
import { plainText } from "@toolshed/show/plain-text";
import { SearchX } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, useImperativeHandle, useState } from "react";
import type { ToolEntry } from "toolshed/api";
import { useAnswer } from "../../api/use-answer.ts";
import { Button } from "../../ui/button/button.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { Loaded } from "../../ui/state/loaded.tsx";
import { plural } from "../../ui/text/plural.ts";
import { IndexingHint } from "../indexing-hint.tsx";
import { toQuery } from "./filters.ts";
import { KindIcons } from "./kind-icons.tsx";
import type { ToolListProps } from "./list-handle.ts";
import { useRows } from "./use-rows.ts";
import { whyLine } from "./why-line.ts";

/** How many results there are at first, how many more "Show more" adds, and how many there can be. */
const batch = 50;
const maxResults = 1_000;
const rowHeight = 92;
/** A row has room for less. */
const longestDescription = 500;

export interface SearchResultsProps extends ToolListProps {
  query: string;
  /** Shows all kinds and sources. */
  clear: ReactNode;
}

/** What the gateway finds, the best match first. While it searches, the results before stay. */
export function SearchResults({ query, clear, ...list }: SearchResultsProps) {
  const [more, setMore] = useState({ query, limit: batch });
  const limit = more.query === query ? more.limit : batch;
  const found = useAnswer("GET /tools", {
    query: {
      ...toQuery(list.filters),
      query,
      limit,
      unconnected: "true",
      quarantined: "true",
      explain: "true",
    },
  });
  return (
    <Loaded of={found} rows={6}>
      {({ tools, indexing }) => {
        const isCut = tools.length >= limit;
        return (
          <>
            <div className="flex flex-col gap-1 px-4 sm:px-8 xl:px-6">
              <p role="status" className="text-xs text-quiet">
                {isCut
                  ? `The best ${tools.length.toLocaleString("en")} matches`
                  : plural(tools.length, "result")}
              </p>
              {indexing && <IndexingHint {...indexing} />}
            </div>
            {tools.length > 0 ? (
              <ResultList
                {...list}
                tools={tools}
                name={`${query} ${JSON.stringify(list.filters)}`}
                onMore={
                  isCut && limit < maxResults ? () => setMore({ query, limit: limit + batch }) : undefined
                }
              />
            ) : (
              <div className="px-4 sm:px-8 xl:px-6">
                <EmptyState icon={SearchX} title="No tool matches" action={clear}>
                  Try other words, or show all kinds.
                </EmptyState>
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface ResultListProps extends ToolListProps {
  tools: readonly ToolEntry[];
  /** Other results begin at the top. */
  name: string;
  onMore: (() => void) | undefined;
}

function ResultList({ tools, name, chosen, ref, onLeave, onMore }: ResultListProps) {
  const rows = tools.map((tool, at) => ({ key: tool.path, top: at * rowHeight, height: rowHeight, tool }));
  const list = useRows(rows, name);
  useImperativeHandle(ref, () => ({ focus: () => list.focus(list.active) }));

  function press(event: KeyboardEvent) {
    if (event.key === "ArrowUp" && list.active === 0) onLeave();
    else list.onKeyDown(event);
  }

  return (
    <div
      ref={list.scroller}
      data-keeps-focus
      onScroll={list.onScroll}
      className="relative min-h-0 grow overflow-y-auto overscroll-contain border-t border-line"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: Most rows are left out, and the others have fixed places. */}
      <div role="list" aria-label="Search results" onKeyDown={press} style={{ height: list.height }}>
        {list.inSight.map(({ row: { tool, top }, index }) => (
          // biome-ignore lint/a11y/useSemanticElements: As above.
          <div
            key={tool.path}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 border-b border-line"
            style={{ top, height: rowHeight }}
          >
            <Result
              tool={tool}
              isActive={index === list.active}
              isChosen={tool.path === chosen}
              onActivate={list.setActive}
            />
          </div>
        ))}
      </div>
      {onMore && (
        <div className="flex justify-center p-3">
          <Button size="small" onClick={onMore}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

interface ResultProps {
  tool: ToolEntry;
  isActive: boolean;
  isChosen: boolean;
  onActivate(path: string): void;
}

const Result = memo(function Result({ tool, isActive, isChosen, onActivate }: ResultProps) {
  return (
    <Link
      data-row
      from="/tools"
      to="/tools/$path"
      params={{ path: tool.path }}
      search
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActivate(tool.path)}
      className={`flex h-full min-w-0 flex-col justify-center px-4 -outline-offset-2 sm:px-8 xl:px-6 ${
        isChosen ? "bg-accent-soft" : "hover:bg-hover"
      }`}
    >
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate text-sm font-medium">{plainText(tool.title)}</span>
        <KindIcons tool={tool} />
      </span>
      <code className="truncate text-xs text-quiet">{tool.path}</code>
      <span className="truncate text-xs text-quiet">
        {plainText(tool.description.slice(0, longestDescription))}
      </span>
      {tool.why && whyLine(tool.why) && (
        <span className="truncate text-xs text-accent" title={tool.why.join("\n")}>
          Why: {whyLine(tool.why)}
        </span>
      )}
    </Link>
  );
});
