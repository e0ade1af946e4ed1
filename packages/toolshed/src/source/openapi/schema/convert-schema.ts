import { isObject, type JsonObject, toArray, toObject } from "../../../json/json-object.ts";
import type { JsonSchema } from "../../source.ts";
import type { References } from "../document/references.ts";
import { shortExamples } from "../document/short-examples.ts";

/** What of JSON Schema is kept, by the form its value has to have. Everything else in a document is left out. */
const schemaKeywords = {
  schema: [
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
  ],
  schemas: ["allOf", "anyOf", "oneOf", "prefixItems"],
  schemaMap: ["dependentSchemas", "patternProperties", "properties"],
  text: ["contentEncoding", "contentMediaType", "description", "format", "title"],
} as const;

/** The keywords that stay as they are, where their value has the right form. */
const plainKeywords: readonly (readonly [
  keywords: readonly string[],
  isRight: (value: unknown) => boolean,
])[] = [
  [["maxContains", "maxItems", "maxLength", "maxProperties"], isCount],
  [["minContains", "minItems", "minLength", "minProperties"], isCount],
  [["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"], Number.isFinite],
  [["multipleOf"], (value) => Number.isFinite(value) && Number(value) > 0],
  [["deprecated", "readOnly", "uniqueItems", "writeOnly"], (value) => value === true],
  [["enum"], (value) => Array.isArray(value) && value.length > 0],
  [["pattern"], isPattern],
  [["const", "default"], () => true],
];

const schemaTypes = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** A request leaves out what only the service may set, a response what it never tells. */
export type Side = "request" | "response";

export type SchemaConverter = ReturnType<typeof createSchemaConverter>;
type ConvertPart = (schema: unknown) => JsonSchema;

interface Definition {
  readonly schema: JsonSchema;
  readonly refers: ReadonlySet<string>;
  readonly length: number;
}

const maxDepth = 60;
/** How many parts of a schema are looked through for what is hidden. */
const maxParts = 100;
/** More than this would not fit into what a model reads of a tool. */
const maxDefinitionsLength = 100_000;
const maxDescriptionLength = 2000;
const leftOut: JsonSchema = {
  description: "Any value: its schema is left out, since the whole is too long.",
};

export function createSchemaConverter(references: References) {
  const names = new Map<string, string>();
  const takenNames = new Set<string>();
  const nextCounts = new Map<string, number>();
  const definitions = { request: new Map<string, Definition>(), response: new Map<string, Definition>() };

  function nameOf(pointer: string): string {
    const known = names.get(pointer);
    if (known !== undefined) return known;
    const plain = pointer
      .replace(/^#\/(components\/schemas|definitions)\//, "")
      .replace(/^#\//, "")
      .replace(/[^A-Za-z0-9_.-]+/g, "_");
    let name = plain;
    let count = nextCounts.get(plain) ?? 2;
    for (; takenNames.has(name); count++) name = `${plain}_${count}`;
    nextCounts.set(plain, count);
    takenNames.add(name);
    names.set(pointer, name);
    return name;
  }

  function define(pointer: string, side: Side): Definition {
    const known = definitions[side].get(pointer);
    if (known) return known;
    const refers = new Set<string>();
    const schema = convertPart(references.find(pointer), side, refers, 0);
    const definition = { schema, refers, length: JSON.stringify(schema).length };
    definitions[side].set(pointer, definition);
    return definition;
  }

  function convertPart(
    schema: unknown,
    side: Side,
    refers: Set<string>,
    depth: number,
    hiddenOutside: Iterable<string> = [],
  ): JsonSchema {
    if (schema === false) return { not: {} };
    if (!isObject(schema) || depth > maxDepth) return {};
    const inner = (part: unknown) => convertPart(part, side, refers, depth + 1);
    const hidden = new Set(hiddenOutside);
    findHidden(schema, side, hidden);
    const innerOfSame = (part: unknown) => convertPart(part, side, refers, depth + 1, hidden);
    const result: JsonSchema = {};

    if (typeof schema.$ref === "string") {
      references.find(schema.$ref);
      refers.add(schema.$ref);
      result.$ref = `#/$defs/${nameOf(schema.$ref)}`;
    }
    for (const keyword of schemaKeywords.schema) {
      const value = schema[keyword];
      if (typeof value === "boolean") result[keyword] = value;
      else if (isObject(value)) result[keyword] = inner(value);
    }
    for (const keyword of schemaKeywords.schemas) {
      const parts = toArray(schema[keyword]);
      if (parts.length > 0) result[keyword] = parts.map(keyword === "prefixItems" ? inner : innerOfSame);
    }
    for (const keyword of schemaKeywords.schemaMap) {
      if (!isObject(schema[keyword])) continue;
      const entries = Object.entries(schema[keyword])
        .filter(([name]) => keyword !== "patternProperties" || isPattern(name))
        .filter(([, part]) => keyword !== "properties" || !isHidden(part, side));
      result[keyword] = Object.fromEntries(entries.map(([name, part]) => [name, inner(part)]));
    }
    copyPlainKeywords(schema, result);

    // Tuples, as JSON Schema wrote them before 2020-12.
    if (Array.isArray(schema.items)) result.prefixItems = schema.items.map(inner);
    const required = toArray(schema.required).filter((name) => typeof name === "string");
    const shown = required.filter((name) => !hidden.has(name));
    if (shown.length > 0) result.required = [...new Set(shown)];
    if (isObject(schema.discriminator)) {
      result.discriminator = convertDiscriminator(schema.discriminator, refers);
    }
    return schema.nullable === true ? toNullable(result) : result;
  }

  function convertDiscriminator(discriminator: JsonObject, refers: ReadonlySet<string>): JsonSchema {
    const mapping = Object.entries(toObject(discriminator.mapping)).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && refers.has(toPointer(entry[1])),
    );
    return {
      propertyName: String(discriminator.propertyName),
      ...(mapping.length > 0 && {
        mapping: Object.fromEntries(
          mapping.map(([value, target]) => [value, `#/$defs/${nameOf(toPointer(target))}`]),
        ),
      }),
    };
  }

  /** Adds the hidden properties of what a schema describes, also where a part of an `allOf` says so. */
  function findHidden(
    schema: JsonObject,
    side: Side,
    found: Set<string>,
    seen = new Set<JsonObject>(),
  ): void {
    if (seen.has(schema) || seen.size > maxParts) return;
    seen.add(schema);
    for (const [name, property] of Object.entries(toObject(schema.properties))) {
      if (isHidden(property, side)) found.add(name);
    }
    for (const part of toArray(schema.allOf)) findHidden(references.follow(part), side, found, seen);
  }

  function isHidden(property: unknown, side: Side): boolean {
    if (!isObject(property)) return false;
    const flag = side === "request" ? "readOnly" : "writeOnly";
    const stated =
      property[flag] ?? (property.$ref === undefined ? undefined : references.follow(property)[flag]);
    return stated === true;
  }

  return {
    /**
     * Turns schemas of a document into one of JSON Schema 2020-12. `build` gets a function for the parts; whatever they
     * refer to, also in circles, comes under `$defs`.
     */
    convert(side: Side, build: (convertPart: ConvertPart) => JsonSchema): JsonSchema {
      const pointers = new Set<string>();
      const root = build((schema) => convertPart(schema, side, pointers, 0));
      let length = 0;
      const defs: [string, JsonSchema][] = [];
      // What is added on the way is visited too.
      for (const pointer of pointers) {
        const definition = length <= maxDefinitionsLength ? define(pointer, side) : undefined;
        length += definition?.length ?? 0;
        const fits = definition && length <= maxDefinitionsLength;
        if (fits) for (const next of definition.refers) pointers.add(next);
        defs.push([nameOf(pointer), fits ? definition.schema : leftOut]);
      }
      return defs.length > 0 ? { ...root, $defs: Object.fromEntries(defs) } : root;
    },
  };
}

function copyPlainKeywords(schema: JsonObject, result: JsonSchema): void {
  for (const [keywords, isRight] of plainKeywords) {
    for (const keyword of keywords) {
      if (Object.hasOwn(schema, keyword) && isRight(schema[keyword])) result[keyword] = schema[keyword];
    }
  }
  for (const keyword of schemaKeywords.text) {
    const text = schema[keyword];
    if (typeof text === "string") result[keyword] = text.slice(0, maxDescriptionLength);
  }

  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) =>
    schemaTypes.includes(type),
  );
  if (types.length > 0) result.type = types.length === 1 ? types[0] : [...new Set(types)];
  // Swagger 2 has a type of its own for these.
  if (schema.type === "file") Object.assign(result, { type: "string", format: "binary" });
  const examples = shortExamples(schema);
  if (examples.length > 0) result.examples = examples;

  // Up to 3.0 these two say of the bound beside them that it is no longer inside.
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (schema[flag] !== true || result[bound] === undefined) continue;
    result[flag] = result[bound];
    delete result[bound];
  }
}

function toNullable(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined && schema.enum === undefined && Object.keys(schema).length === 0)
    return schema;
  if (
    schema.type === undefined ||
    schema.$ref !== undefined ||
    schema.allOf ||
    schema.oneOf ||
    schema.anyOf
  ) {
    const { title, description, ...rest } = schema;
    return {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      anyOf: [rest, { type: "null" }],
    };
  }
  const types = new Set([schema.type, "null"].flat());
  const values = schema.enum as unknown[] | undefined;
  return { ...schema, type: [...types], ...(values && { enum: [...new Set([...values, null])] }) };
}

const toPointer = (target: string): string =>
  target.startsWith("#") ? target : `#/components/schemas/${target}`;

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isPattern(text: unknown): boolean {
  try {
    new RegExp(text as string, "u");
    return typeof text === "string";
  } catch {
    return false;
  }
}
