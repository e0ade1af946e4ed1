import { isObject, toArray, toObject, toText } from "../../json/json-object.ts";
import { cleanText } from "../clean-text.ts";
import type { JsonSchema } from "../source.ts";
import { type DiffBudget, newDiffBudget, spend } from "./diff-budget.ts";

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
/** What a look at one field costs, in steps of comparing words. */
const visitSteps = 200;
const maxDescriptionLength = 2_000;

/** The fields of a schema by their paths, such as `body.labels[].name`. */
export function listFields(
  schema: JsonSchema | undefined,
  budget: DiffBudget = newDiffBudget(),
): Map<string, SchemaField> {
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
    if (!spend(budget, visitSteps)) return;
    const own = follow(given);
    const variants = ["allOf", "oneOf", "anyOf"].flatMap((key) => toArray(own[key]).slice(0, 10).map(follow));
    for (const { properties, required } of [own, ...variants])
      for (const [name, property] of Object.entries(toObject(properties))) {
        if (fields.size >= maxFields || !spend(budget, visitSteps)) return;
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
    .map(([name, value]) =>
      name === "enum"
        ? `one of ${clean(
            toArray(value)
              .slice(0, maxShown)
              .map((item) => brief(item))
              .join(", "),
            maxRuleLength,
          )}`
        : `${clean(name, 80)} ${clean(brief(value), maxRuleLength)}`,
    );
}

const maxShown = 50;

/** The beginning of a value's JSON. Of a large or deep value no more is read than is shown. */
function brief(value: unknown, level = 0): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, maxRuleLength));
  if (typeof value !== "object" || value === null) return String(value);
  if (level === 3) return "…";
  const below = (item: unknown) => brief(item, level + 1);
  if (Array.isArray(value)) return `[${value.slice(0, maxShown).map(below).join(", ")}]`;
  const members = Object.entries(value).slice(0, 10);
  return `{${members.map(([name, item]) => `${name.slice(0, 80)}: ${below(item)}`).join(", ")}}`;
}
