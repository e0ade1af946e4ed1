import { isObject } from "../rpc/message.ts";

/**
 * What a value must look like, as data. In an object a key that ends in `?` may be left out, and keys that are not
 * named are allowed: what a newer side adds must not break an older one.
 */
export type Shape =
  | "string"
  | "number"
  | "boolean"
  | "object"
  | "any"
  | readonly [Shape]
  | { readonly [key: string]: Shape }
  | ((value: unknown) => boolean);

/** The path and nature of the first thing wrong with the value, or undefined. */
export function findMismatch(shape: Shape, value: unknown, path = ""): string | undefined {
  if (typeof shape === "string")
    return isOfType(shape, value) ? undefined : `${path || "value"} is not of type ${shape}`;
  if (typeof shape === "function") return shape(value) ? undefined : `${path || "value"} is not valid`;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return `${path || "value"} is not an array`;
    for (const [index, item] of value.entries()) {
      const mismatch = findMismatch(shape[0], item, `${path}[${index}]`);
      if (mismatch) return mismatch;
    }
    return;
  }
  if (!isObject(value)) return `${path || "value"} is not of type object`;
  for (const [key, inner] of Object.entries(shape)) {
    const name = key.replace("?", "");
    if (name !== key && value[name] === undefined) continue;
    const mismatch = findMismatch(inner, value[name], path ? `${path}.${name}` : name);
    if (mismatch) return mismatch;
  }
}

function isOfType(type: string, value: unknown): boolean {
  return type === "any" || (type === "object" ? isObject(value) : typeof value === type);
}
