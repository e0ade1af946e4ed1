import type { StandardSchemaV1, StandardSchemaWithJSON } from "../protocol/standard-schema.ts";
import { withJsonSchema } from "../protocol/with-json-schema.ts";
import { ZodConverter } from "./zod-converter.ts";

/**
 * A schema of Zod 3.24 to 4.1 that tells the host its parameters. Newer ones do that already and stay as they are.
 * @example inputSchema: toStandardJsonSchema(z.object({ city: z.string() }))
 */
export function toStandardJsonSchema<Schema extends StandardSchemaV1>(
  schema: Schema,
): StandardSchemaWithJSON<StandardSchemaV1.InferInput<Schema>, StandardSchemaV1.InferOutput<Schema>> {
  return withJsonSchema(schema, "zod", (root, direction) => new ZodConverter(direction).convert(root, "#"));
}
