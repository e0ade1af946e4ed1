import { type Schema, type Schemas, toSchema } from "./schemas.ts";

const deepest = 6;
const mostSteps = 300;

/** What a new value begins as: what is required and can be nothing else, or has a default. Undefined if that is nothing. */
export function initialValue(
  schemas: Schemas,
  given: unknown,
  depth = 0,
  run = { left: mostSteps },
): unknown {
  if (--run.left < 0) return undefined;
  const schema = schemas.flatten(given);
  if (schema.default !== undefined) return structuredClone(schema.default);
  const kind = schemas.kindOf(schema);
  switch (kind.is) {
    case "enum":
      return kind.options.length === 1 ? kind.options[0]?.value : undefined;
    case "choice": {
      const [first] = kind.variants;
      return first && depth < deepest ? initialValue(schemas, first.schema, depth + 1, run) : undefined;
    }
    case "object":
      return depth < deepest ? initialObject(schemas, ownSchema(schemas, schema), depth, run) : {};
    case "array":
      return [];
    case "null":
      return null;
    default:
      return undefined;
  }
}

/** The one variant that a schema comes down to, or the schema. */
export function ownSchema(schemas: Schemas, schema: Schema): Schema {
  const variants = schemas.variantsOf(schema);
  return variants.length === 1 && variants[0] ? variants[0].schema : schema;
}

function initialObject(
  schemas: Schemas,
  schema: Schema,
  depth: number,
  run: { left: number },
): Record<string, unknown> {
  const properties = toSchema(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const entries = required.flatMap((name) => {
    if (typeof name !== "string" || !Object.hasOwn(properties, name)) return [];
    const value = initialValue(schemas, properties[name], depth + 1, run);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}
