import { type Form, findPaging, formLabels, formsOf, type ShowOptions } from "@toolshed/show";
import { CircleCheck, CircleX } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { ToolAnswer, ToolResult } from "toolshed/api";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { duration } from "../ui/duration.ts";
import { Problem } from "../ui/problem.tsx";
import { Segments } from "../ui/segments.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ShownForm } from "./shown-form.tsx";
import type { ShownCall, TryCall } from "./use-try.ts";
import { readResource } from "./view/view-client.ts";

const ShownView = lazy(async () => ({ default: (await import("./view/shown-view.tsx")).ShownView }));

export interface ResultViewProps {
  tool: ToolAnswer;
  call: ShownCall;
  /** Whether another page is on its way. */
  isBusy: boolean;
  /** Loads another page of the result. */
  onTurn(call: TryCall): void;
}

export function ResultView({ tool, call, isBusy, onTurn }: ResultViewProps) {
  const { path, outputSchema } = tool;
  const { args, result, durationMs } = call;
  const { handle, hasView } = handleOf(result);
  const options = useMemo(() => showOptions(path, handle, outputSchema), [path, handle, outputSchema]);
  const forms = useMemo(() => formsOf(result, { outputSchema }), [result, outputSchema]);
  const [chosen, setChosen] = useState<Form | "view">();
  const best = forms[0] ?? "text";
  const all: (Form | "view")[] = hasView ? ["view", ...forms] : forms;
  const form = chosen && all.includes(chosen) ? chosen : (all[0] ?? "text");
  const text = result.content.map((block) => block.text).join("\n");
  const plain = <ShownForm form={form === "view" ? best : form} result={result} options={options} />;

  return (
    <section
      aria-label="Result"
      aria-busy={isBusy}
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
        {all.length > 1 && (
          <Segments
            label="Show as"
            value={form}
            options={all.map((value) => ({ value, label: value === "view" ? "View" : formLabels[value] }))}
            onChange={setChosen}
          />
        )}
        <CopyButton text={text} />
      </div>
      {hasView && handle !== undefined && (
        // It stays open while the result is looked at in another form.
        <div hidden={form !== "view"}>
          {result.isError && <Problem>{text || "The call failed and gave no reason."}</Problem>}
          <Suspense fallback={<Skeleton rows={4} />}>
            <ShownView key={handle} handle={handle} source={sourceOf(path)} args={args} result={result}>
              {/* The error is above already. */}
              {!result.isError && plain}
            </ShownView>
          </Suspense>
        </div>
      )}
      {form !== "view" && (
        <>
          {plain}
          <Pages schema={tool.inputSchema} call={call} isBusy={isBusy} onTurn={onTurn} />
        </>
      )}
    </section>
  );
}

interface PagesProps extends Pick<ResultViewProps, "call" | "isBusy" | "onTurn"> {
  schema: unknown;
}

/** Leads to the other pages of a result whose tool has arguments for them. */
function Pages({ schema, call, isBusy, onTurn }: PagesProps) {
  const { args, connection, trail, result } = call;
  const paging = useMemo(() => findPaging(schema, args, result), [schema, args, result]) ?? {};
  const { next, page = trail.length + 1 } = paging;
  const previous = paging.previous ?? trail.at(-1);
  if (!next && !previous) return null;
  return (
    <nav aria-label="Pages of the result" className="flex flex-wrap items-center gap-3">
      <Button
        size="small"
        busy={isBusy}
        disabled={!previous}
        onClick={() => previous && onTurn({ args: previous, connection, trail: trail.slice(0, -1) })}
      >
        Previous
      </Button>
      <span role="status" className="text-sm text-quiet">
        Page {page.toLocaleString("en")}
      </span>
      <Button
        size="small"
        busy={isBusy}
        disabled={!next}
        onClick={() => next && onTurn({ args: next, connection, trail: [...trail, args] })}
      >
        Next
      </Button>
    </nav>
  );
}

const sourceOf = (path: string) => path.slice(0, path.indexOf("."));

/** What opens the tool's View, if it has one, and its resources. */
function handleOf({ _meta }: ToolResult): { handle?: string; hasView: boolean } {
  const { handle, hasView } = Object(_meta?.["toolshed/view"]);
  return typeof handle === "string" ? { handle, hasView: hasView !== false } : { hasView: false };
}

const showOptions = (name: string, handle: string | undefined, outputSchema: unknown): ShowOptions => ({
  name,
  outputSchema,
  load: { chart: () => import("@toolshed/show/chart"), markdown: () => import("@toolshed/show/markdown") },
  download,
  ...(handle !== undefined && { readResource: (uri) => readResource(handle, uri) }),
});

function download(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.click();
  URL.revokeObjectURL(link.href);
}
