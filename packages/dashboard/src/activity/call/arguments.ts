/** Nothing if they are not an object: long arguments were cut when they were stored. */
export function parseArguments(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

export function prettyArguments(json: string): string {
  const value = parseArguments(json);
  return value ? JSON.stringify(value, undefined, 2) : json;
}
