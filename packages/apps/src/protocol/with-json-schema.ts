import type { Json } from "./mcp-types.ts";
import type { StandardSchemaV1, StandardSchemaWithJSON } from "./standard-schema.ts";

export type Direction = "input" | "output";
export type JsonSchema = Record<string, Json>;

/** A schema of `vendor` that describes itself as JSON Schema, by `convert` unless its library does it already. */
export function withJsonSchema<Schema extends StandardSchemaV1>(
  schema: Schema,
  vendor: string,
  convert: (schema: Schema, direction: Direction) => JsonSchema,
): StandardSchemaWithJSON<StandardSchemaV1.InferInput<Schema>, StandardSchemaV1.InferOutput<Schema>> {
  const standard: Json = schema?.["~standard"];
  if (standard?.vendor !== vendor) {
    throw new TypeError(`toStandardJsonSchema() of @toolshed/apps/${vendor} takes a ${vendor} schema`);
  }
  if (standard.jsonSchema) return schema as Json;
  const inDirection =
    (direction: Direction) =>
    ({ target }: { target: string }) => {
      if (target !== "draft-2020-12") throw new Error(`Unsupported JSON Schema target: ${target}`);
      return { $schema: "https://json-schema.org/draft/2020-12/schema", ...convert(schema, direction) };
    };
  const jsonSchema = { input: inDirection("input"), output: inDirection("output") };
  return { "~standard": { ...standard, jsonSchema } };
}

/** One step of a JSON Pointer. */
export function pointerStep(key: string): string {
  return `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
