const maxLength = 500;

/** A text from the address, which anyone can have written: cut, and nothing if it is none. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number"
    ? String(value).slice(0, maxLength) || undefined
    : undefined;
}
