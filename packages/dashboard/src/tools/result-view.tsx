import {
  type Form,
  findPaging,
  formLabels,
  formsOf,
  renderDiff,
  type ShowOptions,
  size,
} from "@toolshed/show";
import { CircleCheck, CircleX, Download } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { ToolAnswer, ToolResult } from "toolshed/api";
import { Badge } from "../ui/badge/badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { CopyButton } from "../ui/button/copy-button.tsx";
import { Segments } from "../ui/form/segments.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { Skeleton } from "../ui/state/skeleton.tsx";
import { duration } from "../ui/text/duration.ts";
import { plural } from "../ui/text/plural.ts";
import { CallProblem } from "./console/call-problem.tsx";
import { compareResults } from "./console/compare-results.ts";
import { measureResult, rawResult } from "./console/measure-result.ts";
import type { RunCall, ShownCall } from "./console/use-run.ts";
import { ShownForm } from "./shown-form.tsx";
import { readResource } from "./view/view-client.ts";

const ShownView = lazy(async () => ({ default: (await import("./view/shown-view.tsx")).ShownView }));

type Shown = Form | "view" | "problem" | "raw" | "changes";

const labels: Record<Shown, string> = {
  ...formLabels,
  view: "View",
  problem: "Error",
  raw: "Raw",
  changes: "Changes",
};

export interface ResultViewProps {
  tool: ToolAnswer;
  call: ShownCall;
  /** The result before this one. */
  previous: ShownCall | undefined;
  /** Whether another page is on its way. */
  isBusy: boolean;
  /** Loads another page of the result. */
  onTurn(call: RunCall): void;
}

export function ResultView({ tool, call, previous, isBusy, onTurn }: ResultViewProps) {
  const { path, outputSchema } = tool;
  const { args, durationMs, whole } = call;
  const { handle, hasView } = handleOf(call.result);
  // What a model gets only the beginning of, a person sees in full.
  const result = useMemo(
    () => (whole === undefined ? call.result : { ...call.result, content: [{ type: "text", text: whole }] }),
    [call.result, whole],
  );
  const options = useMemo(() => showOptions(path, handle, outputSchema), [path, handle, outputSchema]);
  const forms = useMemo(() => formsOf(result, { outputSchema }), [result, outputSchema]);
  const [chosen, setChosen] = useState<Shown>();
  const best = forms[0] ?? "text";
  const isError = result.isError === true;
  const all: Shown[] = [
    ...(hasView ? (["view"] as const) : []),
    ...(isError && !hasView ? (["problem"] as const) : []),
    ...forms,
    "raw",
    ...(previous ? (["changes"] as const) : []),
  ];
  const form = chosen && all.includes(chosen) ? chosen : (all[0] ?? "text");
  const text = result.content.map((block) => block.text ?? "").join("\n");
  const isForm = form !== "view" && form !== "problem" && form !== "raw" && form !== "changes";
  const plain = <ShownForm form={isForm ? form : best} result={result} options={options} />;

  return (
    <section
      aria-label="Result"
      aria-busy={isBusy}
      className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-card p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span role="status">
          {isError ? (
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
        <Measures result={call.result} />
        <span className="grow" />
        <CopyButton text={text || JSON.stringify(rawResult(result), undefined, 2)} />
      </div>
      <Segments
        label="Show as"
        value={form}
        options={all.map((value) => ({ value, label: labels[value] }))}
        onChange={setChosen}
      />
      {whole !== undefined && <WholeNote name={path} whole={whole} />}
      {hasView && handle !== undefined && (
        // It stays open while the result is looked at in another form.
        <div hidden={form !== "view"}>
          {isError && <Problem>{text || "The call failed and gave no reason."}</Problem>}
          <Suspense fallback={<Skeleton rows={4} />}>
            <ShownView key={handle} handle={handle} source={sourceOf(path)} args={args} result={call.result}>
              {/* The error is above already. */}
              {!isError && plain}
            </ShownView>
          </Suspense>
        </div>
      )}
      {form === "problem" && (
        <>
          <CallProblem tool={tool} call={call} />
          {/* What the tool gave beside its words. */}
          {best !== "text" && plain}
        </>
      )}
      {isForm && plain}
      {form === "raw" && <Raw name={path} result={result} />}
      {form === "changes" && previous && <Changes before={previous.result} after={call.result} />}
      {form !== "view" && <Pages schema={tool.inputSchema} call={call} isBusy={isBusy} onTurn={onTurn} />}
    </section>
  );
}

/** The size of a result, and about how many tokens a model would read. */
function Measures({ result }: { result: ToolResult }) {
  const { bytes, tokens } = useMemo(() => measureResult(result), [result]);
  return (
    <span className="text-sm text-quiet" title="Estimated: 4 characters of text are about 1 token">
      {size(bytes)}
      {tokens > 0 && ` · about ${plural(tokens, "token")}`}
      <span className="sr-only"> (estimated: 4 characters of text are about 1 token)</span>
    </span>
  );
}

/** Says that a model would get less than what is shown here. */
function WholeNote({ name, whole }: { name: string; whole: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-warn-soft px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        This result has {whole.length.toLocaleString("en")} characters. A model gets the first 100,000 and a
        note; here you see all of it.
      </p>
      <Button size="small" onClick={() => download(`${name}.txt`, "text/plain", whole)}>
        <Download aria-hidden /> Download
      </Button>
    </div>
  );
}

const maxRawLength = 200_000;

/** The whole result as JSON, with its data and metadata. */
function Raw({ name, result }: { name: string; result: ToolResult }) {
  const text = useMemo(() => JSON.stringify(rawResult(result), undefined, 2), [result]);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable
        tabIndex={0}
        className="max-h-128 overflow-auto rounded-md bg-sunken p-3 text-xs break-all whitespace-pre-wrap"
      >
        {text.slice(0, maxRawLength)}
      </pre>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={text} label="Copy JSON" />
        <Button size="small" onClick={() => download(`${name}.json`, "application/json", text)}>
          <Download aria-hidden /> Download
        </Button>
        {text.length > maxRawLength && (
          <p className="text-sm text-quiet">
            Shown: {maxRawLength.toLocaleString("en")} of {text.length.toLocaleString("en")} characters.
            Download it for the rest.
          </p>
        )}
      </div>
    </div>
  );
}

/** What is different from the result before. */
function Changes({ before, after }: { before: ToolResult; after: ToolResult }) {
  const lines = useMemo(() => compareResults(before, after), [before, after]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lines.length > 0) place.current?.replaceChildren(renderDiff(lines));
  }, [lines]);
  if (lines.length === 0) return <p className="text-sm text-quiet">The same as the result before.</p>;
  return <div ref={place} className="show min-w-0" />;
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
