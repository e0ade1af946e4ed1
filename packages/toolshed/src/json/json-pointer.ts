/** The names on the way that a JSON pointer such as `#/components/schemas/Pet` describes. */
export const pointerSteps = (pointer: string): string[] => pointer.split("/").slice(1).map(unescapeStep);

/** What stands at a pointer, or nothing. Nothing outside the document is ever looked up. */
export function findByPointer(root: unknown, pointer: string): unknown {
  return pointerSteps(pointer).reduce<unknown>(
    (found, step) =>
      typeof found === "object" && found !== null && Object.hasOwn(found, step)
        ? (found as Record<string, unknown>)[step]
        : undefined,
    root,
  );
}

function unescapeStep(step: string): string {
  return decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
