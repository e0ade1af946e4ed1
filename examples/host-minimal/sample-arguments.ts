type Schema = Record<string, unknown>;

/** A schema that refers to itself has no smallest value; this is as deep as its placeholder goes. */
const DEEPEST = 8;

/** Arguments to start from: the defaults of a tool's schema, and a placeholder for each required one without a default. */
export function toSampleArguments(schema: Schema = {}): Record<string, unknown> {
  return sampleObject(schema, schema, 0);
}

function sampleObject(schema: Schema, root: Schema, depth: number): Record<string, unknown> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const sampled = Object.entries(asSchema(schema.properties)).flatMap(([name, property]) => {
    const resolved = resolve(asSchema(property), root);
    return "default" in resolved || required.includes(name)
      ? [[name, sample(resolved, root, depth + 1)] as const]
      : [];
  });
  return Object.fromEntries(sampled);
}

function sample(unresolved: Schema, root: Schema, depth: number): unknown {
  const schema = resolve(unresolved, root);
  if ("default" in schema) return schema.default;
  if ("const" in schema) return schema.const;
  for (const list of [schema.enum, schema.examples]) {
    if (Array.isArray(list) && list.length > 0) return list[0];
  }
  if (depth > DEEPEST) return null;
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const alternatives = [anyOf, oneOf, allOf].find(Array.isArray);
  return alternatives
    ? sample({ ...rest, ...asSchema(alternatives[0]) }, root, depth + 1)
    : sampleType(rest, root, depth);
}

function sampleType(schema: Schema, root: Schema, depth: number): unknown {
  const { type, minimum = 0, minItems = 0, items } = schema;
  switch (Array.isArray(type) ? type[0] : type) {
    case "string":
      return "";
    case "number":
    case "integer":
      return minimum;
    case "boolean":
      return false;
    case "array":
      return Array.from({ length: Number(minItems) }, () => sample(asSchema(items), root, depth + 1));
    case "object":
      return sampleObject(schema, root, depth);
    default:
      return null;
  }
}

/** Follows a reference inside the document; one that leads out of it, or nowhere, leaves nothing to go by. */
function resolve(schema: Schema, root: Schema): Schema {
  const { $ref: reference, ...rest } = schema;
  if (typeof reference !== "string") return schema;
  const steps = reference.startsWith("#") ? reference.split("/").slice(1) : [];
  const target = steps.reduce<Schema>(
    (at, step) => asSchema(at[step]),
    reference === "#" || steps.length ? root : {},
  );
  return { ...target, ...rest };
}

function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null ? (value as Schema) : {};
}
