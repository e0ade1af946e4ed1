import { plainText } from "@toolshed/show/plain-text";
import { labelsOf, type Schema, Schemas, toSchema } from "@toolshed/show/schemas";

/** One value of a schema, with what a reader wants to know of it. */
export interface SchemaNode {
  /** The property's name. Nothing for the items of a list, a variant and the whole. */
  readonly name?: string | undefined;
  /** The property's title, where it says more than the name, or what tells a variant from the others. */
  readonly label?: string | undefined;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** What else it says: `default 3`, `at least 1`. */
  readonly facts: readonly string[];
  /** The values it has to be one of, as JSON. */
  readonly values: readonly string[];
  readonly children: readonly SchemaNode[];
  /** What the children are. */
  readonly has?: "fields" | "variants" | undefined;
}

const maxDepth = 10;
const maxNodes = 1_500;
const maxValues = 100;
const maxTextLength = 2_000;

/** A schema as a tree: its references followed, `allOf` merged, and what contains itself named once. Anyone may have written it. */
export function schemaTree(schema: unknown): SchemaNode {
  const schemas = new Schemas(schema);
  let left = maxNodes;

  function toNode(given: unknown, own: Partial<SchemaNode>, above: readonly Schema[]): SchemaNode {
    left -= 1;
    const flat = schemas.flatten(given);
    const kind = schemas.kindOf(flat);
    const isRepeated = above.includes(flat);
    const isDeep = above.length >= maxDepth || left <= 0;
    const inside = [...above, flat];
    const base = {
      required: false,
      description: plainText(textOf(flat.description)),
      facts: factsOf(flat),
      values: [] as string[],
      children: [] as SchemaNode[],
      ...own,
    };
    if (kind.is === "enum") {
      const values = kind.options.map(({ value }) => JSON.stringify(value).slice(0, 200));
      return { ...base, type: typeOfValues(kind.options.map(({ value }) => value)), values: shorten(values) };
    }
    if (kind.is === "choice") {
      const type = [...new Set(kind.variants.map((variant) => nameOf(variant.schema)))].join(" or ");
      // Of simple values, the types say it all.
      const isPlain = kind.variants.every((variant) => isSimple(variant.schema));
      if (isPlain || isDeep || isRepeated) return { ...base, type };
      const children = kind.variants
        .slice(0, Math.max(0, left))
        .map(({ schema: variant, label }) => toNode(variant, { label }, inside));
      return { ...base, type, children, has: "variants" };
    }
    const type = nameOf(flat);
    if (isRepeated) return { ...base, type: `${type}, as above` };
    if (kind.is === "array") {
      const items = toSchema(schemas.flatten(flat.items));
      if (isDeep || isSimple(items)) return { ...base, type, values: valuesOf(items) };
      const { children, has, values } = toNode(flat.items, {}, inside);
      return { ...base, type, children, values, ...(has && { has }) };
    }
    if (kind.is !== "object" || isDeep) return { ...base, type: isDeep ? `${type} …` : type };
    return { ...base, type, children: fieldsOf(flat, inside), has: "fields" };
  }

  /** The required ones first. */
  function fieldsOf(flat: Schema, inside: readonly Schema[]): SchemaNode[] {
    const needed = new Set(Array.isArray(flat.required) ? flat.required : []);
    const fields: SchemaNode[] = [];
    for (const [name, property] of Object.entries(toSchema(flat.properties))) {
      if (left <= 0) break;
      const isRequired = needed.has(name) && toSchema(property).default === undefined;
      const { label, name: said } = labelsOf(property, name);
      const own = { name, required: isRequired, ...(said !== undefined && { label }) };
      fields.push(toNode(property, own, inside));
    }
    fields.sort((a, b) => Number(b.required) - Number(a.required));
    const { additionalProperties: more } = flat;
    if (typeof more === "object" && more !== null && left > 0)
      fields.push(toNode(more, { label: "any other field" }, inside));
    return fields;
  }

  /** `string`, `list of object`, `any`. */
  function nameOf(given: Schema, depth = 0): string {
    const kind = schemas.kindOf(given);
    if (kind.is === "enum") return typeOfValues(kind.options.map(({ value }) => value));
    if (kind.is === "choice")
      return [...new Set(kind.variants.map((variant) => nameOf(variant.schema, depth + 1)))].join(" or ");
    if (kind.is !== "array") return kind.is;
    return depth >= 3 || given.items === undefined
      ? "list"
      : `list of ${nameOf(schemas.flatten(given.items), depth + 1)}`;
  }

  function isSimple(given: Schema): boolean {
    const kind = schemas.kindOf(given);
    return kind.is !== "object" && kind.is !== "array" && kind.is !== "choice" && kind.is !== "enum";
  }

  function valuesOf(given: Schema): string[] {
    const kind = schemas.kindOf(given);
    return kind.is === "enum" ? shorten(kind.options.map(({ value }) => JSON.stringify(value))) : [];
  }

  return toNode(schema, {}, []);
}

/** Whether a tool with this input schema takes nothing, and doesn't say that it takes more. */
export function takesNothing(schema: unknown): boolean {
  const given = toSchema(schema);
  const isOpen = ["additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf", "$ref"].some(
    (key) => given[key] !== undefined && given[key] !== false,
  );
  return !isOpen && Object.keys(toSchema(given.properties)).length === 0;
}

const shorten = (values: readonly string[]): string[] =>
  values.length > maxValues
    ? [...values.slice(0, maxValues), `… ${(values.length - maxValues).toLocaleString("en")} more`]
    : [...values];

function typeOfValues(values: readonly unknown[]): string {
  return [...new Set(values.map((value) => (value === null ? "null" : typeof value)))].join(" or ");
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, maxTextLength) : "");

const counted = (count: string, one: string) => `${count} ${one}${count === "1" ? "" : "s"}`;

const limits: [key: string, says: (limit: string) => string][] = [
  ["minimum", (limit) => `at least ${limit}`],
  ["exclusiveMinimum", (limit) => `more than ${limit}`],
  ["maximum", (limit) => `at most ${limit}`],
  ["exclusiveMaximum", (limit) => `less than ${limit}`],
  ["multipleOf", (limit) => `a multiple of ${limit}`],
  ["minLength", (limit) => `at least ${counted(limit, "character")}`],
  ["maxLength", (limit) => `at most ${counted(limit, "character")}`],
  ["minItems", (limit) => `at least ${counted(limit, "item")}`],
  ["maxItems", (limit) => `at most ${counted(limit, "item")}`],
];

function factsOf(schema: Schema): string[] {
  const facts: string[] = [];
  const { format, pattern, default: standard, nullable } = schema;
  if (typeof format === "string") facts.push(format.slice(0, 100));
  for (const [key, says] of limits) {
    const limit = schema[key];
    if (typeof limit === "number")
      facts.push(says(limit.toLocaleString("en", { maximumFractionDigits: 20 })));
  }
  if (schema.uniqueItems === true) facts.push("no item twice");
  // A format says the same in a word.
  if (typeof pattern === "string" && typeof format !== "string")
    facts.push(`matches ${pattern.slice(0, 200)}`);
  if (nullable === true) facts.push("or null");
  if (standard !== undefined) facts.push(`default ${JSON.stringify(standard).slice(0, 200)}`);
  if (schema.readOnly === true) facts.push("read-only");
  if (schema.deprecated === true) facts.push("deprecated");
  return facts;
}
