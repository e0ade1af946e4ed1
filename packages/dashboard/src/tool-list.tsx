import { useDeferredValue, useState } from "react";
import type { ToolsAnswer } from "toolshed/api";
import { useRequest } from "./use-request.ts";

export function ToolList() {
  const [query, setQuery] = useState("");
  const asked = useDeferredValue(query.trim());
  const { answer, error } = useRequest<ToolsAnswer>(
    asked ? `/tools?${new URLSearchParams({ query: asked })}` : "/tools",
  );

  return (
    <section aria-labelledby="tools" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="tools" className="text-lg font-semibold">
          Tools
        </h2>
        <input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          placeholder="What should the tool do?"
          aria-label="Search tools"
          className="w-full rounded-md border border-line bg-card px-3 py-2 text-sm placeholder:text-quiet sm:ml-auto sm:w-72"
        />
      </div>
      {error && <p role="alert">{error.message}</p>}
      {answer?.tools.length === 0 && <p className="text-quiet">No tool matches. Try other words.</p>}
      <ul className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-card empty:hidden">
        {answer?.tools.map(({ path, description, destructive }) => (
          <li key={path} className="flex flex-col gap-1 px-4 py-3">
            <div className="flex flex-wrap items-center gap-2">
              <code className="text-sm font-medium break-all">{path}</code>
              {destructive && (
                <span className="rounded-full bg-warn-soft px-2 py-0.5 text-xs font-medium text-warn">
                  destructive
                </span>
              )}
            </div>
            <p className="text-sm text-quiet">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
