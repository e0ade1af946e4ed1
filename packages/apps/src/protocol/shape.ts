/**
 * What a value must look like, as data. `"a|b"` is one of these strings. In an object a key that ends in `?` may be left out, and keys that are not
 * named are allowed: what a newer side adds must not break an older one.
 */
export type Shape =
  | `${string}|${string}`
  | "string"
  | "number"
  | "boolean"
  | "object"
  | "any"
  | readonly [Shape]
  | Fields
  | ((value: unknown) => boolean);

type Fields = { readonly [key: string]: Shape };

/** Where the value differs from the shape first, and how; undefined if it does not. */
export function findMismatch(shape: Shape, value: unknown): string | undefined {
  if (typeof shape === "function") return shape(value) ? undefined : " is not valid";
  const type = typeof shape === "string" ? shape : typeOf(shape);
  const fits = type.includes("|")
    ? type.split("|").includes(value as string)
    : type === "any" || type === typeOf(value);
  if (!fits) return ` is not of type ${type}`;
  if (typeof shape === "string") return;
  // A hole in an array is an item too, once it is spread.
  for (const key of Object.keys(type === "array" ? [...(value as unknown[])] : shape)) {
    const name = key.endsWith("?") ? key.slice(0, -1) : key;
    const part = (value as Fields)[name];
    if (part === undefined && name !== key) continue;
    const mismatch = findMismatch((shape as Fields)[type === "array" ? 0 : key] as Shape, part);
    if (mismatch) return `.${name}${mismatch}`;
  }
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}
