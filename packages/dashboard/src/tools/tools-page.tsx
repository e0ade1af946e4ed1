import { getRouteApi, Outlet, useMatchRoute } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { useAnswer } from "../api/use-answer.ts";
import type { ToolKind } from "../router.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { Segments } from "../ui/segments.tsx";
import { IndexingHint } from "./indexing-hint.tsx";
import { ToolList } from "./tool-list.tsx";

const route = getRouteApi("/shell/tools");
const kinds: readonly { value: ToolKind | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "read-only", label: "Read-only" },
  { value: "destructive", label: "Destructive" },
  { value: "unconnected", label: "Needs a connection" },
];

/** The list, and beside it the tool that was chosen; on a narrow screen one or the other. */
export function ToolsPage() {
  const { q = "", kind } = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = useMatchRoute()({ to: "/tools/$path" });
  const query = useDeferredValue(q.trim() || undefined);
  const tools = useAnswer("GET /tools", {
    query: { query, unconnected: "true", explain: query ? "true" : "false" },
  });

  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div className={`min-w-0 flex-col gap-5 xl:flex ${chosen ? "hidden" : "flex"}`}>
        <PageHeader title="Tools" aside={Boolean(chosen)}>
          Everything your agents can call, or could if it were connected.
        </PageHeader>
        <SearchInput
          label="Search tools"
          placeholder="What should the tool do?"
          value={q}
          onChange={(text) => navigate({ to: ".", search: { q: text || undefined, kind }, replace: true })}
        />
        <Segments
          label="Show"
          value={kind ?? "all"}
          options={kinds}
          onChange={(next) =>
            navigate({
              to: ".",
              search: { q: q || undefined, kind: next === "all" ? undefined : next },
              replace: true,
            })
          }
        />
        <Loaded of={tools} rows={6}>
          {({ tools, indexing }) => (
            <>
              {indexing && <IndexingHint {...indexing} />}
              <ToolList tools={tools} kind={kind} grouped={!query} />
            </>
          )}
        </Loaded>
      </div>
      <div className={`min-w-0 ${chosen ? "" : "hidden xl:block"}`}>
        <Outlet />
      </div>
    </div>
  );
}
