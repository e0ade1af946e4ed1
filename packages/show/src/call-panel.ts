import { button, make } from "./dom.ts";
import type { ShowOptions } from "./render/options.ts";
import { createResultView } from "./result-view.ts";
import { findPaging, type Paging } from "./results/find-paging.ts";
import type { ToolResultLike } from "./results/forms.ts";
import type { SchemaForm, SchemaFormOptions } from "./schema/schema-form.ts";
import { texts } from "./texts.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface FormPart {
  createSchemaForm(options: SchemaFormOptions): SchemaForm;
}

export interface CallPanelOptions extends ShowOptions {
  readonly args: Arguments;
  readonly result: ToolResultLike;
  /** The tool's input schema. Without it and `call`, the result is all that is shown. */
  readonly inputSchema?: unknown;
  /** Calls the tool again. Rejects only where no result came. */
  readonly call?: ((args: Arguments, signal: AbortSignal) => Promise<ToolResultLike>) | undefined;
  /** Whether the tool says that it changes nothing. Others warn before they run again. */
  readonly isReadOnly?: boolean;
  loadForm?(): Promise<FormPart>;
}

/** A result with its pages, and the arguments to change and run again in place. */
export function createCallPanel(options: CallPanelOptions): HTMLElement {
  const { inputSchema, call, loadForm } = options;
  const view = createResultView(options.result, options);
  const root = make("div", { className: "show-panel" });
  if (!call) {
    root.append(view.element);
    return root;
  }
  const status = make("span", { role: "status", className: "show-quiet" });
  const problem = make("p", { role: "alert", className: "show-problem" });
  const pages = make("nav", { className: "show-bar", "aria-label": texts.paging });
  const editor = make("div", { className: "show-editor", hidden: true });
  let args = options.args;
  let result = options.result;
  /** The arguments of the pages before, where only a cursor leads on. */
  let trail: Arguments[] = [];
  let running: AbortController | undefined;

  async function run(next: Arguments, done: () => void): Promise<void> {
    running?.abort();
    const own = new AbortController();
    running = own;
    problem.textContent = "";
    status.textContent = texts.running;
    root.setAttribute("aria-busy", "true");
    cancel.hidden = false;
    try {
      const answer = await call?.(next, own.signal);
      if (own.signal.aborted || !answer) return;
      args = next;
      result = answer;
      done();
      showResult();
    } catch (error) {
      if (own.signal.aborted) return;
      problem.textContent = texts.callFailed(error instanceof Error ? error.message : String(error));
    } finally {
      if (running === own) settle();
    }
  }

  /** The call was made, so a failure here must not invite a second one. */
  function showResult(): void {
    try {
      view.setResult(result);
      updatePages();
    } catch {
      problem.textContent = texts.showFailed;
    }
  }

  function settle(): void {
    running = undefined;
    status.textContent = "";
    cancel.hidden = true;
    root.removeAttribute("aria-busy");
  }

  function updatePages(): void {
    const paging: Paging = findPaging(inputSchema, args, result) ?? {};
    const { next, page = trail.length + 1 } = paging;
    const previous = paging.previous ?? trail.at(-1);
    pages.replaceChildren();
    pages.hidden = !next && !previous;
    if (pages.hidden) return;
    const from = args;
    const back = button(texts.previous, () => {
      if (previous) run(previous, () => trail.pop()).catch(() => {});
    });
    const on = button(texts.next, () => {
      if (next) run(next, () => trail.push(from)).catch(() => {});
    });
    back.disabled = !previous;
    on.disabled = !next;
    pages.append(back, make("span", { className: "show-quiet" }, texts.page(page)), on);
  }

  const cancel = button(texts.cancel, () => {
    running?.abort();
    settle();
  });
  cancel.hidden = true;
  const edit = button(
    texts.edit,
    () => {
      editor.hidden = !editor.hidden;
      edit.setAttribute("aria-expanded", String(!editor.hidden));
      if (editor.childElementCount === 0) fillEditor().catch(() => {});
    },
    { "aria-expanded": "false" },
  );
  const canEdit = loadForm !== undefined && inputSchema !== undefined;

  async function fillEditor(): Promise<void> {
    let part: FormPart | undefined;
    try {
      part = await loadForm?.();
    } catch {
      problem.textContent = texts.loadFailed;
    }
    if (!part || editor.childElementCount > 0) return;
    let form: SchemaForm;
    try {
      form = part.createSchemaForm({ schema: inputSchema, value: args });
    } catch {
      problem.textContent = texts.formFailed;
      return;
    }
    const start = () => {
      if (form.problems().length > 0) form.focus();
      else {
        run(form.value() as Arguments, () => {
          trail = [];
        }).catch(() => {});
      }
    };
    editor.append(form.element);
    if (!options.isReadOnly) editor.append(make("p", { className: "show-quiet" }, texts.destructive));
    editor.append(button(texts.rerun, start, { className: "show-button show-primary" }));
    editor.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      start();
    });
    form.focus();
  }

  const bar = make(
    "div",
    { className: "show-bar" },
    canEdit && edit,
    status,
    cancel,
    make("span", { className: "show-space" }),
    pages,
  );
  root.append(bar, editor, problem, view.element);
  updatePages();
  return root;
}
