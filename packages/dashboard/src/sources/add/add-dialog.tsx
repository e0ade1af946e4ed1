import { useQueryClient } from "@tanstack/react-query";
import { Download, FileUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { request } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useSession } from "../../api/use-session.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { DialogActions } from "../../ui/dialog/dialog-actions.tsx";
import { Field } from "../../ui/form/field.tsx";
import { inputClass } from "../../ui/form/input-class.ts";
import { Problem } from "../../ui/state/problem.tsx";
import { plural } from "../../ui/text/plural.ts";
import { showFailure } from "../../ui/toast/show-failure.ts";
import { toasts } from "../../ui/toast/toasts.ts";
import { candidateDraft, type Draft, localDraft, resolvedForm, toBody, toRequest } from "./draft.ts";
import { DraftFields } from "./draft-fields.tsx";
import { Failure, PreviewResult } from "./preview-result.tsx";
import { useDetection } from "./use-detection.ts";
import { usePreview } from "./use-preview.ts";

const outdated = ["GET /sources", "GET /tools", "GET /connections", "GET /status"] as const;
const maxChosen = 10;

/** One box for every kind of source. What it is and what it has is shown before anything is stored. */
export function AddDialog({ onClose }: { onClose(): void }) {
  const { role } = useSession();
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const detection = useDetection(text);
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const { states, isBusy, start, stop } = usePreview();
  const local = useAnswer("GET /local-servers", {}, { enabled: role === "owner" });
  const box = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (detection.answer) setDrafts(detection.answer.candidates.map(candidateDraft));
  }, [detection.answer]);

  const chosen = drafts.filter((draft) => draft.chosen && draft.problem === undefined);
  const found = chosen.filter(({ key }) => states[key]?.status === "found");
  /** Nothing was found and nothing is under way: what was typed can be mended. */
  const isEditing = !isBusy && found.length === 0;
  const hint = detection.error ?? detection.answer?.problem;

  // Enter adds what was found.
  useEffect(() => {
    if (!isBusy && found.length > 0) addButton.current?.focus();
  }, [isBusy, found.length]);

  function change(text: string) {
    setText(text);
    setDrafts([]);
    setProblem(undefined);
    stop();
  }

  function set(key: string, changes: Partial<Draft>) {
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));
  }

  function connect(event: FormEvent) {
    event.preventDefault();
    if (chosen.length === 0 || isBusy) return;
    setProblem(chosen.length > maxChosen ? `Choose up to ${maxChosen} at a time.` : undefined);
    if (chosen.length <= maxChosen) start(chosen.map(toRequest));
  }

  /** What an address turned out to be has options of its own. */
  function goBack() {
    for (const { key, form } of chosen) {
      const preview = states[key]?.preview;
      if (preview) set(key, { form: resolvedForm(form, preview.kind) });
    }
    stop();
  }

  async function add() {
    setAdding(true);
    setProblem(undefined);
    const added: string[] = [];
    try {
      for (const draft of found) {
        const preview = states[draft.key]?.preview;
        if (!preview) continue;
        const source = await request("POST /sources", { body: toBody(draft, preview) });
        added.push(source.id);
        set(draft.key, { chosen: false });
        const description = source.unknown
          ? "Connect it to see its tools."
          : `It has ${plural(source.toolCount, "tool")}.`;
        toasts.add({ title: `${source.id} is added`, description });
      }
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setAdding(false);
      if (added.length > 0)
        await Promise.all(outdated.map((queryKey) => queries.invalidateQueries({ queryKey: [queryKey] })));
    }
  }

  function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    const isLine = !text.includes("\n") && !/^\s*[{"[]/.test(text);
    if (event.key !== "Enter" || event.shiftKey || (!isLine && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  const servers = local.data?.servers ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a source"
      description="Its tools appear immediately, also for connected clients."
      keepOpen
      wide
      initialFocus={box}
    >
      <form onSubmit={connect} className="flex flex-col gap-4">
        {isEditing ? (
          <>
            <Field
              label="Source"
              hint="A URL, a command, mcpServers JSON, or an OpenAPI document."
              error={hint ?? undefined}
            >
              {(control) => (
                <textarea
                  {...control}
                  ref={box}
                  value={text}
                  onChange={(event) => change(event.target.value)}
                  onKeyDown={submitOnEnter}
                  rows={text.includes("\n") ? 8 : 3}
                  spellCheck={false}
                  autoCapitalize="off"
                  autoComplete="off"
                  placeholder="https://mcp.linear.app/mcp"
                  className={`${inputClass} h-auto py-2 font-mono`}
                />
              )}
            </Field>
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => file.current?.click()}>
                <FileUp aria-hidden /> Choose a file
              </Button>
              <input
                ref={file}
                type="file"
                accept=".json,.yaml,.yml,.jsonc"
                aria-label="File"
                hidden
                onChange={({ target }) => {
                  target.files?.[0]?.text().then(change, showFailure);
                  target.value = "";
                }}
              />
              {servers.length > 0 && (
                <Button
                  size="small"
                  onClick={() => {
                    change("");
                    setDrafts(servers.map(localDraft));
                  }}
                >
                  <Download aria-hidden /> Import from{" "}
                  {[...new Set(servers.map(({ client }) => client))].slice(0, 3).join(", ")}
                </Button>
              )}
            </div>
            {drafts.length > 0 && (
              <ul className="flex flex-col gap-3" aria-label="Found">
                {drafts.map((draft) => {
                  const state = states[draft.key];
                  return (
                    <DraftFields
                      key={draft.key}
                      draft={draft}
                      set={(changes) => set(draft.key, changes)}
                      isFailed={state?.status === "failed"}
                      canChoose={drafts.length > 1 || draft.from !== undefined}
                    >
                      {state?.status === "failed" && <Failure draft={draft} state={state} />}
                    </DraftFields>
                  );
                })}
              </ul>
            )}
          </>
        ) : (
          <ul className="flex flex-col gap-3" aria-label="Preview">
            {chosen.map((draft) => {
              const state = states[draft.key];
              return state && <PreviewResult key={draft.key} draft={draft} state={state} />;
            })}
          </ul>
        )}
        {problem !== undefined && <Problem>{problem}</Problem>}
        <DialogActions>
          <Button onClick={isEditing ? onClose : goBack}>
            {isEditing ? "Cancel" : isBusy ? "Stop" : "Back"}
          </Button>
          {isEditing ? (
            <Button type="submit" look="primary" disabled={chosen.length === 0}>
              {chosen.length > 1 ? `Connect ${chosen.length}` : "Connect"}
            </Button>
          ) : (
            <Button ref={addButton} look="primary" busy={isBusy || isAdding} onClick={add}>
              {isBusy ? "Connecting…" : found.length > 1 ? `Add ${found.length} sources` : "Add"}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
