import type { JsonSchema } from "../source/source.ts";

const maxDepth = 8;
const maxProperties = 200;
const maxMembers = 100;
const maxLength = 20_000;

/** The TypeScript type of what a JSON Schema describes. Whatever it cannot say is `any`: a check must not refuse what may be right. */
export function schemaType(schema: unknown, root: unknown = schema): string {
  const type = toType(schema, root, 0);
  return type.length > maxLength ? "any" : type;
}

function toType(given: unknown, root: unknown, depth: number): string {
  if (given === false) return "never";
  if (typeof given !== "object" || given === null || depth > maxDepth) return "any";
  const schema = given as JsonSchema;
  const inner = (part: unknown) => toType(part, root, depth + 1);
  if (typeof schema.$ref === "string") {
    const target = resolve(root, schema.$ref);
    return target === undefined ? "any" : inner(target);
  }
  if ("const" in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.slice(0, maxMembers).map(literal));
  for (const key of ["anyOf", "oneOf"] as const) {
    if (Array.isArray(schema[key])) return union(schema[key].slice(0, maxMembers).map(inner));
  }
  if (Array.isArray(schema.allOf)) {
    const { allOf: _, ...own } = schema;
    const parts = [...schema.allOf.map(inner), ...(own.properties ? [inner(own)] : [])];
    return parts.includes("any") ? "any" : `(${parts.join(" & ") || "any"})`;
  }
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => inner({ ...schema, type })));
  return plainType(schema, inner, depth);
}

function plainType(schema: JsonSchema, inner: (part: unknown) => string, depth: number): string {
  switch (schema.type ?? (schema.properties ? "object" : schema.items ? "array" : undefined)) {
    case "string":
      return "string";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return Array.isArray(schema.prefixItems)
        ? `[${schema.prefixItems.map(inner).join(", ")}]`
        : `Array<${inner(schema.items)}>`;
    case "object":
      return objectType(schema, inner, depth);
    default:
      return "any";
  }
}

function objectType(schema: JsonSchema, inner: (part: unknown) => string, depth: number): string {
  const properties = Object.entries((schema.properties ?? {}) as JsonSchema);
  const { additionalProperties: others } = schema;
  const isOpen = others === true || (typeof others === "object" && others !== null);
  if (properties.length === 0)
    return isOpen || others === undefined
      ? `Record<string, ${isOpen ? inner(others === true ? {} : others) : "any"}>`
      : "{}";
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const fields = properties
    .slice(0, maxProperties)
    .map(
      ([name, part]) => `${comment(part, depth)}${key(name)}${required.has(name) ? "" : "?"}: ${inner(part)}`,
    );
  if (isOpen || properties.length > maxProperties) fields.push("[key: string]: any");
  return `{ ${fields.join("; ")} }`;
}

/** Descriptions of the outermost fields tell what a type cannot. */
function comment(part: unknown, depth: number): string {
  const { description } = (part ?? {}) as { description?: unknown };
  if (typeof description !== "string" || description === "" || depth > 0) return "";
  return `/** ${description.replaceAll("*/", "* /").replace(/\s+/g, " ").slice(0, 200)} */ `;
}

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const literal = (value: unknown): string =>
  typeof value === "object" && value !== null ? "any" : (JSON.stringify(value) ?? "any");

function union(members: string[]): string {
  const distinct = [...new Set(members)];
  if (distinct.includes("any") || distinct.length === 0) return "any";
  return distinct.length === 1 ? (distinct[0] as string) : `(${distinct.join(" | ")})`;
}

/** Only what is in the same document is ever looked up. */
function resolve(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let found: unknown = root;
  for (const part of reference.slice(1).split("/").slice(1)) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as JsonSchema)[name];
  }
  return found;
}
