import type { ElicitResult } from "@toolshed/sdk";
import { printable } from "../print/printable.ts";
import { askLine } from "./ask-line.ts";

interface Field {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly { readonly const: string; readonly title?: string }[];
  readonly default?: unknown;
}

type Typed = string | number | boolean | string[];

/** Asks field by field what a tool wants to know. An empty line leaves out what may be left out. */
export async function askForm(
  message: string,
  schema: Readonly<Record<string, unknown>>,
): Promise<ElicitResult> {
  const required = (schema.required ?? []) as readonly string[];
  const content: Record<string, Typed> = {};
  process.stderr.write(`${printable(message)}\n`);
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Field>)) {
    for (;;) {
      const line = await askLine(`  ${labelOf(name, field, required.includes(name))}: `);
      if (line === undefined) return { action: "unavailable" };
      const text = line.trim();
      if (text === "" && (field.default !== undefined || !required.includes(name))) {
        if (field.default !== undefined) content[name] = field.default as Typed;
        break;
      }
      const value = parse(text, field);
      if (value === undefined) continue;
      content[name] = value;
      break;
    }
  }
  return { action: "accept", content };
}

const choicesOf = ({ enum: values, oneOf }: Field): readonly string[] | undefined =>
  values ?? oneOf?.map((choice) => choice.const);

function labelOf(name: string, field: Field, isRequired: boolean): string {
  const choices = choicesOf(field) ?? (field.type === "boolean" ? ["yes", "no"] : undefined);
  const notes = [
    field.description,
    choices?.join(" | "),
    field.default !== undefined && `empty for ${JSON.stringify(field.default)}`,
    !isRequired && field.default === undefined && "may be empty",
  ].filter(Boolean);
  return `${field.title ?? name}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
}

/** Nothing if it is not what the field takes. */
function parse(text: string, field: Field): Typed | undefined {
  const choices = choicesOf(field);
  if (choices) return choices.includes(text) ? text : undefined;
  if (field.type === "boolean") return /^y(es)?$/i.test(text) || (/^no?$/i.test(text) ? false : undefined);
  if (field.type === "array") return text.split(",").map((item) => item.trim());
  if (field.type !== "number" && field.type !== "integer") return text === "" ? undefined : text;
  const number = Number(text);
  const fits = text !== "" && (field.type === "integer" ? Number.isInteger(number) : Number.isFinite(number));
  return fits ? number : undefined;
}
