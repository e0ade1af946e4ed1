import { isSchema, type JsonSchema } from "../ui/text/json-schema.ts";

/** One thing a tool wants to know. */
export interface AnswerField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly required: boolean;
  readonly kind: "text" | "number" | "yes or no" | "one of" | "some of";
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly standard: unknown;
}

/** The fields of a flat form. Anyone may have written its schema, so nothing is taken for granted. */
export function readFields({ properties, required }: JsonSchema): AnswerField[] {
  if (!isSchema(properties)) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, given]) => {
    const schema: JsonSchema & { title?: unknown } = isSchema(given) ? given : {};
    const items = schema.type === "array" && isSchema(schema.items) ? schema.items : undefined;
    const choices = readChoices(items ?? schema);
    return {
      name,
      label: textOr(schema.title, name),
      hint: textOr(schema.description, ""),
      required: needed.includes(name),
      kind: kindOf(schema.type, choices.length > 0),
      choices,
      standard: schema.default,
    };
  });
}

const textOr = (value: unknown, otherwise: string): string =>
  typeof value === "string" && value !== "" ? value : otherwise;

function kindOf(type: unknown, hasChoices: boolean): AnswerField["kind"] {
  if (hasChoices) return type === "array" ? "some of" : "one of";
  if (type === "boolean") return "yes or no";
  return type === "number" || type === "integer" ? "number" : "text";
}

function readChoices(schema: JsonSchema): AnswerField["choices"] {
  const listed = [schema.oneOf, schema.anyOf].find(Array.isArray) ?? [];
  const titled = listed.flatMap((choice: JsonSchema & { title?: unknown }) =>
    typeof choice?.const === "string"
      ? [{ value: choice.const, label: textOr(choice.title, choice.const) }]
      : [],
  );
  const plain = (Array.isArray(schema.enum) ? schema.enum : []).flatMap((value) =>
    typeof value === "string" ? [{ value, label: value }] : [],
  );
  return titled.length > 0 ? titled : plain;
}
