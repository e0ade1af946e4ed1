import { INTERNAL_ERROR, ProtocolError } from "../rpc/error.ts";
import type { Json } from "./mcp-types.ts";

/** The interface that Zod, ArkType, Valibot and others share, as https://standardschema.dev defines it. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  /** The library's validation and types. */
  readonly "~standard": StandardSchemaV1.Props<Input, Output>;
}

export declare namespace StandardSchemaV1 {
  /** What a schema offers to other libraries. */
  interface Props<Input = unknown, Output = Input> {
    /** The version of the standard. */
    readonly version: 1;
    /** The library that made the schema, such as `"zod"`. */
    readonly vendor: string;
    /** Validates a value, and converts it if the schema does so. */
    readonly validate: (
      value: unknown,
      options?: { readonly libraryOptions?: Record<string, unknown> | undefined } | undefined,
    ) => Result<Output> | Promise<Result<Output>>;
    /** The types of the schema, for inference only: not set at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  }
  /** What `validate` returns: the value, or the issues. */
  type Result<Output> = SuccessResult<Output> | FailureResult;
  /** The value is valid. */
  interface SuccessResult<Output> {
    /** The value as the schema outputs it. */
    readonly value: Output;
    /** Not set: the value is valid. */
    readonly issues?: undefined;
  }
  /** The value is invalid. */
  interface FailureResult {
    /** What is wrong with the value. */
    readonly issues: ReadonlyArray<Issue>;
  }
  /** One thing that is wrong with a value. */
  interface Issue {
    /** What is wrong. */
    readonly message: string;
    /** Where in the value it is. */
    readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
  }
  /** The type that a schema accepts. */
  type InferInput<Schema extends StandardSchemaV1> = NonNullable<Schema["~standard"]["types"]>["input"];
  /** The type that a schema outputs. */
  type InferOutput<Schema extends StandardSchemaV1> = NonNullable<Schema["~standard"]["types"]>["output"];
}

type ToJsonSchema = (options: {
  readonly target: "draft-2020-12" | "draft-07" | "openapi-3.0" | (string & {});
  readonly libraryOptions?: Record<string, unknown> | undefined;
}) => Record<string, unknown>;

/** A Standard Schema that can also describe itself as JSON Schema. */
export interface StandardSchemaWithJSON<Input = unknown, Output = Input> {
  /** The library's validation, types and JSON Schema. */
  readonly "~standard": StandardSchemaV1.Props<Input, Output> & {
    /** Returns the JSON Schema of what the schema accepts and outputs. */
    readonly jsonSchema: { readonly input: ToJsonSchema; readonly output: ToJsonSchema };
  };
}

export declare namespace StandardSchemaWithJSON {
  /** The type that a schema accepts. */
  type InferInput<Schema extends StandardSchemaV1> = StandardSchemaV1.InferInput<Schema>;
  /** The type that a schema outputs. */
  type InferOutput<Schema extends StandardSchemaV1> = StandardSchemaV1.InferOutput<Schema>;
}

/**
 * The value as the schema reads it; throws `<what>: <path>: <message>; …` if the schema refuses it. Anything other than a Standard
 * Schema, such as JSON Schema, accepts everything.
 */
export async function validate(
  schema: object,
  value: unknown,
  what: string,
  code = INTERNAL_ERROR,
): Promise<Json> {
  const result = await (schema as Partial<StandardSchemaV1>)["~standard"]?.validate(value);
  if (!result?.issues) return result ? result.value : value;
  throw new ProtocolError(code, `${what}: ${result.issues.map(formatIssue).join("; ")}`);
}

function formatIssue({ message, path }: StandardSchemaV1.Issue): string {
  const keys = path?.map((segment: Json) => String(segment.key ?? segment));
  return keys?.length ? `${keys.join(".")}: ${message}` : message;
}
