import { button, isObject, make, uniqueId } from "../../dom.ts";
import { plural, texts } from "../../texts.ts";
import { type FormProblem, isSame } from "../check.ts";
import type { Body, ControlIds, Field, FormContext } from "../field.ts";
import { labelsOf, type Schema, toSchema } from "../schemas.ts";

const mostProperties = 300;
const mostExtras = 100;
const fewOptional = 8;

/** An object: a field for each property that its schema names, and rows for the others. */
export function createObjectBody(context: FormContext, schema: Schema, _ids: ControlIds): Body {
  const properties = Object.entries(toSchema(schema.properties));
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const fields = new Map<string, Field>();
  const element = make("div", { className: "show-fields" });
  const more = make("details", { className: "show-nested" });
  const moreFields = make("div", { className: "show-fields" });
  const extras = new ExtraRows(context, schema);
  let base: Readonly<Record<string, unknown>> = {};

  for (const [name, property] of properties.slice(0, mostProperties)) {
    const labels = labelsOf(property, name);
    fields.set(name, context.createField(property, { ...labels, isRequired: required.has(name) }));
  }
  const names = [...fields.keys()];
  const optional = names.filter((name) => !required.has(name));
  element.append(...names.filter((name) => required.has(name)).map(elementOf));
  if (optional.length > fewOptional) {
    const label = plural(optional.length, "optional field");
    moreFields.append(...optional.map(elementOf));
    more.append(make("summary", {}, label), moreFields);
    element.append(more);
  } else element.append(...optional.map(elementOf));
  element.append(extras.element);
  if (names.length === 0 && !extras.canAdd)
    element.append(make("p", { className: "show-quiet" }, texts.noFields));

  function elementOf(name: string): HTMLElement {
    return (fields.get(name) as Field).element;
  }

  return {
    element,
    get() {
      const values = new Map<string, unknown>();
      const added = extras.get();
      for (const name of Object.keys(base)) {
        const field = fields.get(name);
        values.set(name, field ? field.get() : added.get(name));
      }
      for (const [name, field] of fields) values.set(name, field.get());
      for (const [name, value] of added) values.set(name, value);
      return Object.fromEntries([...values].filter(([, value]) => value !== undefined));
    },
    set(value) {
      if (value !== undefined && !isObject(value)) return false;
      const given = value ?? {};
      const others = Object.entries(given).filter(([name]) => !fields.has(name));
      if (others.length > mostExtras) return false;
      base = given;
      for (const [name, field] of fields) field.set(Object.hasOwn(given, name) ? given[name] : undefined);
      extras.set(others);
      more.open = optional.some((name) => Object.hasOwn(given, name));
      return isSame(this.get(), given);
    },
    unread: () => [
      ...[...fields].flatMap(([name, field]) => field.unread().map((problem) => under(name, problem))),
      ...extras.unread(),
    ],
    show(problems, isRevealed) {
      for (const [name, field] of fields) field.show(inside(problems, name), isRevealed);
      extras.show(problems, isRevealed);
      if (isRevealed && optional.some((name) => inside(problems, name).length > 0)) more.open = true;
    },
    focus: (onlyProblem) =>
      [...fields.values()].some((field) => field.focus(onlyProblem)) || extras.focus(onlyProblem),
  };
}

export const under = (name: string | number, { path, ...problem }: FormProblem): FormProblem => ({
  ...problem,
  path: [name, ...path],
});

export const inside = (problems: readonly FormProblem[], name: string | number): FormProblem[] =>
  problems
    .filter(({ path }) => path[0] === name)
    .map(({ path, ...problem }) => ({ ...problem, path: path.slice(1) }));

interface Row {
  name: HTMLInputElement;
  field: Field;
  element: HTMLElement;
  problem: HTMLElement;
}

/** The properties that a schema doesn't name, each with its name and value. */
class ExtraRows {
  readonly element = make("div", { className: "show-fields" });
  readonly canAdd: boolean;
  private readonly list = make("div", { className: "show-fields" });
  private readonly context: FormContext;
  private readonly schema: unknown;
  private readonly declared: Schema;
  private readonly rows: Row[] = [];

  constructor(context: FormContext, schema: Schema) {
    const { additionalProperties, patternProperties, properties } = schema;
    this.context = context;
    this.declared = toSchema(properties);
    const [pattern] = Object.values(toSchema(patternProperties));
    this.schema = isObject(additionalProperties) ? additionalProperties : pattern;
    const isFree = additionalProperties === undefined && Object.keys(toSchema(properties)).length === 0;
    this.canAdd =
      this.schema !== undefined || additionalProperties === true || (isFree && properties === undefined);
    this.element.append(this.list);
    if (this.canAdd) this.element.append(button(texts.addProperty, () => this.addByPerson()));
    this.update();
  }

  get(): Map<string, unknown> {
    const values = new Map<string, unknown>();
    for (const { name, field } of this.rows) {
      const value = field.get();
      if (name.value !== "" && value !== undefined && !this.isTaken(name)) values.set(name.value, value);
    }
    return values;
  }

  set(entries: readonly (readonly [string, unknown])[]): void {
    const isUnchanged =
      entries.length === this.rows.length &&
      entries.every(([name], at) => this.rows[at]?.name.value === name);
    if (!isUnchanged) {
      this.list.replaceChildren();
      this.rows.length = 0;
      for (const [name] of entries) this.add(name);
    }
    entries.forEach(([, value], at) => {
      this.rows[at]?.field.set(value);
    });
    this.update();
  }

  unread(): FormProblem[] {
    return this.rows.flatMap(({ name, field }) => {
      const problems = field.unread().map((problem) => under(name.value, problem));
      if (this.isTaken(name)) problems.push({ path: [name.value], message: texts.duplicate });
      if (name.value === "" && field.get() !== undefined)
        problems.push({ path: [""], message: texts.required });
      return problems;
    });
  }

  show(problems: readonly FormProblem[], isRevealed: boolean): void {
    for (const { name, field, problem } of this.rows) {
      const message = this.isTaken(name) ? texts.duplicate : "";
      problem.textContent = message;
      field.show(message ? [] : inside(problems, name.value), isRevealed);
    }
  }

  focus(onlyProblem: boolean): boolean {
    return this.rows.some(({ field }) => field.focus(onlyProblem));
  }

  private isTaken(name: HTMLInputElement): boolean {
    if (name.value === "") return false;
    const first = this.rows.find((row) => row.name.value === name.value)?.name;
    return first !== name || Object.hasOwn(this.declared, name.value);
  }

  private add(key: string): Row {
    const id = uniqueId();
    const name = make("input", { type: "text", value: key, id });
    name.addEventListener("input", () => this.context.changed());
    const remove = button(texts.remove, () => this.remove(row), {
      className: "show-button show-head-button",
      "aria-label": texts.removeOf(key || texts.value),
    });
    const field = this.context.createField(this.schema ?? {}, {
      label: texts.value,
      isRequired: true,
      actions: [remove],
    });
    const problem = make("p", { className: "show-problem" });
    const element = make(
      "div",
      { className: "show-pair" },
      make("label", { for: id }, texts.name),
      name,
      problem,
      field.element,
    );
    const row: Row = { name, field, element, problem };
    this.rows.push(row);
    this.list.append(element);
    return row;
  }

  private addByPerson(): void {
    const row = this.add("");
    this.update();
    this.context.changed();
    row.name.focus();
  }

  private remove(row: Row): void {
    this.rows.splice(this.rows.indexOf(row), 1);
    row.element.remove();
    this.update();
    this.context.changed();
  }

  private update(): void {
    this.list.hidden = this.rows.length === 0;
    this.element.hidden = this.rows.length === 0 && !this.canAdd;
  }
}
