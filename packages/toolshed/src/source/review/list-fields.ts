import { isObject, toArray, toObject, toText } from "../../json/json-object.ts";
import { cleanText } from "../clean-text.ts";
import type { JsonSchema } from "../source.ts";

/** A field of a schema in words. */
export interface SchemaField {
  readonly type: string;
  readonly required: boolean;
  /** Such as `one of "a", "b"` or `default 3`. */
  readonly rules: readonly string[];
  readonly description: string;
}

const maxFields = 300;
const maxDepth = 6;
const maxRuleLength = 300;
const maxDescriptionLength = 2_000;

/** The fields of a schema by their paths, such as `body.labels[].name`. */
export function listFields(schema: JsonSchema | undefined): Map<string, SchemaField> {
  const fields = new Map<string, SchemaField>();
  if (!schema) return fields;
  const definitions = { ...toObject(schema.definitions), ...toObject(schema.$defs) };

  /** What a reference leads to, under what stands beside it. */
  function follow(given: unknown): JsonSchema {
    let found = toObject(given);
    for (let hops = 0; hops < maxDepth && typeof found.$ref === "string"; hops += 1) {
      const { $ref, ...beside } = found;
      const name = ($ref as string).split("/").at(-1) ?? "";
      found = { ...(Object.hasOwn(definitions, name) ? toObject(definitions[name]) : {}), ...beside };
    }
    return found;
  }

  function visit(prefix: string, given: unknown, depth: number): void {
    const own = follow(given);
    const variants = ["allOf", "oneOf", "anyOf"].flatMap((key) => toArray(own[key]).slice(0, 10).map(follow));
    for (const { properties, required } of [own, ...variants])
      for (const [name, property] of Object.entries(toObject(properties))) {
        if (fields.size >= maxFields) return;
        const path = `${prefix}${clean(name, 80)}`;
        const field = follow(property);
        const isList = field.type === "array" || isObject(field.items);
        if (!fields.has(path))
          fields.set(path, {
            type: typeOf(field, follow),
            required: toArray(required).includes(name),
            rules: rulesOf(field),
            description: clean(toText(field.description), maxDescriptionLength),
          });
        if (depth < maxDepth) visit(`${path}${isList ? "[]" : ""}.`, isList ? field.items : field, depth + 1);
      }
  }

  visit("", schema, 1);
  return fields;
}

const clean = (text: string, maxLength: number): string =>
  cleanText(text.slice(0, 2 * maxLength)).slice(0, maxLength);

function typeOf(schema: JsonSchema, follow: (given: unknown) => JsonSchema, depth = 0): string {
  const { type, format, items, properties, allOf, oneOf, anyOf } = schema;
  if (type === "array" && depth < 3) return `${typeOf(follow(items), follow, depth + 1)}[]`;
  const named = Array.isArray(type) ? type.join(" or ") : toText(type);
  const plain = named || (properties || allOf ? "object" : oneOf || anyOf ? "one of several" : "any");
  return clean(typeof format === "string" ? `${plain} (${format})` : plain, 100);
}

const toldElsewhere = new Set([
  "type",
  "format",
  "title",
  "description",
  "properties",
  "required",
  "items",
  "allOf",
  "oneOf",
  "anyOf",
  "$ref",
  "$defs",
  "definitions",
  "$schema",
]);

function rulesOf(schema: JsonSchema): string[] {
  return Object.entries(schema)
    .filter(([name]) => !toldElsewhere.has(name))
    .slice(0, 20)
    .map(([name, value]) => {
      const text = clean(JSON.stringify(value) ?? "", maxRuleLength);
      return name === "enum"
        ? `one of ${text.replace(/^\[|\]$/g, "").replaceAll(",", ", ")}`
        : `${clean(name, 80)} ${text}`;
    });
}
