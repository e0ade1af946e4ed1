/** Compares by value what is plain data, and all else by identity. */
export function isEqual<T>(a: T, b: T): boolean {
  const kind = a?.constructor;
  return (
    a === b ||
    ((kind === Object || kind === Array) &&
      kind === b?.constructor &&
      (Object.keys({ ...a, ...b }) as (keyof T)[]).every((key) => isEqual(a[key], b[key])))
  );
}
