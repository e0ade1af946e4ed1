import { Play, Square } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from "react";
import type { ToolAnswer } from "toolshed/api";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Field } from "../ui/field.tsx";
import { inputClass } from "../ui/input-class.ts";
import { Problem } from "../ui/problem.tsx";
import { Segments } from "../ui/segments.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { ArgumentsFormHandle } from "./arguments-form.tsx";
import { parseObject } from "./parse-object.ts";
import { type TryCall, useTry } from "./use-try.ts";

const ArgumentsForm = lazy(async () => ({ default: (await import("./arguments-form.tsx")).ArgumentsForm }));
const ResultView = lazy(async () => ({ default: (await import("./result-view.tsx")).ResultView }));

const modes = [
  { value: "form", label: "Form" },
  { value: "json", label: "JSON" },
] as const;

interface Confirmed {
  readonly call: TryCall;
  start(call: TryCall): void;
}

export function TryTool({ tool }: { tool: ToolAnswer }) {
  const [mode, setMode] = useState<"form" | "json">("form");
  /** The arguments as JSON, whichever way they are edited. Nothing until the form has made them. */
  const [text, setText] = useState<string>();
  const form = useRef<ArgumentsFormHandle>(null);
  /** The call that waits for a confirmation. */
  const [asking, setAsking] = useState<Confirmed>();
  const { connections = [] } = tool;
  const [connection, setConnection] = useState(connections[0]);
  const { state, run, turn, cancel } = useTry(tool);
  const parsed = parseObject(text ?? "");
  const problem = "problem" in parsed ? parsed.problem : undefined;

  function confirm(call: TryCall, start: (call: TryCall) => void) {
    if (state.is === "running") return;
    if (tool.destructive) setAsking({ call, start });
    else start(call);
  }
  function ask() {
    if (text === undefined || !("value" in parsed)) return;
    if (mode === "form" && form.current?.check() === false) return;
    confirm({ args: parsed.value, connection, trail: [] }, run);
  }
  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    ask();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter runs the tool from every field in it.
    <div className="flex min-w-0 flex-col gap-4" onKeyDown={press}>
      {connection !== undefined && (
        <Field label="Connection">
          {(control) => (
            <Choice
              {...control}
              value={connection}
              options={connections.map((name) => ({ value: name, label: name }))}
              onChange={setConnection}
            />
          )}
        </Field>
      )}
      <div>
        <Segments
          label="Edit the arguments as"
          value={mode}
          options={modes}
          onChange={(next) => problem === undefined && setMode(next)}
        />
      </div>
      {mode === "form" ? (
        <Suspense fallback={<Skeleton rows={3} />}>
          <ArgumentsForm
            ref={form}
            schema={tool.inputSchema}
            value={text !== undefined && "value" in parsed ? parsed.value : undefined}
            onChange={(value) => setText(JSON.stringify(value, undefined, 2))}
          />
        </Suspense>
      ) : (
        <Field label="Arguments" error={problem}>
          {(control) => (
            <textarea
              {...control}
              value={text}
              onChange={(event) => setText(event.target.value)}
              rows={Math.min(16, Math.max(4, (text ?? "").split("\n").length))}
              spellCheck={false}
              autoCapitalize="off"
              className={`${inputClass} font-mono`}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {state.is === "running" ? (
          <Button onClick={cancel}>
            <Square aria-hidden /> Cancel
          </Button>
        ) : (
          <Button look="primary" onClick={ask} disabled={text === undefined || problem !== undefined}>
            <Play aria-hidden /> Run
          </Button>
        )}
        <span role="status" className="text-sm text-quiet">
          {state.is === "running" && "Running…"}
          {state.is === "cancelled" && "Cancelled."}
          {state.is === "idle" && "or press Ctrl+Enter"}
        </span>
      </div>
      {state.is === "failed" && <Problem>{state.message}</Problem>}
      {state.shown && (
        <Suspense fallback={<Skeleton rows={4} />}>
          <ResultView
            tool={tool}
            call={state.shown}
            isBusy={state.is === "running"}
            onTurn={(call) => confirm(call, turn)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={`Run ${tool.name}?`}
        action="Run"
        onConfirm={() => {
          setAsking(undefined);
          asking?.start(asking.call);
        }}
      >
        <p>
          This tool is destructive: you may not be able to undo what it does. It runs
          {asking?.call.connection !== undefined && ` by the connection ${asking.call.connection}`} with these
          arguments:
        </p>
        <pre className="max-h-80 overflow-auto rounded-md bg-sunken p-3 text-xs break-words whitespace-pre-wrap text-ink">
          {JSON.stringify(asking?.call.args, undefined, 2)}
        </pre>
      </ConfirmDialog>
    </div>
  );
}
