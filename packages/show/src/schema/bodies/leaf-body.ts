import { make } from "../../dom.ts";
import { texts } from "../../texts.ts";
import { isSame } from "../check.ts";
import type { Body, ControlIds, FormContext } from "../field.ts";
import { isFile } from "../format.ts";
import { readJson } from "../read-json.ts";
import type { Kind, Schema } from "../schemas.ts";
import { createFileControl } from "./file-control.ts";
import { createTextControl } from "./text-control.ts";

/** What was typed: a value, none, or why it can't be read. */
export type Typed = { value: unknown } | { problem: string };

/** An input with a value of one kind. */
export interface Control {
  readonly element: HTMLElement;
  read(): Typed;
  /** False if it can't show the value. */
  write(value: unknown): boolean;
  focus(): void;
}

export type Tie = Record<string, string | boolean>;

/** A single value. It keeps what was set exactly, until a person changes it. */
export function createLeafBody(context: FormContext, kind: Kind, schema: Schema, ids: ControlIds): Body {
  const tie: Tie = {
    id: ids.id,
    "aria-describedby": ids.describedBy,
    ...(ids.isRequired && { "aria-required": "true" }),
  };
  return toBody(context, createControl(kind, schema, tie, ids));
}

export function createJsonBody(context: FormContext, { id, describedBy, label }: ControlIds): Body {
  const area = make("textarea", {
    id,
    className: "show-code",
    spellcheck: false,
    rows: 4,
    "aria-label": texts.editAsJson(label),
    "aria-describedby": describedBy,
  });
  return toBody(context, {
    element: area,
    read() {
      if (area.value.trim() === "") return { value: undefined };
      const read = readJson(area.value);
      return "problem" in read ? { problem: texts.notJson(read.problem) } : read;
    },
    write(value) {
      area.value = value === undefined ? "" : JSON.stringify(value, undefined, 2);
      area.rows = Math.min(16, Math.max(2, area.value.split("\n").length));
      return true;
    },
    focus: () => area.focus(),
  });
}

function toBody(context: FormContext, control: Control): Body {
  let current: unknown;
  let problem: string | undefined;
  control.element.addEventListener("input", () => {
    const typed = control.read();
    problem = "problem" in typed ? typed.problem : undefined;
    if ("value" in typed) current = typed.value;
    context.changed();
  });
  return {
    element: control.element,
    get: () => current,
    set(value) {
      if (!control.write(value)) return false;
      current = value;
      problem = undefined;
      return true;
    },
    unread: () => (problem === undefined ? [] : [{ path: [], message: problem }]),
    show() {},
    focus() {
      control.focus();
      return true;
    },
  };
}

function createControl(kind: Kind, schema: Schema, tie: Tie, ids: ControlIds): Control {
  switch (kind.is) {
    case "enum":
      return createSelect(kind.options, schema, tie);
    case "boolean": {
      const options = [true, false].map((value) => ({ value, label: String(value) }));
      return createSelect(options, schema, tie);
    }
    case "number":
    case "integer":
      return createNumberControl(schema, tie, kind.is === "integer");
    case "null":
      return {
        element: make("code", {}, "null"),
        read: () => ({ value: null }),
        write: (it) => it === null,
        focus() {},
      };
    default:
      return (isFile(schema) ? createFileControl : createTextControl)(schema, tie, ids);
  }
}

function createSelect(
  options: readonly { value: unknown; label: string }[],
  schema: Schema,
  tie: Tie,
): Control {
  const none =
    schema.default === undefined
      ? texts.notSet
      : texts.defaultIs(JSON.stringify(schema.default).slice(0, 200));
  const select = make(
    "select",
    tie,
    make("option", { value: "" }, none),
    ...options.map(({ label }, at) => make("option", { value: String(at) }, label.slice(0, 200))),
  );
  return {
    element: select,
    read: () => ({ value: select.value === "" ? undefined : options[Number(select.value)]?.value }),
    write(value) {
      const at = options.findIndex((option) => isSame(option.value, value));
      if (at === -1 && value !== undefined) return false;
      select.value = at === -1 ? "" : String(at);
      return true;
    },
    focus: () => select.focus(),
  };
}

const numeric = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function createNumberControl(schema: Schema, tie: Tie, isInteger: boolean): Control {
  const { minimum, maximum, default: standard } = schema;
  const range = [minimum, maximum].every((it) => typeof it === "number") ? `${minimum}–${maximum}` : "";
  const input = make("input", {
    ...tie,
    type: "text",
    inputMode: isInteger ? "numeric" : "decimal",
    autocomplete: "off",
    placeholder: typeof standard === "number" ? String(standard) : range,
  });
  return {
    element: input,
    read() {
      const text = input.value.trim();
      if (text === "") return { value: undefined };
      const value = Number(text);
      if (!numeric.test(text) || !Number.isFinite(value)) return { problem: texts.notNumber };
      if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text))
        return { problem: texts.tooExact };
      return { value };
    },
    write(value) {
      if (value !== undefined && typeof value !== "number") return false;
      input.value = value === undefined ? "" : String(value);
      return true;
    },
    focus: () => input.focus(),
  };
}
