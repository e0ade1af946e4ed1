const secretName = /pass(word|wd|phrase)?|secret|token|api_?-?key|authorization|credential|private_?-?key/i;
/** Whether something of this name is a secret by all appearances. */
export const isSecretName = (name: string): boolean => secretName.test(name);

const maxLength = 2_000;

const masked = '"[masked]"';
const unreadable = '"[unreadable]"';
/** Shows that the rest was cut. No JSON ends with it. */
const more = "…";

/**
 * The arguments of a call as they may be kept: as JSON, values with the name of a secret masked, and cut where they are
 * long. Never throws, and reads no more of a large or deep value than it keeps.
 */
export function maskArguments(args: unknown): string {
  try {
    const json = writeValue(args ?? {}, maxLength);
    return json.length > maxLength ? `${json.slice(0, maxLength)}${more}` : json;
  } catch {
    return unreadable;
  }
}

/** Whether kept arguments lack something, so that the call can't be made again from them. */
export const isMasked = (kept: string): boolean =>
  kept.endsWith(more) || kept.includes(masked) || kept.includes("[redacted]") || kept === unreadable;

/** The beginning of the JSON of a value: all of it, or more than `room` characters. Each level takes one, so it ends. */
export function writeValue(value: unknown, room: number): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, room + 1));
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? writeArray(value, room) : writeObject(value, room);
  return typeof value === "bigint" ? `${value}` : (JSON.stringify(value) ?? "null");
}

function writeArray(items: readonly unknown[], room: number): string {
  let json = "[";
  for (let index = 0; index < items.length && json.length <= room; index += 1) {
    if (index > 0) json += ",";
    json += writeValue(items[index], room - json.length);
  }
  return `${json}]`;
}

function writeObject(value: object, room: number): string {
  let json = "{";
  for (const key in value) {
    if (json.length > room) break;
    const item = (value as Record<string, unknown>)[key];
    if (item === undefined || !Object.hasOwn(value, key)) continue;
    json += `${json === "{" ? "" : ","}${JSON.stringify(key.slice(0, room + 1))}:`;
    json += isSecretName(key) ? masked : writeValue(item, room - json.length);
  }
  return `${json}}`;
}

const maxReadValues = 20_000;

/**
 * The texts in arguments whose names say that they are secrets, which nothing that is kept may repeat. Nothing if there
 * is too much to read.
 */
export function findSecretTexts(args: unknown): Set<string> | undefined {
  const texts = new Set<string>();
  const left = [{ value: args, isSecret: false }];
  for (let count = 0; left.length > 0; count += 1) {
    const { value, isSecret } = left.pop() as (typeof left)[number];
    if (isSecret && typeof value === "string") texts.add(value);
    if (typeof value !== "object" || value === null) continue;
    const keys = Object.keys(value);
    if (count + left.length + keys.length > maxReadValues) return undefined;
    for (const key of keys)
      left.push({ value: (value as Record<string, unknown>)[key], isSecret: isSecret || isSecretName(key) });
  }
  return texts;
}
