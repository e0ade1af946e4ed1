import { getRouteApi, Outlet, useMatchRoute } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { ToolsSearch } from "../router.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";
import { ToolsPane } from "./list/tools-pane.tsx";

const route = getRouteApi("/shell/tools");

/** The list, and beside it the tool that was chosen; on a narrow screen one or the other. */
export function ToolsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const matched = useMatchRoute()({ to: "/tools/$path" });
  const chosen = matched ? matched.path : undefined;
  const detail = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another tool is read from its beginning.
  useEffect(() => {
    if (detail.current) detail.current.scrollTop = 0;
  }, [chosen]);

  const change = (next: ToolsSearch) =>
    navigate({ to: ".", search: { ...search, ...next }, replace: true }).catch(showFailure);

  return (
    <div data-panes className="xl:grid xl:h-dvh xl:grid-cols-[minmax(22rem,30rem)_minmax(0,1fr)]">
      <div
        className={`relative h-[calc(100dvh-3.25rem-1px)] min-h-96 min-w-0 flex-col gap-3 pt-6 sm:pt-8 lg:h-dvh xl:flex xl:h-auto xl:min-h-0 xl:border-r xl:border-line ${chosen ? "hidden" : "flex"}`}
      >
        <ToolsPane search={search} chosen={chosen} onChange={change} />
      </div>
      {/* Positioned, so that hidden labels scroll with it and don't lengthen the page. */}
      <div
        ref={detail}
        className={`relative min-w-0 px-4 py-6 sm:px-8 sm:py-8 xl:min-h-0 xl:overflow-y-auto ${chosen ? "" : "hidden xl:block"}`}
      >
        <Outlet />
      </div>
    </div>
  );
}
