import type { Tool } from "../protocol/mcp-types.ts";
import type { StandardSchemaV1, StandardSchemaWithJSON } from "../protocol/standard-schema.ts";

/** Undefined if there is no schema, or none that can be put as JSON Schema; it still validates. */
export function toJsonSchema(
  schema: StandardSchemaV1 | undefined,
  direction: "input" | "output",
): Tool["inputSchema"] | undefined {
  try {
    const { jsonSchema } = (schema as StandardSchemaWithJSON)["~standard"];
    return { type: "object", ...jsonSchema[direction]({ target: "draft-2020-12" }) };
  } catch {
    return undefined;
  }
}
