import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput, syntaxTree } from "@codemirror/language";
import { type EditorState, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useMemo, useRef } from "react";
import { type JsonProblem, jsonProblems } from "./json-problems.ts";

export interface JsonEditorProps {
  label: string;
  schema: unknown;
  /** What the editor begins with. */
  text: string;
  onChange(text: string): void;
}

const mostShown = 10;

/**
 * Edits JSON, with problems marked where they are. The editor is in a shadow root: there its styles need no `<style>`
 * element, which the page's policy forbids.
 */
export function JsonEditor({ label, schema, text, onChange }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const latest = useRef({ text, onChange });
  latest.current.onChange = onChange;
  const problems = useMemo(() => jsonProblems(text, schema), [text, schema]);

  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const view = new EditorView({
      doc: latest.current.text,
      parent: root,
      root,
      extensions: extensions(label),
    });
    editor.current = view;
    return () => view.destroy();
    function extensions(name: string) {
      return [
        json(),
        lineNumbers(),
        history(),
        bracketMatching(),
        indentOnInput(),
        // Ctrl+Enter runs the tool, and Tab leaves the editor.
        keymap.of([...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": name, spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) latest.current.onChange(state.doc.toString());
        }),
        typing,
        marks,
        theme,
      ];
    }
  }, [label]);

  useEffect(() => editor.current?.dispatch({ effects: setProblems.of(problems) }), [problems]);

  function goTo({ from }: JsonProblem) {
    editor.current?.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    editor.current?.focus();
  }

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="text-sm font-medium" aria-hidden>
        {label}
      </span>
      <div ref={host} className="min-w-0 overflow-hidden rounded-md border border-edge bg-card" />
      <ul
        aria-live="polite"
        aria-label="Problems"
        className="flex flex-col gap-1 text-sm text-bad empty:hidden"
      >
        {problems.slice(0, mostShown).map((problem) => (
          <li key={`${problem.from} ${problem.message}`}>
            <button type="button" className="rounded text-left hover:underline" onClick={() => goTo(problem)}>
              Line {problem.line}
              {problem.column !== undefined && `, column ${problem.column}`}: {problem.message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Chromium keeps the look of a text that one types over by inline styles, which the page's policy forbids. */
const typing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event as InputEvent;
    if (inputType !== "insertText" || data === null || isComposing) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

const setProblems = StateEffect.define<readonly JsonProblem[]>();

interface Marked {
  readonly problems: readonly JsonProblem[];
  readonly decorations: DecorationSet;
}

/** The colors of the text and the marks of its problems. */
const marks = StateField.define<Marked>({
  create: (state) => ({ problems: [], decorations: decorate(state, []) }),
  update({ problems, decorations }, transaction) {
    const next = transaction.effects.findLast((effect) => effect.is(setProblems))?.value as
      | readonly JsonProblem[]
      | undefined;
    if (next) return { problems: next, decorations: decorate(transaction.state, next) };
    if (transaction.docChanged || syntaxTree(transaction.state) !== syntaxTree(transaction.startState))
      // The problems of the new text follow.
      return { problems: [], decorations: decorate(transaction.state, []) };
    return { problems, decorations };
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

const colors: Record<string, Decoration> = {
  PropertyName: Decoration.mark({ class: "cm-json-name" }),
  String: Decoration.mark({ class: "cm-json-text" }),
  Number: Decoration.mark({ class: "cm-json-value" }),
  True: Decoration.mark({ class: "cm-json-value" }),
  False: Decoration.mark({ class: "cm-json-value" }),
  Null: Decoration.mark({ class: "cm-json-value" }),
};
/** More than this is shown in one color. */
const mostColored = 50_000;

function decorate(state: EditorState, problems: readonly JsonProblem[]): DecorationSet {
  const { length } = state.doc;
  const ranges: Range<Decoration>[] = [];
  if (length <= mostColored) {
    syntaxTree(state).iterate({
      enter({ name, from, to }) {
        const color = colors[name];
        if (color && from < to) ranges.push(color.range(from, to));
      },
    });
  }
  for (const { from, to, message } of problems.slice(0, mostShown)) {
    const end = Math.min(length, Math.max(to, from + 1));
    const start = Math.min(from, Math.max(0, end - 1));
    const mark = Decoration.mark({ class: "cm-json-problem", attributes: { title: message } });
    if (start < end) ranges.push(mark.range(start, end));
  }
  return Decoration.set(ranges, true);
}

const theme = EditorView.theme({
  "&": {
    color: "var(--color-ink)",
    backgroundColor: "var(--color-card)",
    fontSize: "0.8125rem",
    maxHeight: "28rem",
  },
  "&.cm-focused": { outline: "2px solid var(--color-accent)", outlineOffset: "-2px" },
  ".cm-content": { caretColor: "var(--color-ink)", fontFamily: "ui-monospace, monospace" },
  ".cm-scroller": { overflow: "auto", minHeight: "6rem" },
  ".cm-gutters": { backgroundColor: "var(--color-sunken)", color: "var(--color-quiet)", border: "none" },
  ".cm-json-name": { color: "var(--color-accent)" },
  ".cm-json-text": { color: "var(--color-good)" },
  ".cm-json-value": { color: "var(--color-warn)" },
  ".cm-json-problem": { textDecoration: "underline wavy var(--color-bad)", textUnderlineOffset: "3px" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--color-accent-soft)" },
});
