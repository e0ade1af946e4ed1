/** An object of an untrusted document: nothing is known about its fields. */
export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, and an empty one if the document has something else there. */
export const toObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const toText = (value: unknown): string => (typeof value === "string" ? value : "");

export const methods = ["get", "head", "options", "post", "put", "patch", "delete", "trace"] as const;
export type Method = (typeof methods)[number];
