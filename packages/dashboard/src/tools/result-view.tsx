import { CircleCheck, CircleX } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ToolResult } from "toolshed/api";
import { Badge } from "../ui/badge.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { duration } from "../ui/duration.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { Problem } from "../ui/problem.tsx";
import { Segments } from "../ui/segments.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const ShownView = lazy(async () => ({ default: (await import("./view/shown-view.tsx")).ShownView }));

const forms = [
  { value: "view", label: "View" },
  { value: "tree", label: "Tree" },
  { value: "text", label: "Text" },
] as const;
type Form = (typeof forms)[number]["value"];

export interface ResultViewProps {
  path: string;
  args: Record<string, unknown>;
  result: ToolResult;
  durationMs: number;
}

export function ResultView({ path, args, result, durationMs }: ResultViewProps) {
  const handle = handleOf(result);
  const [form, setForm] = useState<Form>(handle === undefined ? "tree" : "view");
  const text = result.content.map((block) => block.text).join("\n");
  const value = result.structuredContent ?? parseTree(text);
  const options = forms.filter(({ value: name }) => {
    if (name === "view") return handle !== undefined;
    return name === "text" || value !== undefined;
  });

  const plain =
    form === "text" || value === undefined ? (
      <pre className="min-w-0 text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap">
        {text || "No output."}
      </pre>
    ) : (
      <div className="min-w-0 font-mono text-[0.8125rem] leading-relaxed">
        <JsonTree value={value} />
      </div>
    );

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
        {options.length > 1 && <Segments label="Show as" value={form} options={options} onChange={setForm} />}
        <CopyButton text={text} />
      </div>
      {handle !== undefined && (
        // It stays open while the result is looked at in another form.
        <div hidden={form !== "view"}>
          {result.isError && <Problem>{text || "The call failed and gave no reason."}</Problem>}
          <Suspense fallback={<Skeleton rows={4} />}>
            <ShownView handle={handle} source={sourceOf(path)} args={args} result={result}>
              {/* The error is above already. */}
              {!result.isError && plain}
            </ShownView>
          </Suspense>
        </div>
      )}
      {form !== "view" && plain}
    </section>
  );
}

const sourceOf = (path: string) => path.slice(0, path.indexOf("."));

/** What opens the tool's View, if it has one. */
function handleOf({ _meta }: ToolResult): string | undefined {
  const { handle } = Object(_meta?.["toolshed/view"]);
  return typeof handle === "string" ? handle : undefined;
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
