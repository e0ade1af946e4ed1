import { findByPointer } from "../../json/json-pointer.ts";
import type { JsonSchema } from "../../source/source.ts";

const maxDepth = 8;
const maxProperties = 200;
const maxMembers = 100;
const maxLength = 20_000;
const maxReferenceLength = 1_000;
/** How many keys and parts of a schema are looked at, those that are referred to often as often as that. */
const maxSteps = 50_000;

/** The type goes beyond what is worth making. */
class Exhausted extends Error {}

/** The TypeScript type of what a JSON Schema describes. Whatever it cannot say is `any`: a check must not refuse what may be right. */
export function schemaType(schema: unknown): string {
  try {
    return new TypeWriter(schema).typeOf(schema, 0);
  } catch (error) {
    if (error instanceof Exhausted) return "any";
    throw error;
  }
}

/** Stops as soon as it has worked or written too much, since a small schema can describe a type without end. */
class TypeWriter {
  readonly #root: unknown;
  #steps = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  #spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > maxSteps) throw new Exhausted();
  }

  typeOf(given: unknown, depth: number): string {
    const type = this.#write(given, depth);
    // Everything but a union that has the same member twice contains its parts.
    if (type.length > maxLength) throw new Exhausted();
    return type;
  }

  #write(given: unknown, depth: number): string {
    this.#spend(1);
    if (given === false) return "never";
    if (typeof given !== "object" || given === null || depth > maxDepth) return "any";
    const schema = given as JsonSchema;
    this.#spend(Object.keys(schema).length);
    const inner = (part: unknown) => this.typeOf(part, depth + 1);
    if (typeof schema.$ref === "string") {
      const isOwn = schema.$ref.startsWith("#") && schema.$ref.length <= maxReferenceLength;
      const target = isOwn ? findByPointer(this.#root, schema.$ref) : undefined;
      return target === undefined ? "any" : inner(target);
    }
    if ("const" in schema) return literal(schema.const);
    if (Array.isArray(schema.enum)) return union(schema.enum.slice(0, maxMembers).map(literal));
    for (const key of ["anyOf", "oneOf"] as const) {
      if (Array.isArray(schema[key])) return union(schema[key].slice(0, maxMembers).map(inner));
    }
    if (Array.isArray(schema.allOf)) {
      const { allOf, ...own } = schema;
      const parts = [
        ...schema.allOf.slice(0, maxMembers).map(inner),
        ...(own.properties ? [inner(own)] : []),
      ];
      return parts.includes("any") ? "any" : `(${parts.join(" & ") || "any"})`;
    }
    if (Array.isArray(schema.type)) {
      return union(schema.type.slice(0, maxMembers).map((type) => inner({ ...schema, type })));
    }
    return this.#plainType(schema, inner, depth);
  }

  #plainType(schema: JsonSchema, inner: (part: unknown) => string, depth: number): string {
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
          ? `[${schema.prefixItems.slice(0, maxMembers).map(inner).join(", ")}]`
          : `Array<${inner(schema.items)}>`;
      case "object":
        return this.#objectType(schema, inner, depth);
      default:
        return "any";
    }
  }

  #objectType(schema: JsonSchema, inner: (part: unknown) => string, depth: number): string {
    const properties = Object.entries((schema.properties ?? {}) as JsonSchema);
    const stated = Array.isArray(schema.required) ? schema.required : [];
    this.#spend(properties.length + stated.length);
    const { additionalProperties: others } = schema;
    const isOpen = others === true || (typeof others === "object" && others !== null);
    if (properties.length === 0)
      return isOpen || others === undefined
        ? `Record<string, ${isOpen ? inner(others === true ? {} : others) : "any"}>`
        : "{}";
    const required = new Set(stated);
    const fields = properties
      .slice(0, maxProperties)
      .map(
        ([name, part]) =>
          `${comment(part, depth)}${key(name)}${required.has(name) ? "" : "?"}: ${inner(part)}`,
      );
    if (isOpen || properties.length > maxProperties) fields.push("[key: string]: any");
    return `{ ${fields.join("; ")} }`;
  }
}

/** Descriptions of the outermost fields tell what a type cannot. */
function comment(part: unknown, depth: number): string {
  const { description } = (part ?? {}) as { description?: unknown };
  if (typeof description !== "string" || description === "" || depth > 0) return "";
  const text = description.slice(0, 1_000).replaceAll("*/", "* /").replace(/\s+/g, " ").slice(0, 200);
  return `/** ${text} */ `;
}

function key(name: string): string {
  if (name.length > maxLength) throw new Exhausted();
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function literal(value: unknown): string {
  if (typeof value === "object" && value !== null) return "any";
  if (typeof value === "string" && value.length > maxLength) return "string";
  return JSON.stringify(value) ?? "any";
}

function union(members: string[]): string {
  const distinct = [...new Set(members)];
  if (distinct.includes("any") || distinct.length === 0) return "any";
  return distinct.length === 1 ? (distinct[0] as string) : `(${distinct.join(" | ")})`;
}
