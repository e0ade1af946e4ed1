import { readJson } from "@toolshed/show/read-json";

export type ParsedObject =
  | { readonly value: Record<string, unknown> }
  /** What is wrong, and the index of the character where that is known. */
  | { readonly problem: string; readonly at?: number };

/** Arguments as they are typed. Nothing typed means none. */
export function parseObject(text: string): ParsedObject {
  if (!text.trim()) return { value: {} };
  const read = readJson(text);
  if ("problem" in read) return read;
  const { value } = read;
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { value: value as Record<string, unknown> }
    : { problem: "Arguments must be an object: { … }" };
}
