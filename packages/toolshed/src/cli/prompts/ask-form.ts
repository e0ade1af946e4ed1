import type { ElicitResult } from "@toolshed/sdk";
import { note } from "../print/print.ts";
import { printable } from "../print/printable.ts";
import { prompt } from "./prompt.ts";

interface Field {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly { readonly const: string; readonly title?: string }[];
  readonly default?: unknown;
}

type Value = string | number | boolean | string[];

const left = Symbol("left out");

/** What a field gets; `left` where it is left out, and nothing if the person cancels. */
type Answer = Value | typeof left | undefined;

/** Asks field by field what a tool wants to know. Optional fields can be left out. */
export async function askForm(
  message: string,
  schema: Readonly<Record<string, unknown>>,
): Promise<ElicitResult> {
  const required = (schema.required ?? []) as readonly string[];
  const content: Record<string, Value> = {};
  note(message);
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Field>)) {
    const answer = await askField(name, field, required.includes(name));
    if (answer === undefined) return { action: "unavailable" };
    if (answer !== left) content[name] = answer;
  }
  return { action: "accept", content };
}

function askField(name: string, field: Field, isRequired: boolean): Promise<Answer> {
  const choices = choicesOf(field);
  const { default: fallback, description } = field;
  const notes = [description, !isRequired && fallback === undefined && "optional"].filter(Boolean);
  const label = `${field.title ?? name}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
  const message = printable(label);
  return choices ? choose(message, choices, field, isRequired) : type(message, field, isRequired);
}

const choicesOf = ({ type, enum: values, oneOf }: Field): readonly [Value, string][] | undefined =>
  values?.map((value): [Value, string] => [value, value]) ??
  oneOf?.map(({ const: value, title = value }): [Value, string] => [value, title]) ??
  (type === "boolean"
    ? [
        [true, "yes"],
        [false, "no"],
      ]
    : undefined);

async function choose(
  message: string,
  choices: readonly [Value, string][],
  { default: fallback }: Field,
  isRequired: boolean,
): Promise<Answer> {
  const skip = isRequired || fallback !== undefined ? [] : [{ value: choices.length, label: "leave out" }];
  const options = [...choices.map(([, label], value) => ({ value, label: printable(label) })), ...skip];
  const initialValue = Math.max(
    0,
    choices.findIndex(([value]) => value === fallback),
  );
  const chosen = await prompt(({ select }, common) => select({ message, options, initialValue, ...common }));
  return chosen === undefined ? undefined : (choices[chosen]?.[0] ?? left);
}

async function type(message: string, field: Field, isRequired: boolean): Promise<Answer> {
  const { default: fallback } = field;
  const mayBeEmpty = !isRequired || fallback !== undefined;
  const typed = await prompt(({ text }, common) =>
    text({
      ...common,
      message,
      ...(fallback !== undefined && { placeholder: printable(JSON.stringify(fallback)) }),
      validate: (given = "") =>
        (given.trim() === "" && mayBeEmpty) || parse(given.trim(), field) !== undefined
          ? undefined
          : problemOf(field),
    }),
  );
  const given = typed?.trim();
  if (given === undefined) return undefined;
  return given === "" && mayBeEmpty ? ((fallback as Value | undefined) ?? left) : parse(given, field);
}

/** Nothing if it is not what the field takes. */
function parse(text: string, { type }: Field): Value | undefined {
  if (text === "") return undefined;
  if (type === "array") return text.split(",").map((item) => item.trim());
  if (type !== "number" && type !== "integer") return text;
  const number = Number(text);
  return (type === "integer" ? Number.isInteger(number) : Number.isFinite(number)) ? number : undefined;
}

const problemOf = ({ type }: Field): string =>
  type === "integer" ? "Enter a whole number." : type === "number" ? "Enter a number." : "Enter a value.";
