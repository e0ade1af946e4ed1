import { make } from "../dom.ts";
import { texts } from "../texts.ts";
import { check, type FormProblem } from "./check.ts";
import { Field, type FormContext } from "./field.ts";
import { initialValue } from "./initial-value.ts";
import { Schemas } from "./schemas.ts";

export type { FormProblem } from "./check.ts";

export interface SchemaFormOptions {
  /** JSON Schema, of draft 7 or 2020-12. Anyone may have written it. */
  readonly schema: unknown;
  /** What the form begins with. Without it: what is required and has a default or only one possible value. */
  readonly value?: unknown;
  onchange?(value: unknown, problems: readonly FormProblem[]): void;
}

export interface SchemaForm {
  readonly element: HTMLElement;
  /** What is typed now. What the form doesn't know is in it, too; what nobody set is absent. */
  value(): unknown;
  setValue(value: unknown): void;
  problems(): FormProblem[];
  /** Focuses the first field with a problem and shows all problems, or focuses the first field. */
  focus(): void;
  destroy(): void;
}

/** A form for a value of a schema, with messages while one types. What the schema says beyond it is edited as JSON. */
export function createSchemaForm({ schema, value, onchange }: SchemaFormOptions): SchemaForm {
  const schemas = new Schemas(schema);
  let isRevealed = false;
  const context: FormContext = {
    schemas,
    changed() {
      const problems = findProblems();
      root.show(problems, isRevealed);
      onchange?.(root.get(), problems);
    },
    createField: (given, options) => new Field(context, given, options),
  };
  const root = new Field(context, schema, { label: texts.arguments, isRequired: true, isRoot: true });
  const element = make("div", { className: "show-form" }, root.element);
  // Leaving a field shows its message.
  element.addEventListener("focusout", () => root.show(findProblems(), isRevealed));

  function findProblems(): FormProblem[] {
    return [...root.unread(), ...check(schemas, schema, root.get() ?? {})];
  }

  root.set(value === undefined ? initialValue(schemas, schema) : value);
  root.show(findProblems(), false);
  return {
    element,
    value: () => root.get(),
    setValue(next) {
      root.set(next);
      root.show(findProblems(), isRevealed);
    },
    problems: findProblems,
    focus() {
      const problems = findProblems();
      isRevealed = isRevealed || problems.length > 0;
      root.show(problems, isRevealed);
      if (problems.length === 0 || !root.focus(true)) root.focus(false);
    },
    destroy: () => element.remove(),
  };
}
