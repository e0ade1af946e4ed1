import type { StandardSchemaV1, StandardSchemaWithJSON } from "../protocol/standard-schema.ts";
import { withJsonSchema } from "../protocol/with-json-schema.ts";
import { ZodConverter } from "./zod-converter.ts";

/**
 * Lets a schema of Zod 3.24 to 4.1 describe its parameters to the host. Schemas of newer versions already do
 * and are returned unchanged.
 * @example inputSchema: toStandardJsonSchema(z.object({ city: z.string() }))
 */
export function toStandardJsonSchema<Schema extends StandardSchemaV1>(
  schema: Schema,
): StandardSchemaWithJSON<StandardSchemaV1.InferInput<Schema>, StandardSchemaV1.InferOutput<Schema>> {
  return withJsonSchema(schema, "zod", (root, direction) => new ZodConverter(direction).convert(root, "#"));
}
