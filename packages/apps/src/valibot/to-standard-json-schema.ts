import type { StandardSchemaV1, StandardSchemaWithJSON } from "../protocol/standard-schema.ts";
import { withJsonSchema } from "../protocol/with-json-schema.ts";
import { ValibotConverter } from "./valibot-converter.ts";

/**
 * Lets a Valibot schema describe its parameters to the host, like the function of this name in
 * `@valibot/to-json-schema`. What JSON Schema can't express is left out instead of an error.
 * @example inputSchema: toStandardJsonSchema(v.object({ city: v.string() }))
 */
export function toStandardJsonSchema<Schema extends StandardSchemaV1>(
  schema: Schema,
): StandardSchemaWithJSON<StandardSchemaV1.InferInput<Schema>, StandardSchemaV1.InferOutput<Schema>> {
  return withJsonSchema(schema, "valibot", (root, direction) =>
    new ValibotConverter(direction).convert(root, "#"),
  );
}
