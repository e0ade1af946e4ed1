import { type Fields, isFields } from "./message.ts";

/** What a value must look like. A field whose name ends in `?` is optional; fields that are not listed are allowed. */
export type Shape =
  | "string"
  | "boolean"
  | "object"
  | ((value: unknown) => boolean)
  | readonly [Shape]
  | { readonly [name: string]: Shape };

/** The path where a value differs from its shape, such as `params.name`. */
export function findMismatch(shape: Shape, value: unknown, at: string): string | undefined {
  if (typeof shape === "function") return shape(value) ? undefined : at;
  if (shape === "object") return isFields(value) ? undefined : at;
  if (typeof shape === "string") return typeof value === shape ? undefined : at;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return at;
    for (const [index, part] of value.entries()) {
      const mismatch = findMismatch(shape[0] as Shape, part, `${at}.${index}`);
      if (mismatch !== undefined) return mismatch;
    }
    return undefined;
  }
  return isFields(value) ? findInFields(shape as { [name: string]: Shape }, value, at) : at;
}

function findInFields(
  shape: { readonly [name: string]: Shape },
  value: Fields,
  at: string,
): string | undefined {
  for (const name in shape) {
    const isOptional = name.endsWith("?");
    const key = isOptional ? name.slice(0, -1) : name;
    const part = value[key];
    if (part === undefined && isOptional) continue;
    const mismatch = findMismatch(shape[name] as Shape, part, `${at}.${key}`);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}
