export type ParsedObject = { value: Record<string, unknown> } | { problem: string };

/** Arguments as they are typed. Nothing typed means none. */
export function parseObject(text: string): ParsedObject {
  if (!text.trim()) return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { value: value as Record<string, unknown> }
      : { problem: "Arguments must be an object: { … }" };
  } catch (error) {
    return { problem: `This is not JSON yet: ${(error as Error).message}` };
  }
}
