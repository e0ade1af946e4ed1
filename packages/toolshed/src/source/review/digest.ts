import { hash } from "node:crypto";

/** The same for values that say the same, in whatever order their members come. */
export type Digest = (value: unknown) => string;

/** Only texts that take a while to write are worth remembering, up to so many characters in all. */
const minRemembered = 1_000;
const maxRemembered = 8 * 1024 * 1024;

/**
 * Remembers the definitions that it meets under `$defs`, since the tools of one source share them, and large parts of
 * schemas, to which many arguments may refer.
 */
export function createDigest(): Digest {
  const known = new WeakMap<object, string>();
  const texts = new WeakMap<object, string>();
  let remembered = 0;
  const digest = (value: unknown) => hash("sha256", canonical(value)).slice(0, 32);

  function canonical(value: unknown): string {
    if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
    const before = texts.get(value);
    if (before !== undefined) return before;
    const text = Array.isArray(value) ? `[${value.map(canonical).join()}]` : canonicalObject(value);
    if (text.length >= minRemembered && remembered + text.length <= maxRemembered) {
      remembered += text.length;
      texts.set(value, text);
    }
    return text;
  }

  function canonicalObject(value: object): string {
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
