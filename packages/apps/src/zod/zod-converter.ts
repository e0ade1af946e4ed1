import type { Json } from "../protocol/mcp-types.ts";
import { type Direction, type JsonSchema, pointerStep } from "../protocol/with-json-schema.ts";
import { numberKeywords, sizeKeywords, stringKeywords } from "./zod-checks.ts";

/**
 * Writes a Zod schema as JSON Schema 2020-12, in the form that Zod 4.2 and later give. Reads the definitions of both
 * majors: version 4 keeps them in `_zod.def` under a `type`, version 3 in `_def` under a `typeName`.
 */
export class ZodConverter {
  readonly #direction: Direction;
  /** Where the schemas are that contain the current one, for those that contain themselves. */
  readonly #ancestors = new Map<Json, string>();

  constructor(direction: Direction) {
    this.#direction = direction;
  }

  convert(schema: Json, path: string): JsonSchema {
    const known = this.#ancestors.get(schema);
    if (known !== undefined) return { $ref: known };
    this.#ancestors.set(schema, path);
    const converted = { ...this.#keywords(schema, path), ...metadataOf(schema) };
    this.#ancestors.delete(schema);
    return converted;
  }

  /** What JSON Schema cannot express, such as dates and the results of transforms, is `{}`: anything. */
  #keywords(schema: Json, path: string): JsonSchema {
    const def = defOf(schema);
    const isInput = this.#direction === "input";
    const inner = () => this.convert(innerOf(def), path);
    const at = (child: Json, ...steps: string[]) =>
      this.convert(child, path + steps.map(pointerStep).join(""));
    const each = (keyword: string, children: Json[]) =>
      children.map((child, index) => at(child, keyword, String(index)));

    switch (kindOf(def)) {
      case "string":
        return { type: "string", ...stringKeywords(schema) };
      case "number":
        return { type: "number", ...numberKeywords(schema) };
      case "boolean":
      case "null":
        return { type: kindOf(def) };
      case "never":
        return { not: {} };
      case "enum":
      case "nativeenum":
        return oneOfValues(enumValues(def.entries ?? def.values));
      case "literal":
        return oneOfValues(def.values ?? [def.value]);
      case "templateliteral":
        return { type: "string", pattern: schema._zod.pattern.source };
      case "array":
        return { type: "array", ...sizeKeywords(schema), items: at(def.element ?? def.type, "items") };
      case "tuple":
        return this.#tuple(def, each, at);
      case "object":
        return this.#object(def, at);
      case "record":
        return {
          type: "object",
          propertyNames: at(def.keyType, "propertyNames"),
          additionalProperties: at(def.valueType, "additionalProperties"),
        };
      case "union":
      case "discriminatedunion": {
        const options: Json[] = [...def.options];
        return def.discriminator === undefined
          ? anyOf(each("anyOf", options))
          : { oneOf: each("oneOf", options) };
      }
      case "intersection":
        return { allOf: each("allOf", [def.left, def.right]).map(open) };
      case "nullable":
        return anyOf([at(def.innerType, "anyOf", "0"), { type: "null" }]);
      case "default":
      case "prefault":
        return { ...inner(), ...this.#default(def) };
      case "readonly":
        return { ...inner(), readOnly: true };
      case "effects":
        return isInput || def.effect.type !== "transform" ? inner() : {};
      case "pipe":
      case "pipeline":
        return this.convert(isInput && kindOf(defOf(def.in)) !== "transform" ? def.in : def.out, path);
      case "optional":
      case "nonoptional":
      case "catch":
      case "branded":
      case "promise":
      case "lazy":
        return inner();
      default:
        return {};
    }
  }

  #object(def: Json, at: (child: Json, ...steps: string[]) => JsonSchema): JsonSchema {
    const shape: Record<string, Json> = typeof def.shape === "function" ? def.shape() : def.shape;
    const keys = Object.keys(shape);
    const required = keys.filter((key) => !mayBeLeftOut(shape[key], this.#direction));
    const { catchall, unknownKeys } = def;
    const isClosed = !catchall || kindOf(defOf(catchall)) === "never";
    // Version 4 says "strict" by a catchall of never; version 3 always has that one.
    const isStrict = unknownKeys ? unknownKeys === "strict" : catchall;
    const isOpen = unknownKeys === "passthrough" || (this.#direction === "input" && !isStrict);
    return {
      type: "object",
      properties: Object.fromEntries(keys.map((key) => [key, at(shape[key], "properties", key)])),
      ...(required.length > 0 && { required }),
      ...(!isClosed && { additionalProperties: at(catchall, "additionalProperties") }),
      ...(isClosed && unknownKeys === "passthrough" && { additionalProperties: {} }),
      ...(isClosed && !isOpen && { additionalProperties: false }),
    };
  }

  #tuple(
    def: Json,
    each: (keyword: string, children: Json[]) => JsonSchema[],
    at: (child: Json, ...steps: string[]) => JsonSchema,
  ): JsonSchema {
    const items: Json[] = def.items;
    const minItems = items.findLastIndex((item) => !mayBeLeftOut(item, this.#direction)) + 1;
    return {
      type: "array",
      prefixItems: each("prefixItems", items),
      items: def.rest ? at(def.rest, "items") : false,
      ...(minItems > 0 && { minItems }),
      ...(!def.rest && { maxItems: items.length }),
    };
  }

  /** A default has the type of the output, which does not describe an input that is transformed. */
  #default(def: Json): JsonSchema {
    const isInput = this.#direction === "input";
    const isPrefault = kindOf(def) === "prefault";
    if (isPrefault ? !isInput : isInput && isTransformed(def.innerType)) return {};
    const { defaultValue } = def;
    const value = typeof defaultValue === "function" ? defaultValue() : defaultValue;
    try {
      const text = JSON.stringify(value);
      return text === undefined ? {} : { default: JSON.parse(text) };
    } catch {
      return {};
    }
  }
}

function defOf(schema: Json): Json {
  return schema._zod?.def ?? schema._def;
}

/** In lower case and without separators: `string`, `discriminatedunion`, `templateliteral`. */
function kindOf(def: Json): string {
  return (def.typeName?.slice("Zod".length) ?? def.type).replace("_", "").toLowerCase();
}

/** The schema that a wrapper such as `optional` is around. */
function innerOf(def: Json): Json {
  return def.innerType ?? def.schema ?? def.getter?.() ?? def.type;
}

function metadataOf(schema: Json): JsonSchema {
  if (!schema._zod) return schema.description === undefined ? {} : { description: schema.description };
  const { id: _, ...metadata } = schema.meta?.() ?? {};
  return metadata;
}

/** Whether a property may be missing. Version 4 knows, version 3 leaves it to the wrappers. */
function mayBeLeftOut(schema: Json, direction: Direction): boolean {
  const { optin, optout } = schema._zod ?? {};
  if (schema._zod) return (direction === "input" ? optin : optout) !== undefined;
  const def = defOf(schema);
  switch (kindOf(def)) {
    case "optional":
    case "any":
    case "unknown":
    case "undefined":
      return true;
    case "default":
      return direction === "input";
    case "pipeline":
      return mayBeLeftOut(direction === "input" ? def.in : def.out, direction);
    case "nullable":
    case "readonly":
    case "effects":
    case "catch":
    case "branded":
    case "lazy":
      return mayBeLeftOut(innerOf(def), direction);
    case "union":
      return def.options.some((option: Json) => mayBeLeftOut(option, direction));
    default:
      return false;
  }
}

function isTransformed(schema: Json): boolean {
  const def = defOf(schema);
  switch (kindOf(def)) {
    case "transform":
      return true;
    case "effects":
      return def.effect.type !== "refinement" || isTransformed(def.schema);
    case "pipe":
    case "pipeline":
      return isTransformed(def.in) || isTransformed(def.out);
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
    case "branded":
      return isTransformed(innerOf(def));
    default:
      return false;
  }
}

function oneOfValues(values: Json[]): JsonSchema {
  const listed = values
    .filter((value) => value !== undefined)
    .map((value) => (typeof value === "bigint" ? Number(value) : value));
  const types = [...new Set(listed.map((value) => (value === null ? "null" : typeof value)))];
  return {
    ...(types.length === 1 && { type: types[0] }),
    ...(listed.length === 1 && values.length === 1 ? { const: listed[0] } : { enum: listed }),
  };
}

/** Options that say nothing but their types are one list of types. */
function anyOf(options: JsonSchema[]): JsonSchema {
  const isType = (option: JsonSchema) => Object.keys(option).join() === "type";
  if (!options.every(isType)) return { anyOf: options };
  const types = [...new Set(options.flatMap(({ type }) => type))];
  return { type: types.length === 1 ? types[0] : types };
}

/** Enums of numbers also map each number back to its name. */
function enumValues(entries: Json): Json[] {
  if (Array.isArray(entries)) return entries;
  const numbers = Object.values(entries).filter((value) => typeof value === "number");
  return Object.entries(entries)
    .filter(([key]) => !numbers.includes(Number(key)))
    .map(([, value]) => value);
}

/** Two objects that both refuse other keys would refuse each other's. */
function open({ additionalProperties, ...schema }: JsonSchema): JsonSchema {
  return additionalProperties === false || additionalProperties === undefined
    ? schema
    : { ...schema, additionalProperties };
}
