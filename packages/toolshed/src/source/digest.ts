import { createHash } from "node:crypto";

/** The same for values that say the same, in whatever order their members come. */
export type Digest = (value: unknown) => string;

/** Remembers the definitions that it meets under `$defs`, since the tools of one source share them. */
export function createDigest(): Digest {
  const known = new WeakMap<object, string>();

  function digest(value: unknown): string {
    return createHash("sha256").update(canonical(value)).digest("hex").slice(0, 32);
  }

  function canonical(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members
      .map(
        ([key, member]) => `${JSON.stringify(key)}:${key === "$defs" ? shared(member) : canonical(member)}`,
      )
      .join(",")}}`;
  }

  function shared(definitions: unknown): string {
    if (typeof definitions !== "object" || definitions === null) return canonical(definitions);
    const digests = Object.entries(definitions).map(([name, definition]) => [name, digestOnce(definition)]);
    return canonical(Object.fromEntries(digests));
  }

  function digestOnce(definition: unknown): string {
    if (typeof definition !== "object" || definition === null) return canonical(definition);
    const found = known.get(definition) ?? digest(definition);
    known.set(definition, found);
    return found;
  }

  return digest;
}
