/** Writing this many values takes as long as writing a long text, however short they are. */
const maxValues = 20_000;
const manyBytes = 4 * 1024 * 1024;
/** Of a value without its text: a number, a bracket, a comma. */
const valueBytes = 4;

/** About how many bytes the JSON of data has, without writing it. Of data with very many values only a part is read. */
export function estimateBytes(data: unknown): number {
  const left = [data];
  let bytes = 0;
  for (let values = 0; left.length > 0; values += 1) {
    if (values === maxValues) return Math.max(bytes, manyBytes);
    const value = left.pop();
    bytes += typeof value === "string" ? value.length : valueBytes;
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      if (value.length > maxValues) return Math.max(bytes, manyBytes);
      left.push(...value);
      continue;
    }
    for (const key of Object.keys(value)) {
      bytes += key.length;
      left.push((value as Record<string, unknown>)[key]);
    }
  }
  return bytes;
}
