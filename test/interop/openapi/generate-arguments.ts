type Schema = Record<string, unknown>;

/** Which of the possible values is made: with what is optional or without, and by which of the alternatives. */
export interface Variant {
  readonly isFull: boolean;
  readonly branch: number;
}

/** Has to be encoded wherever it goes. */
const awkward = "ab/ü&?=+%#";
const maxDepth = 8;

/** Makes arguments that fit a tool's schema, as far as schemas like those of real documents go. */
export function generateArguments(schema: Schema, variant: Variant): unknown {
  return generate(
    schema,
    { ...variant, defs: (schema.$defs ?? {}) as Record<string, Schema>, inBody: false },
    0,
    0,
  );
}

interface Scene extends Variant {
  readonly defs: Record<string, Schema>;
  readonly inBody: boolean;
}

function generate(stated: Schema, scene: Scene, depth: number, index: number): unknown {
  const schema = flatten(stated, scene, 0);
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[index % schema.enum.length];
  const types = [schema.type ?? guessType(schema)].flat() as string[];
  switch (types.find((type) => type !== "null") ?? "null") {
    case "object":
      return generateObject(schema, scene, depth);
    case "array":
      return generateArray(schema, scene, depth);
    case "integer":
    case "number":
      return generateNumber(schema) + index * Number(schema.multipleOf ?? 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return generateString(schema, index);
  }
}

function generateObject(schema: Schema, scene: Scene, depth: number): Schema {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const required = (schema.required ?? []) as string[];
  const wanted = Object.keys(properties).filter(
    (name) => required.includes(name) || (scene.isFull && depth < 3),
  );
  const names = [...wanted, ...required.filter((name) => !(name in properties))];
  const extra = Math.max(0, Number(schema.minProperties ?? 0) - names.length);
  for (let count = 0; count < extra; count++) names.push(Object.keys(properties)[count] ?? `extra${count}`);
  if (depth > maxDepth) return {};
  // There is no way to write an empty object into a path.
  if (depth === 1 && names.length === 0 && !scene.inBody) names.push(...Object.keys(properties));
  return Object.fromEntries(
    [...new Set(names)].map((name) => {
      const additional =
        typeof schema.additionalProperties === "object" ? (schema.additionalProperties as Schema) : {};
      const inBody = scene.inBody || (depth === 0 && name === "body");
      return [name, generate(properties[name] ?? additional, { ...scene, inBody }, depth + 1, 0)];
    }),
  );
}

function generateArray(schema: Schema, scene: Scene, depth: number): unknown[] {
  const most = Number(schema.maxItems ?? 2);
  const count = Math.max(Number(schema.minItems ?? 0), Math.min(most, depth < 4 ? 2 : 0));
  const tuple = (schema.prefixItems ?? []) as Schema[];
  return Array.from({ length: count }, (_, index) =>
    generate(tuple[index] ?? ((schema.items ?? {}) as Schema), scene, depth + 1, index),
  );
}

function generateNumber({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
}: Schema): number {
  const step = Number(multipleOf ?? 1);
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : Number(exclusiveMinimum) + step);
  const most = maximum ?? (exclusiveMaximum === undefined ? undefined : Number(exclusiveMaximum) - step);
  return Number(least ?? (most === undefined ? step : Math.min(step, Number(most))));
}

function generateString(
  { minLength = 0, maxLength = 200, contentEncoding, format }: Schema,
  index: number,
): string {
  if (contentEncoding === "base64") return Buffer.from(`bytes ${index}`).toString("base64");
  if (format === "date-time") return "2024-05-06T07:08:09Z";
  const text = `${index}${awkward}`.slice(0, Number(maxLength));
  return text.padEnd(Number(minLength), "x");
}

/** One schema of the schema itself, what it refers to, all of its parts and one of its alternatives. */
function flatten(schema: Schema, scene: Scene, hops: number): Schema {
  if (hops > 20) return {};
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  const alternatives = ((oneOf ?? anyOf ?? []) as Schema[]).filter(({ type }) => type !== "null");
  const parts = [
    ...(typeof $ref === "string" ? [scene.defs[$ref.replace("#/$defs/", "")] ?? {}] : []),
    ...((allOf ?? []) as Schema[]),
    ...(alternatives.length > 0 ? [alternatives[scene.branch % alternatives.length] as Schema] : []),
  ];
  return parts
    .map((part) => flatten(part, scene, hops + 1))
    .reduce((merged, part) => merge(merged, part), own);
}

function merge(one: Schema, other: Schema): Schema {
  const required = [...((one.required ?? []) as string[]), ...((other.required ?? []) as string[])];
  const properties: Record<string, Schema> = { ...(one.properties as Record<string, Schema>) };
  for (const [name, property] of Object.entries((other.properties ?? {}) as Record<string, Schema>)) {
    properties[name] = properties[name] ? { allOf: [properties[name], property] } : property;
  }
  const isObject = one.properties !== undefined || other.properties !== undefined;
  return { ...one, ...other, ...(required.length > 0 && { required }), ...(isObject && { properties }) };
}

function guessType(schema: Schema): string {
  if (schema.properties || schema.required || schema.additionalProperties) return "object";
  return schema.items || schema.prefixItems ? "array" : "string";
}
