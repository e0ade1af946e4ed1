import { useState } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { IndexingHint } from "../tools/indexing-hint.tsx";
import { ViewBadges } from "../tools/view-badges.tsx";
import { SearchInput } from "../ui/form/search-input.tsx";
import { Tick } from "../ui/form/tick.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { plural } from "../ui/text/plural.ts";

export interface ToolPickerProps {
  picked: readonly string[];
  onChange(picked: string[]): void;
}

export function ToolPicker({ picked, onChange }: ToolPickerProps) {
  const [query, setQuery] = useState("");
  const tools = useAnswer("GET /tools", {
    query: { query: query.trim() || undefined, limit: 50, unconnected: "true" },
  });
  const toggle = (path: string, isPicked: boolean) =>
    onChange(isPicked ? [...picked, path] : picked.filter((other) => other !== path));

  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <SearchInput label="Search tools to pin" placeholder="Search tools" value={query} onChange={setQuery} />
      <Loaded of={tools}>
        {({ tools, indexing }) => (
          <ul className="flex max-h-56 flex-col gap-2.5 overflow-y-auto">
            {indexing && (
              <li>
                <IndexingHint {...indexing} />
              </li>
            )}
            {tools.map(({ path, name, view, appOnly }) => (
              <li key={path}>
                <Tick checked={picked.includes(path)} onChange={(on) => toggle(path, on)} hint={name}>
                  <code className="break-all">{path}</code> <ViewBadges view={view} appOnly={appOnly} />
                </Tick>
              </li>
            ))}
            {tools.length === 0 && <li className="text-sm text-quiet">No tool matches. Try other words.</li>}
          </ul>
        )}
      </Loaded>
      <p role="status" className="text-sm text-quiet">
        {plural(picked.length, "tool")} chosen
      </p>
    </div>
  );
}
