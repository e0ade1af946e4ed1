import { isSchema, type JsonSchema } from "../api/json-schema.ts";
import { readParameters } from "./read-parameters.ts";

const maxDepth = 4;
const blanks: Record<string, unknown> = {
  string: "",
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  null: null,
};

/** Arguments to begin with: what is required, blank. */
export function argumentSkeleton(schema: JsonSchema): string {
  return JSON.stringify(blankOf({ ...schema, type: "object" }), undefined, 2);
}

function blankOf(schema: JsonSchema, depth = 0): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices))
    return isSchema(choices[0]) && depth < maxDepth ? blankOf(choices[0], depth + 1) : null;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const needed = depth < maxDepth ? readParameters(schema).filter(({ required }) => required) : [];
    return Object.fromEntries(needed.map(({ name, schema }) => [name, blankOf(schema, depth + 1)]));
  }
  return Object.hasOwn(blanks, String(type)) ? blanks[String(type)] : null;
}
