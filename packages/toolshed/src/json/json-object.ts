/** An object of JSON from outside: nothing is known about its members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, and an empty one if there is something else in its place. */
export const toObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const toText = (value: unknown): string => (typeof value === "string" ? value : "");
