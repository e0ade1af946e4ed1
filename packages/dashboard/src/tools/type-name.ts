import { isSchema, type JsonSchema } from "../api/json-schema.ts";

const maxDepth = 4;

/** A schema's type as one would say it: `string`, `list of integer`, `"asc" or "desc"`. */
export function typeName(schema: JsonSchema, depth = 0): string {
  if (depth === maxDepth) return "…";
  const inner = (part: unknown) => typeName(isSchema(part) ? part : {}, depth + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return [...new Set(choices.map(inner))].join(" or ");
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  if (schema.type === "array") return `list of ${inner(schema.items)}`;
  return typeof schema.type === "string" ? schema.type : "any";
}
