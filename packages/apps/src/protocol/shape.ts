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

interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

/** Shapes are read once: every message is checked against one. */
const fieldsOf = new WeakMap<object, Field[]>();

function readFields(shape: { readonly [key: string]: Shape }): Field[] {
  const fields = Object.entries(shape).map(([key, inner]) => {
    const name = key.replace("?", "");
    return { name, isOptional: name !== key, shape: inner };
  });
  fieldsOf.set(shape, fields);
  return fields;
}

/** Where the value differs from the shape first, and how; undefined if it does not. */
export function findMismatch(shape: Shape, value: unknown): string | undefined {
  if (typeof shape === "function") return shape(value) ? undefined : " is not valid";
  if (typeof shape === "string") return isOfType(shape, value) ? undefined : ` is not of type ${shape}`;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return " is not of type array";
    for (let index = 0; index < value.length; index++) {
      const mismatch = findMismatch(shape[0], value[index]);
      if (mismatch) return `[${index}]${mismatch}`;
    }
    return;
  }
  if (!isObject(value)) return " is not of type object";
  for (const field of fieldsOf.get(shape) ?? readFields(shape as { readonly [key: string]: Shape })) {
    const inner = value[field.name];
    if (inner === undefined && field.isOptional) continue;
    const mismatch = findMismatch(field.shape, inner);
    if (mismatch) return `.${field.name}${mismatch}`;
  }
}

function isOfType(type: string, value: unknown): boolean {
  return type === "any" || (type === "object" ? isObject(value) : typeof value === type);
}
