import { hash } from "node:crypto";

/** The same for values that say the same, in whatever order their members come. */
export type Digest = (value: unknown) => string;

/** Remembers the definitions that it meets under `$defs`, since the tools of one source share them. */
export function createDigest(): Digest {
  const known = new WeakMap<object, string>();
  const digest = (value: unknown) => hash("sha256", canonical(value)).slice(0, 32);

  function canonical(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
    const members = value as Record<string, unknown>;
    let text = "{";
    for (const key of Object.keys(members).sort()) {
      if (members[key] === undefined) continue;
      text += `${JSON.stringify(key)}:${key === "$defs" ? shared(members[key]) : canonical(members[key])},`;
    }
    return `${text}}`;
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
