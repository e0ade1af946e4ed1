import type { Json } from "../protocol/mcp-types.ts";
import { escapeRegExp, type JsonSchema } from "../protocol/with-json-schema.ts";

/** What the checks of a schema add up to. */
class Limits {
  minimum: number | undefined;
  maximum: number | undefined;
  exclusiveMinimum: number | undefined;
  exclusiveMaximum: number | undefined;
  multipleOf: number | undefined;
  format: string | undefined;
  readonly patterns: string[] = [];

  atLeast(value: number, isInclusive = true): void {
    const key = isInclusive ? "minimum" : "exclusiveMinimum";
    this[key] = Math.max(value, this[key] ?? value);
  }

  atMost(value: number, isInclusive = true): void {
    const key = isInclusive ? "maximum" : "exclusiveMaximum";
    this[key] = Math.min(value, this[key] ?? value);
  }

  exactly(value: number): void {
    this.atLeast(value);
    this.atMost(value);
  }
}

/** Formats that JSON Schema calls otherwise or does not have. Its times have an offset, those of Zod do not. */
const formats: Record<string, string | undefined> = {
  guid: "uuid",
  url: "uri",
  datetime: "date-time",
  time: undefined,
  regex: undefined,
  starts_with: undefined,
  ends_with: undefined,
  includes: undefined,
  lowercase: undefined,
  uppercase: undefined,
};

const ranges: Record<string, [number, number]> = {
  safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
};

export function stringKeywords(schema: Json): JsonSchema {
  const { minimum, maximum, format, patterns } = limitsOf(schema);
  return defined({
    minLength: minimum,
    maxLength: maximum,
    format: format && (format in formats ? formats[format] : format),
    contentEncoding: format?.startsWith("base64") ? format : undefined,
    pattern: patterns.length === 1 ? patterns[0] : undefined,
    allOf: patterns.length > 1 ? patterns.map((pattern) => ({ pattern })) : undefined,
  });
}

export function numberKeywords(schema: Json): JsonSchema {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = limitsOf(schema);
  const isAbove = exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? -Infinity);
  const isBelow = exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Infinity);
  return defined({
    type: format?.includes("int") ? "integer" : undefined,
    minimum: isAbove ? undefined : minimum,
    maximum: isBelow ? undefined : maximum,
    exclusiveMinimum: isAbove ? exclusiveMinimum : undefined,
    exclusiveMaximum: isBelow ? exclusiveMaximum : undefined,
    multipleOf,
  });
}

export function sizeKeywords(schema: Json): JsonSchema {
  const { minimum, maximum } = limitsOf(schema);
  return defined({ minItems: minimum, maxItems: maximum });
}

function limitsOf({ _zod, _def }: Json): Limits {
  const limits = new Limits();
  if (_zod) {
    // The schema of a format, such as z.email(), is its own first check.
    const checks: Json[] = [_zod, ...(_zod.def.checks ?? []).map((check: Json) => check._zod)];
    for (const { def } of checks) addCheck(limits, def);
    return limits;
  }
  // In version 3 an array has its limits beside each other, everything else in a list.
  const { checks = [], minLength, maxLength, exactLength } = _def;
  if (minLength) limits.atLeast(minLength.value);
  if (maxLength) limits.atMost(maxLength.value);
  if (exactLength) limits.exactly(exactLength.value);
  for (const check of checks) addCheckOfVersion3(limits, check);
  return limits;
}

function addCheck(limits: Limits, def: Json): void {
  switch (def.check) {
    case "greater_than":
      limits.atLeast(def.value, def.inclusive);
      break;
    case "less_than":
      limits.atMost(def.value, def.inclusive);
      break;
    case "min_length":
      limits.atLeast(def.minimum);
      break;
    case "max_length":
      limits.atMost(def.maximum);
      break;
    case "length_equals":
      limits.exactly(def.length);
      break;
    case "multiple_of":
      limits.multipleOf = def.value;
      break;
    case "number_format": {
      const [minimum, maximum] = ranges[def.format] ?? [];
      limits.format = def.format;
      if (minimum !== undefined) limits.atLeast(minimum);
      if (maximum !== undefined) limits.atMost(maximum);
      break;
    }
    case "string_format":
      limits.format = formatOf(def.format, def);
      if (def.pattern && !limits.patterns.includes(def.pattern.source))
        limits.patterns.push(def.pattern.source);
  }
}

function addCheckOfVersion3(limits: Limits, check: Json): void {
  const { kind, value } = check;
  switch (kind) {
    case "min":
      limits.atLeast(value, check.inclusive);
      break;
    case "max":
      limits.atMost(value, check.inclusive);
      break;
    case "length":
      limits.exactly(value);
      break;
    case "multipleOf":
      limits.multipleOf = value;
      break;
    case "regex":
      limits.patterns.push(check.regex.source);
      break;
    case "startsWith":
      limits.patterns.push(`^${escapeRegExp(value)}.*`);
      break;
    case "endsWith":
      limits.patterns.push(`.*${escapeRegExp(value)}$`);
      break;
    case "includes":
      limits.patterns.push(escapeRegExp(value));
      break;
    case "ip":
      if (check.version) limits.format = `ip${check.version}`;
      break;
    default:
      if (!/^(trim|to|finite|cidr)/.test(kind)) limits.format = formatOf(kind, check);
  }
}

/** JSON Schema's date-times have an offset and seconds. */
function formatOf(format: string, { local, precision }: Json): string | undefined {
  return local || precision === -1 ? undefined : format;
}

function defined(keywords: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}
