/** Long arguments were cut when they were stored, and are then no JSON any more. */
export function prettyArguments(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    return json;
  }
}
