import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

/** Zod 4.2 or later, or any other library whose schemas validate and can be written as JSON Schema. */
export interface Schema<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>;
}

export type InferInput<S extends Schema> = StandardSchemaV1.InferInput<S>;
export type InferOutput<S extends Schema> = StandardSchemaV1.InferOutput<S>;
