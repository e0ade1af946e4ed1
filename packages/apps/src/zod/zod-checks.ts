import type { Json } from "../protocol/mcp-types.ts";
import { escapeRegExp, type JsonSchema } from "../protocol/with-json-schema.ts";

/** What the checks of a schema add up to; version 4 keeps such a bag itself. */
interface Bag {
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  format?: string;
  patterns?: Iterable<RegExp>;
}

/** Formats that JSON Schema calls otherwise. Times of Zod have no offset, as those of JSON Schema must. */
const formats: Record<string, string | undefined> = {
  guid: "uuid",
  url: "uri",
  datetime: "date-time",
  regex: undefined,
  time: undefined,
};

export function stringKeywords(schema: Json): JsonSchema {
  const { minimum, maximum, format, patterns } = bagOf(schema);
  const sources = [...(patterns ?? [])].map(({ source }) => source);
  return defined({
    minLength: minimum,
    maxLength: maximum,
    format: format && !isLocal(schema) ? (format in formats ? formats[format] : format) : undefined,
    contentEncoding: format?.startsWith("base64") ? format : undefined,
    pattern: sources.length === 1 ? sources[0] : undefined,
    allOf: sources.length > 1 ? sources.map((pattern) => ({ pattern })) : undefined,
  });
}

export function numberKeywords(schema: Json): JsonSchema {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = bagOf(schema);
  const isAbove = exclusiveMinimum !== undefined && !(exclusiveMinimum < (minimum ?? -Infinity));
  const isBelow = exclusiveMaximum !== undefined && !(exclusiveMaximum > (maximum ?? Infinity));
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
  const { minimum, maximum } = bagOf(schema);
  return defined({ minItems: minimum, maxItems: maximum });
}

function bagOf(schema: Json): Bag {
  return schema._zod ? schema._zod.bag : bagOfVersion3(schema._def);
}

function bagOfVersion3({ checks = [], minLength, maxLength, exactLength }: Json): Bag {
  const bag: Bag = {};
  const patterns: RegExp[] = [];
  const atLeast = (value: number) => {
    bag.minimum = Math.max(value, bag.minimum ?? value);
  };
  const atMost = (value: number) => {
    bag.maximum = Math.min(value, bag.maximum ?? value);
  };
  // An array has its bounds beside each other, everything else in a list.
  for (const bound of [minLength, exactLength]) if (bound) atLeast(bound.value);
  for (const bound of [maxLength, exactLength]) if (bound) atMost(bound.value);
  for (const check of checks) {
    const { kind, value, inclusive = true } = check;
    if (kind === "min" && inclusive) atLeast(value);
    else if (kind === "max" && inclusive) atMost(value);
    else if (kind === "min") bag.exclusiveMinimum = Math.max(value, bag.exclusiveMinimum ?? value);
    else if (kind === "max") bag.exclusiveMaximum = Math.min(value, bag.exclusiveMaximum ?? value);
    else if (kind === "length") {
      atLeast(value);
      atMost(value);
    } else if (kind === "multipleOf") bag.multipleOf = value;
    else if (kind === "regex") patterns.push(check.regex);
    else if (kind === "startsWith") patterns.push(new RegExp(`^${escapeRegExp(value)}.*`));
    else if (kind === "endsWith") patterns.push(new RegExp(`.*${escapeRegExp(value)}$`));
    else if (kind === "includes") patterns.push(new RegExp(escapeRegExp(value)));
    else if (kind === "ip" && check.version) bag.format = `ip${check.version}`;
    else if (/^(int|email|url|uuid|date|datetime|time|duration|base64|base64url)$/.test(kind))
      bag.format = kind;
  }
  return { ...bag, patterns };
}

/** Date-times without an offset or seconds are none for JSON Schema. */
function isLocal({ _zod, _def }: Json): boolean {
  const checks: Json[] = _zod
    ? [_zod.def, ...(_zod.def.checks ?? []).map((check: Json) => check._zod.def)]
    : _def.checks;
  return checks.some(({ local, precision }) => local || precision === -1);
}

function defined(keywords: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}
