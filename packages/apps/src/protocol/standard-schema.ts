import { INTERNAL_ERROR, ProtocolError } from "../rpc/error.ts";
import type { Json } from "./mcp-types.ts";

/** The interface that Zod, ArkType, Valibot and others share, as https://standardschema.dev defines it. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  /** The library's validation and types. */
  readonly "~standard": StandardSchemaV1.Props<Input, Output>;
}

export declare namespace StandardSchemaV1 {
  interface Props<Input = unknown, Output = Input> {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
      options?: { readonly libraryOptions?: Record<string, unknown> | undefined } | undefined,
    ) => Result<Output> | Promise<Result<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  }
  type Result<Output> = SuccessResult<Output> | FailureResult;
  interface SuccessResult<Output> {
    readonly value: Output;
    readonly issues?: undefined;
  }
  interface FailureResult {
    readonly issues: ReadonlyArray<Issue>;
  }
  interface Issue {
    readonly message: string;
    readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
  }
  type InferInput<Schema extends StandardSchemaV1> = NonNullable<Schema["~standard"]["types"]>["input"];
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
    readonly jsonSchema: { readonly input: ToJsonSchema; readonly output: ToJsonSchema };
  };
}

export declare namespace StandardSchemaWithJSON {
  type InferInput<Schema extends StandardSchemaV1> = StandardSchemaV1.InferInput<Schema>;
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
  const keys = path?.map((segment) => String(typeof segment === "object" ? segment.key : segment));
  return keys?.length ? `${keys.join(".")}: ${message}` : message;
}
