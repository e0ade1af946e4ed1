import { button, make, uniqueId } from "../dom.ts";
import { plainText } from "../markdown/plain-text.ts";
import { texts } from "../texts.ts";
import { createArrayBody } from "./bodies/array-body.ts";
import { createChoiceBody } from "./bodies/choice-body.ts";
import { createJsonBody, createLeafBody } from "./bodies/leaf-body.ts";
import { createObjectBody } from "./bodies/object-body.ts";
import type { FormProblem } from "./check.ts";
import { initialValue, ownSchema } from "./initial-value.ts";
import { type Kind, type Schema, type Schemas, typeLabel } from "./schemas.ts";

/** What the fields of one form share. */
export interface FormContext {
  readonly schemas: Schemas;
  /** To be called after every change that a person made. */
  changed(): void;
  createField(schema: unknown, options: FieldOptions): Field;
}

/** The part of a field that holds its value. */
export interface Body {
  readonly element: HTMLElement;
  /** Undefined if there is no value. */
  get(): unknown;
  /** Takes a value without changing anything in it. False if this body can't show it. */
  set(value: unknown): boolean;
  /** What was typed and can't be read, by path. */
  unread(): FormProblem[];
  /** Shows problems of what is inside it. Of those, the field shows its own. */
  show(problems: readonly FormProblem[], isRevealed: boolean): void;
  /** Focuses the first control, or the first with a problem. False if there is none. */
  focus(onlyProblem: boolean): boolean;
}

/** How a control is tied to the texts around it. */
export interface ControlIds {
  readonly id: string;
  readonly describedBy: string;
  readonly label: string;
  readonly name: string;
  readonly isRequired: boolean;
}

export interface FieldOptions {
  readonly label: string;
  /** The property's name, where the label says something else. */
  readonly name?: string;
  readonly isRequired: boolean;
  /** The outermost field has no head. */
  readonly isRoot?: boolean;
  readonly actions?: readonly HTMLElement[];
}

type Mode = "absent" | "form" | "json" | "null";

/** One value of a form: its label, its control, and what is wrong with it. */
export class Field {
  readonly element: HTMLElement;
  private readonly context: FormContext;
  private readonly schema: Schema;
  private readonly kind: Kind;
  private readonly isLeaf: boolean;
  private readonly isNullable: boolean;
  private readonly options: FieldOptions;
  private readonly ids: ControlIds;
  private readonly name: HTMLElement;
  private readonly place = make("div");
  private readonly message: HTMLElement;
  private readonly switcher: HTMLButtonElement;
  private readonly remover: HTMLButtonElement;
  private readonly nuller: HTMLButtonElement;
  private body: Body | undefined;
  private json: Body | undefined;
  private mode: Mode = "absent";
  private isTouched = false;

  constructor(context: FormContext, given: unknown, options: FieldOptions) {
    this.context = context;
    this.options = options;
    const { schemas } = context;
    const outer = schemas.flatten(given);
    const { schema, isNullable } = withoutNull(schemas, outer);
    this.schema = schema;
    this.isNullable = isNullable;
    this.kind = schemas.kindOf(schema);
    this.isLeaf = !["object", "array", "choice"].includes(this.kind.is);
    const id = uniqueId();
    const { label, name, isRequired, isRoot = false, actions = [] } = options;
    this.ids = { id, describedBy: `${id}-hint ${id}-problem`, label, name: name ?? label, isRequired };
    this.name = this.isLeaf
      ? make("label", { for: id, id: `${id}-label` }, label)
      : make("span", { className: "show-label", id: `${id}-label` }, label);
    this.switcher = small(texts.asJson, () => this.switchMode());
    this.remover = small(texts.remove, () => this.change("absent"), { "aria-label": texts.removeOf(label) });
    this.nuller = small("null", () => this.change(this.mode === "null" ? "form" : "null"));
    this.message = make("p", { className: "show-problem", id: `${id}-problem` });
    const head = make(
      "div",
      { className: "show-field-head" },
      this.name,
      name !== undefined && make("code", { className: "show-mark" }, name),
      make("span", { className: "show-mark" }, isRequired ? texts.requiredMark : ""),
      make(
        "span",
        { className: "show-mark" },
        ["choice", "enum"].includes(this.kind.is) ? "" : typeLabel(schema),
      ),
      make("span", { className: "show-space" }),
      isNullable && this.nuller,
      this.switcher,
      this.remover,
      ...actions,
    );
    const hint = make("p", { className: "show-hint", id: `${id}-hint` }, hintOf(outer));
    this.element = make(
      "div",
      { className: "show-field" },
      !isRoot && head,
      !isRoot && hint,
      this.place,
      this.message,
    );
    hint.hidden = hint.textContent === "";
    if (!this.isLeaf) {
      this.element.setAttribute("role", "group");
      this.element.setAttribute(isRoot ? "aria-label" : "aria-labelledby", isRoot ? label : `${id}-label`);
    }
    this.element.addEventListener("focusout", () => {
      this.isTouched = true;
    });
    this.show([], false);
    this.set(undefined);
  }

  setLabel(label: string): void {
    this.name.textContent = label;
  }

  get(): unknown {
    if (this.mode === "null") return null;
    if (this.mode === "json") return this.json?.get();
    return this.mode === "form" ? this.body?.get() : undefined;
  }

  set(value: unknown): void {
    if (value === undefined && !this.isLeaf && !this.options.isRoot) this.setMode("absent");
    else if (value === null && this.isNullable) this.setMode("null");
    else if (this.kind.is !== "any" && this.openBody().set(value)) this.setMode("form");
    else this.setJson(value);
  }

  unread(): FormProblem[] {
    const body = this.mode === "json" ? this.json : this.mode === "form" ? this.body : undefined;
    return body?.unread() ?? [];
  }

  show(problems: readonly FormProblem[], isRevealed: boolean): void {
    const isOpen = this.mode === "form" && !this.isLeaf;
    const own = isOpen ? problems.filter(({ path }) => path.length === 0) : problems;
    const isShown = isRevealed || this.isTouched || own.some(({ isMissing }) => !isMissing);
    const [first] = isShown ? own : [];
    const place = first && first.path.length > 0 ? `${first.path.join(".")}: ` : "";
    this.message.textContent = first ? place + first.message : "";
    const control = document.getElementById(this.ids.id) ?? this.element.querySelector(`#${this.ids.id}`);
    if (first && control) control.setAttribute("aria-invalid", "true");
    else control?.removeAttribute("aria-invalid");
    if (isOpen) this.body?.show(problems, isRevealed);
  }

  focus(onlyProblem: boolean): boolean {
    const body = this.mode === "json" ? this.json : this.mode === "form" ? this.body : undefined;
    const hasProblem = this.message.textContent !== "";
    if (onlyProblem && this.isLeaf && !hasProblem) return false;
    if (body?.focus(onlyProblem && !this.isLeaf && this.mode === "form")) return true;
    const [first] = this.place.querySelectorAll<HTMLElement>("button, input, select, textarea");
    if (!first || (onlyProblem && !hasProblem)) return false;
    first.focus();
    return true;
  }

  private openBody(): Body {
    this.body ??= this.createBody();
    return this.body;
  }

  private createBody(): Body {
    const { context, kind, schema, ids } = this;
    const own = ownSchema(context.schemas, schema);
    switch (kind.is) {
      case "object":
        return createObjectBody(context, own, ids);
      case "array":
        return createArrayBody(context, own, ids);
      case "choice":
        return createChoiceBody(context, kind.variants, ids);
      default:
        return createLeafBody(context, kind, own, ids);
    }
  }

  private setJson(value: unknown): void {
    this.json ??= createJsonBody(this.context, this.ids);
    this.json.set(value);
    this.setMode("json");
  }

  /** A change of the mode by a person. */
  private change(mode: Mode): void {
    const { context, schema } = this;
    if (mode === "form")
      this.set(initialValue(context.schemas, { ...schema, default: undefined }) ?? blankOf(this.kind));
    else this.setMode(mode);
    this.isTouched = true;
    context.changed();
    if (mode === "form") this.focus(false);
  }

  private switchMode(): void {
    const value = this.get();
    if (this.mode === "json") this.set(value);
    else this.setJson(value);
    this.context.changed();
    this.focus(false);
  }

  private setMode(mode: Mode): void {
    this.mode = mode;
    const { isLeaf, options } = this;
    const add = () => button(texts.add(options.label), () => this.change("form"), { id: this.ids.id });
    if (mode === "absent") this.place.replaceChildren(add());
    else if (mode === "null") this.place.replaceChildren(make("code", {}, "null"));
    else if (mode === "json") this.place.replaceChildren((this.json as Body).element);
    else this.place.replaceChildren(this.openBody().element);
    const canSwitch = mode === "form" ? !isLeaf : mode === "json" && this.kind.is !== "any";
    this.switcher.hidden = !canSwitch;
    this.switcher.textContent = mode === "json" ? texts.asForm : texts.asJson;
    this.switcher.setAttribute(
      "aria-label",
      mode === "json" ? texts.editAsForm(options.label) : texts.editAsJson(options.label),
    );
    this.remover.hidden = isLeaf || options.isRequired || mode === "absent" || mode === "null";
    this.nuller.setAttribute("aria-pressed", String(mode === "null"));
    this.nuller.setAttribute("aria-label", `null: ${options.label}`);
  }
}

const small = (label: string, run: () => void, properties = {}) =>
  button(label, run, { className: "show-button show-head-button", ...properties });

const blankOf = (kind: Kind): unknown => (kind.is === "object" ? {} : kind.is === "array" ? [] : undefined);

/** A schema that also takes null, without that. */
function withoutNull(schemas: Schemas, schema: Schema): { schema: Schema; isNullable: boolean } {
  const kind = schemas.kindOf(schema);
  if (kind.is !== "choice") return { schema, isNullable: false };
  const rest = kind.variants.filter((variant) => schemas.kindOf(variant.schema).is !== "null");
  if (rest.length !== 1 || rest.length === kind.variants.length || !rest[0])
    return { schema, isNullable: false };
  return { schema: schemas.untitled(rest[0].schema), isNullable: true };
}

function hintOf(schema: Schema): string {
  const parts: string[] = [];
  if (typeof schema.description === "string")
    parts.push(plainText(schema.description.slice(0, 2_000)).trim());
  if (schema.default !== undefined) parts.push(texts.defaultIs(JSON.stringify(schema.default).slice(0, 200)));
  return parts.join("\n");
}
