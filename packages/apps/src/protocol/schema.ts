import type { Json } from "./mcp-types.ts";
import type { NotificationRow } from "./methods.ts";
import { findMismatch, type Shape } from "./shape.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

type SafeParsed<T> =
  | { success: true; data: T; error?: undefined }
  | { success: false; error: Error; data?: undefined };

/** A schema of the protocol: a Standard Schema, with the methods that users of Zod know. */
export interface Schema<T> extends StandardSchemaV1<T, T> {
  /** Returns the value, or throws if it does not match. */
  parse(value: unknown): T;
  /** Returns `{ success: true, data }` or `{ success: false, error }`. */
  safeParse(value: unknown): SafeParsed<T>;
}

/** The schema of a whole message; `shape.method.value` is the name of its method. */
export interface MethodSchema<T extends { method: string; params?: unknown }> extends Schema<T> {
  /** The schemas of the method's name and of the params, as Zod has them. */
  readonly shape: {
    /** The schema of the method's name, which is its `value`. */
    readonly method: Schema<T["method"]> & { readonly value: T["method"] };
    /** The schema of the params. */
    readonly params: Schema<T["params"]>;
  };
}

export function createSchema<T>(shape: Shape): Schema<T> {
  const safeParse = (value: unknown): SafeParsed<T> => {
    const mismatch = findMismatch(shape, value);
    return mismatch
      ? { success: false, error: new Error(`value${mismatch}`) }
      : { success: true, data: value as T };
  };
  return {
    safeParse,
    parse(value) {
      const parsed = safeParse(value);
      if (parsed.success) return parsed.data;
      throw parsed.error;
    },
    "~standard": {
      version: 1,
      vendor: "toolshed",
      validate(value) {
        const { success, data, error } = safeParse(value);
        return success ? { value: data } : { issues: [{ message: error.message }] };
      },
    },
  };
}

export function createMethodSchema<T extends { method: string; params?: unknown }>(
  row: NotificationRow<T["method"], Json>,
): MethodSchema<T> {
  const { method, params } = row;
  const isMethod = (value: unknown) => value === method;
  // Params of which none are required may be left out.
  const isOptional = findMismatch(params, {}) === undefined;
  return {
    ...createSchema<T>({ method: isMethod, [isOptional ? "params?" : "params"]: params }),
    shape: {
      method: { ...createSchema<T["method"]>(isMethod), value: method },
      params: createSchema(params),
    },
  };
}
