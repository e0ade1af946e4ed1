import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import type { ToolResult } from "toolshed/api";
import { Badge } from "../ui/badge.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { duration } from "../ui/duration.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { Segments } from "../ui/segments.tsx";

const views = [
  { value: "tree", label: "Tree" },
  { value: "text", label: "Text" },
] as const;

export function ResultView({ result, durationMs }: { result: ToolResult; durationMs: number }) {
  const [view, setView] = useState<"tree" | "text">("tree");
  const text = result.content.map((block) => block.text).join("\n");
  const value = result.structuredContent ?? parseTree(text);
  const asTree = view === "tree" && value !== undefined;

  return (
    <section
      aria-label="Result"
      className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-card p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span role="status">
          {result.isError ? (
            <Badge tone="bad" icon={CircleX}>
              Failed
            </Badge>
          ) : (
            <Badge tone="good" icon={CircleCheck}>
              Done
            </Badge>
          )}
        </span>
        <span className="text-sm text-quiet">{duration(durationMs)}</span>
        <span className="grow" />
        {value !== undefined && <Segments label="Show as" value={view} options={views} onChange={setView} />}
        <CopyButton text={text} />
      </div>
      {asTree ? (
        <div className="min-w-0 font-mono text-[0.8125rem] leading-relaxed">
          <JsonTree value={value} />
        </div>
      ) : (
        <pre className="min-w-0 text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap">
          {text || "It gave nothing."}
        </pre>
      )}
    </section>
  );
}

/** Only what has branches is shown as a tree. */
function parseTree(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
