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

/** Where the value differs from the shape first, or undefined. */
export function findMismatch(shape: Shape, value: unknown, path = "value"): string | undefined {
  if (typeof shape === "function") return shape(value) ? undefined : `${path} is not valid`;
  if (typeof shape === "string")
    return isOfType(shape, value) ? undefined : `${path} is not of type ${shape}`;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return `${path} is not of type array`;
    return firstOf(value, (item, index) => findMismatch(shape[0], item, `${path}[${index}]`));
  }
  if (!isObject(value)) return `${path} is not of type object`;
  return firstOf(Object.entries(shape), ([key, inner]) => {
    const name = key.replace("?", "");
    const isLeftOut = name !== key && value[name] === undefined;
    return isLeftOut ? undefined : findMismatch(inner, value[name], `${path}.${name}`);
  });
}

function firstOf<Item>(
  items: Item[],
  find: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found) return found;
  }
}

function isOfType(type: string, value: unknown): boolean {
  return type === "any" || (type === "object" ? isObject(value) : typeof value === type);
}
