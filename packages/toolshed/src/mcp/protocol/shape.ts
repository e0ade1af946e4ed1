import { isObject } from "../../json/json-object.ts";
import type { Fields } from "./message.ts";

/** What a value must look like. A field whose name ends in `?` is optional; fields that are not listed are allowed. */
export type Shape =
  | "string"
  | "boolean"
  | "object"
  | ((value: unknown) => boolean)
  | readonly [Shape]
  | { readonly [name: string]: Shape };

interface Field {
  readonly key: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

/** The path where a value differs from its shape, such as `.name`: empty where the value itself does. */
export function findMismatch(shape: Shape, value: unknown): string | undefined {
  if (typeof shape === "function") return shape(value) ? undefined : "";
  if (shape === "object") return isObject(value) ? undefined : "";
  if (typeof shape === "string") return typeof value === shape ? undefined : "";
  if (!Array.isArray(shape)) return isObject(value) ? findInFields(fieldsOf(shape), value) : "";
  if (!Array.isArray(value)) return "";
  const index = value.findIndex((part) => findMismatch(shape[0], part) !== undefined);
  return index === -1 ? undefined : `.${index}`;
}

function findInFields(fields: readonly Field[], value: Fields): string | undefined {
  for (const { key, isOptional, shape } of fields) {
    const part = value[key];
    if (part === undefined && isOptional) continue;
    const mismatch = findMismatch(shape, part);
    if (mismatch !== undefined) return `.${key}${mismatch}`;
  }
  return undefined;
}

/** Shapes are constants, so that their names are parsed once. */
const known = new WeakMap<object, readonly Field[]>();

function fieldsOf(shape: object): readonly Field[] {
  let fields = known.get(shape);
  if (!fields) {
    fields = Object.entries(shape).map(([name, inner]) => ({
      key: name.replace(/\?$/, ""),
      isOptional: name.endsWith("?"),
      shape: inner,
    }));
    known.set(shape, fields);
  }
  return fields;
}
