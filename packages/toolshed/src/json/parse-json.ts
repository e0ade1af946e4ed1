/** How much structure a JSON text may have. Its length is bounded by the reader of the text. */
export interface JsonBounds {
  /** How deep arrays and objects may nest. */
  readonly depth: number;
  /** How many values and keys there may be: parsing costs far more for each of them than for a character. */
  readonly values: number;
  /** How many characters a single string or key may have. */
  readonly text: number;
}

/** For arguments, results and schemas: deeper than any real one, shallow enough for every recursive function. */
export const dataBounds: JsonBounds = { depth: 512, values: 500_000, text: 16_000_000 };
/** For what surrounds them: envelopes, `_meta`, API bodies. */
export const envelopeBounds: JsonBounds = { depth: 64, values: 100_000, text: 1_000_000 };

/** The text is not JSON, or goes beyond its bounds. The message is fit for the sender. */
export class JsonError extends Error {
  readonly reason: "syntax" | "depth" | "values" | "text";
  constructor(reason: JsonError["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Parses JSON from outside. The text is measured first, in one pass that stops at the first bound it meets, so that
 * hostile text costs next to nothing and nothing behind this function meets a value that is too deep to walk.
 */
export function parseJson(text: string, bounds: JsonBounds): unknown {
  measureJson(text, bounds);
  return parseMeasured(text);
}

/** Parses JSON that has been measured. */
export function parseMeasured(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new JsonError("syntax", "not valid JSON", { cause });
  }
}

/** Throws a `JsonError` if the text goes beyond its bounds. Gives how deep it nests. */
export function measureJson(text: string, bounds: JsonBounds): number {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote: {
        const end = endOfString(text, index);
        if (end - index > bounds.text)
          throw new JsonError(
            "text",
            `A string in JSON may have at most ${bounds.text.toLocaleString("en")} characters`,
          );
        index = end;
        break;
      }
      case openBracket:
      case openBrace:
        depth += 1;
        values += 1;
        if (depth > deepest) {
          deepest = depth;
          if (depth > bounds.depth)
            throw new JsonError("depth", `JSON may nest at most ${bounds.depth} levels deep`);
        }
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        break;
      case comma:
      case colon:
        values += 1;
        if (values > bounds.values)
          throw new JsonError(
            "values",
            `JSON may have at most ${bounds.values.toLocaleString("en")} values and keys`,
          );
        break;
    }
  }
  return deepest;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;
const colon = 0x3a;

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** How many values and keys a parsed value has. Stops where it is more than asked about. */
export function countValues(value: unknown, most: number): number {
  let left = most;
  const walk = (part: unknown): void => {
    left -= 1;
    if (left < 0 || typeof part !== "object" || part === null) return;
    for (const inner of Object.values(part)) if (left >= 0) walk(inner);
  };
  walk(value);
  return most - left;
}

/** Whether a parsed value keeps to bounds that are narrower than those it was parsed with. Looks no deeper than that. */
export function isWithin(value: unknown, depth: number, text = Number.POSITIVE_INFINITY): boolean {
  if (typeof value === "string") return value.length <= text;
  if (typeof value !== "object" || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((part) => isWithin(part, depth - 1, text));
  for (const key in value) {
    if (key.length > text || !isWithin((value as Record<string, unknown>)[key], depth - 1, text))
      return false;
  }
  return true;
}
