import { make } from "../../dom.ts";
import type { ControlIds } from "../field.ts";
import { mostOptions, type Schema } from "../schemas.ts";
import type { Control, Tie } from "./leaf-body.ts";

const longField =
  /(text|body|content|prompt|message|markdown|html|code|script|sql|query|instructions|description|thought|note)s?$/i;
const longFrom = 200;
const inputTypes: Record<string, string> = {
  date: "date",
  "date-time": "datetime-local",
  email: "email",
  uri: "url",
  url: "url",
  password: "password",
};
const examples: Record<string, string> = { time: "09:00:00Z", duration: "P1D", uuid: "", ipv4: "192.0.2.1" };
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Text, dates and times. It takes the input that can show a value: a line, several lines, or a picker. */
export function createTextControl(schema: Schema, tie: Tie, ids: ControlIds): Control {
  const { format, maxLength, default: standard } = schema;
  const kind = typeof format === "string" ? format : "";
  const isLong =
    kind === "textarea" || (maxLength as number) >= longFrom || (kind === "" && longField.test(ids.name));
  const type = inputTypes[kind] ?? "text";
  const placeholder = typeof standard === "string" ? standard.slice(0, 100) : (examples[kind] ?? "");
  const element = make("div", { className: "show-fields-plain" });
  let input = createInput("");

  function createInput(value: string): HTMLInputElement | HTMLTextAreaElement {
    const isLines = isLong || value.includes("\n") || value.length > longFrom;
    if (isLines) return make("textarea", { ...tie, placeholder, rows: 3 });
    const fits =
      type === "date" ? day.test(value) : type === "datetime-local" ? toLocal(value) !== undefined : true;
    const shownAs = value === "" || fits ? type : "text";
    return make("input", {
      ...tie,
      type: shownAs,
      placeholder,
      autocomplete: "off",
      ...(Array.isArray(schema.enum) && { list: `${ids.id}-options` }),
      ...(shownAs === "datetime-local" && { step: "1" }),
    });
  }

  const show = (text: string) => {
    input.value = input.type === "datetime-local" ? (toLocal(text) ?? "") : text;
  };
  element.append(input);
  if (Array.isArray(schema.enum)) element.append(createOptions(schema.enum));

  /** Of more values than one can pick from: the first ones, as suggestions. */
  function createOptions(values: readonly unknown[]): HTMLElement {
    const options = values.slice(0, mostOptions).map((value) => make("option", { value: String(value) }));
    return make("datalist", { id: `${ids.id}-options` }, ...options);
  }

  return {
    element,
    read() {
      if (input.value === "") return { value: undefined };
      if (input.type !== "datetime-local") return { value: input.value };
      const time = new Date(input.value);
      return Number.isNaN(time.getTime()) ? { value: undefined } : { value: time.toISOString() };
    },
    write(value) {
      if (value !== undefined && typeof value !== "string") return false;
      const text = value ?? "";
      const next = createInput(text);
      if (next.type !== input.type) {
        input.replaceWith(next);
        input = next;
      }
      show(text);
      return true;
    },
    focus: () => input.focus(),
  };
}

/** A time as the picker wants it: in the time zone of the person. Undefined for what is not a whole time. */
function toLocal(value: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return undefined;
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return undefined;
  const two = (part: number) => String(part).padStart(2, "0");
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
