import type { Json } from "../protocol/mcp-types.ts";
import { type Direction, type JsonSchema, pointerStep } from "../protocol/with-json-schema.ts";
import { addAction } from "./valibot-actions.ts";

/** Transformations after which a value may be of another type; others, such as `trim`, keep it. */
const retyping =
  /^(find_item|parse_json|raw_transform|reduce_items|stringify_json|to_(bigint|boolean|date|number|string)|transform)$/;

/** Writes a Valibot schema as JSON Schema 2020-12, in the form that `@valibot/to-json-schema` gives. */
export class ValibotConverter {
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
    const converted = schema.pipe ? this.#pipe(schema, path) : this.#keywords(schema, path);
    this.#ancestors.delete(schema);
    return converted;
  }

  /** The first item is a schema; the others are actions on its value, or schemas for what came before them. */
  #pipe(schema: Json, path: string): JsonSchema {
    const items = flatten(schema.pipe);
    const retypes = ({ kind, type }: Json) =>
      kind === "schema" || (kind === "transformation" && retyping.test(type));
    if (this.#direction === "input") {
      const end = items.findIndex((item, index) => index > 0 && retypes(item));
      return items.slice(1, end < 0 ? undefined : end).reduce(addAction, this.#keywords(items[0], path));
    }
    const start = items.findLastIndex(retypes);
    const first = items[start].kind === "schema" ? this.#keywords(items[start], path) : {};
    return items.slice(start + 1).reduce(addAction, first);
  }

  /** What JSON Schema cannot express, such as dates, is `{}`: anything. */
  #keywords(schema: Json, path: string): JsonSchema {
    const { type } = schema;
    const at = (child: Json, ...steps: string[]) =>
      this.convert(child, path + steps.map(pointerStep).join(""));
    const each = (keyword: string, children: Json[]) =>
      children.map((child, index) => at(child, keyword, String(index)));

    switch (type) {
      case "string":
      case "number":
      case "boolean":
      case "null":
        return { type };
      case "never":
        return { not: {} };
      case "literal":
        return isJson(schema.literal) ? { const: schema.literal } : {};
      case "enum":
      case "picklist":
        return oneOfValues(schema.options);
      case "array":
        return { type: "array", items: at(schema.item, "items") };
      case "tuple":
      case "loose_tuple":
      case "strict_tuple":
      case "tuple_with_rest":
        return {
          type: "array",
          prefixItems: each("prefixItems", schema.items),
          minItems: schema.items.length,
          ...(schema.rest && { items: at(schema.rest, "items") }),
          ...(type === "strict_tuple" && { items: false }),
        };
      case "object":
      case "loose_object":
      case "strict_object":
      case "object_with_rest":
        return {
          ...objectKeywords(schema.entries, at),
          ...(schema.rest && { additionalProperties: at(schema.rest, "additionalProperties") }),
          ...(type === "strict_object" && { additionalProperties: false }),
        };
      case "record":
        return {
          type: "object",
          propertyNames: at(schema.key, "propertyNames"),
          additionalProperties: at(schema.value, "additionalProperties"),
        };
      case "union":
        return { anyOf: each("anyOf", schema.options) };
      case "variant":
        return { oneOf: each("oneOf", schema.options) };
      case "intersect":
        return { allOf: each("allOf", schema.options) };
      case "nullable":
      case "nullish":
        return { anyOf: [at(schema.wrapped, "anyOf", "0"), { type: "null" }], ...defaultOf(schema) };
      case "optional":
      case "exact_optional":
      case "undefinedable":
        return { ...at(schema.wrapped), ...defaultOf(schema) };
      case "non_optional":
      case "non_nullable":
      case "non_nullish":
        return at(schema.wrapped);
      case "lazy":
        return at(schema.getter(undefined));
      default:
        return {};
    }
  }
}

function flatten(pipe: Json[]): Json[] {
  return pipe.flatMap((item) => (item.pipe ? flatten(item.pipe) : item));
}

function objectKeywords(entries: Record<string, Json>, at: (child: Json, ...steps: string[]) => JsonSchema) {
  const keys = Object.keys(entries);
  return {
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key, at(entries[key], "properties", key)])),
    required: keys.filter((key) => !/^(exact_optional|nullish|optional)$/.test(entries[key].type)),
  };
}

function defaultOf({ default: given }: Json): JsonSchema {
  const value = typeof given === "function" ? given() : given;
  return value === undefined ? {} : { default: value };
}

function oneOfValues(options: Json[]): JsonSchema {
  const types = [...new Set(options.map((option) => typeof option))].sort().reverse();
  if (!options.every(isJson)) return {};
  return { enum: options, type: types.length === 1 ? types[0] : types };
}

function isJson(value: unknown): boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
