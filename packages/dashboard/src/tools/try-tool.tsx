import { Play, Square } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from "react";
import type { SavedCall, ToolAnswer } from "toolshed/api";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button/button.tsx";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { Choice } from "../ui/form/choice.tsx";
import { Field } from "../ui/form/field.tsx";
import { Segments } from "../ui/form/segments.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { Skeleton } from "../ui/state/skeleton.tsx";
import type { ArgumentsFormHandle } from "./arguments-form.tsx";
import { CopyAs } from "./console/copy-bar.tsx";
import { recall, remember } from "./console/memory.ts";
import { QuestionCard } from "./console/question-card.tsx";
import { RunLog, RunProgress } from "./console/run-progress.tsx";
import { SavedCalls } from "./console/saved-calls.tsx";
import { type RunCall, useRun } from "./console/use-run.ts";
import { parseObject } from "./parse-object.ts";

const ArgumentsForm = lazy(async () => ({ default: (await import("./arguments-form.tsx")).ArgumentsForm }));
const JsonEditor = lazy(async () => ({ default: (await import("./console/json-editor.tsx")).JsonEditor }));
const ResultView = lazy(async () => ({ default: (await import("./result-view.tsx")).ResultView }));

const modes = [
  { value: "form", label: "Form" },
  { value: "json", label: "JSON" },
] as const;

interface Confirmed {
  readonly call: RunCall;
  start(call: RunCall): void;
}

export function TryTool({ tool }: { tool: ToolAnswer }) {
  const { path } = tool;
  const { id: userId } = useSession();
  const [remembered] = useState(() => recall(userId, path));
  const [mode, setMode] = useState<"form" | "json">(() =>
    remembered.text !== undefined && "problem" in parseObject(remembered.text) ? "json" : "form",
  );
  /** The arguments as JSON, whichever way they are edited. Nothing until the form has made them. */
  const [text, setText] = useState(remembered.text);
  /** Grows when the form has to begin with other arguments. */
  const [round, setRound] = useState(0);
  /** Whether the form was asked for while the JSON was invalid. */
  const [isBlocked, setBlocked] = useState(false);
  const form = useRef<ArgumentsFormHandle>(null);
  /** The call that waits for a confirmation. */
  const [asking, setAsking] = useState<Confirmed>();
  const { connections = [] } = tool;
  const [connection, setConnection] = useState(
    connections.find((name) => name === remembered.connection) ?? connections[0],
  );
  const { state, run, turn, cancel, answer } = useRun(tool);
  const parsed = parseObject(text ?? "");
  const problem = "problem" in parsed ? parsed.problem : undefined;
  const args = text !== undefined && "value" in parsed ? parsed.value : undefined;

  function edit(next: string) {
    setText(next);
    setBlocked(false);
    remember(userId, path, { text: next });
  }
  function choose(next: string) {
    setConnection(next);
    remember(userId, path, { connection: next });
  }
  function load({ arguments: saved, connection: by }: SavedCall) {
    edit(JSON.stringify(saved, undefined, 2));
    setRound(round + 1);
    if (by !== null && connections.includes(by)) choose(by);
  }
  function confirm(call: RunCall, start: (call: RunCall) => void) {
    if (state.is === "running") return;
    if (tool.destructive) setAsking({ call, start });
    else start(call);
  }
  function ask() {
    if (!args) return;
    if (mode === "form" && form.current?.check() === false) return;
    confirm({ args, connection, trail: [] }, run);
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
              onChange={choose}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label="Edit the arguments as"
          value={mode}
          options={modes}
          onChange={(next) => {
            setBlocked(problem !== undefined);
            if (problem !== undefined) return;
            // The form may not have loaded yet.
            setText((made) => made ?? "{}");
            setMode(next);
          }}
        />
        <span role="status" className="min-w-0 text-sm break-words text-bad">
          {isBlocked && problem !== undefined && `Fix the JSON first: ${problem}`}
        </span>
      </div>
      {mode === "form" ? (
        <Suspense fallback={<Skeleton rows={3} />}>
          <ArgumentsForm
            key={round}
            ref={form}
            schema={tool.inputSchema}
            value={args}
            onChange={(value) => edit(JSON.stringify(value, undefined, 2))}
          />
        </Suspense>
      ) : (
        <Suspense fallback={<Skeleton rows={3} />}>
          <JsonEditor
            key={round}
            label="Arguments"
            schema={tool.inputSchema}
            text={text ?? ""}
            onChange={edit}
          />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {state.is === "running" ? (
          <Button onClick={cancel}>
            <Square aria-hidden /> Cancel
          </Button>
        ) : (
          <Button look="primary" onClick={ask} disabled={!args}>
            <Play aria-hidden /> Run
          </Button>
        )}
        <span role="status" className="text-sm text-quiet">
          {state.is === "running" && (state.question ? "Waiting for your answer…" : "Running…")}
          {state.is === "cancelled" && "Cancelled."}
          {state.is === "idle" && "or press Ctrl+Enter"}
        </span>
        <span className="grow" />
        {args && <CopyAs call={{ path, args, connection }} />}
      </div>
      <SavedCalls path={path} call={args && { args, connection }} onLoad={load} />
      {state.is === "running" && <RunProgress progress={state.progress} />}
      {state.question && (
        <QuestionCard key={state.question.id} tool={tool} asked={state.question} onAnswer={answer} />
      )}
      <RunLog log={state.log} />
      {state.is === "failed" && <Problem>{state.message}</Problem>}
      {state.shown && (
        <Suspense fallback={<Skeleton rows={4} />}>
          <ResultView
            tool={tool}
            call={state.shown}
            previous={state.previous}
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
