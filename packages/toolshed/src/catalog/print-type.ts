import { isObject } from "../json/json-object.ts";
import { findByPointer } from "../json/json-pointer.ts";
import type { JsonSchema } from "../source/source.ts";

/** How types are written. */
export interface TypeStyle {
  /** Stands for everything that a type cannot say. */
  readonly anything: "any" | "unknown";
  /** Stands for a choice or a long value that is left out. */
  readonly leftOut: string;
  readonly deepObject: string;
  readonly furtherProperties: string;
  /** Property names that need no quotes. */
  readonly plainName: RegExp;
  /** Whether a type is called by its name inside of itself. It is written out otherwise, down to the greatest depth. */
  readonly namesRecursion: boolean;
  /** Whether an object that takes other properties says so. */
  readonly tellsOpenness: boolean;
  arrayOf(item: string): string;
  /** What precedes a property of the outermost object. */
  comment(property: unknown): string;
}

/** How much of a type is written. */
export interface TypeBounds {
  readonly depth: number;
  readonly properties: number;
  readonly choices: number;
  readonly literalLength: number;
  readonly length: number;
  /** How many keys and parts of a schema are read. A part that is referred to often counts as often. */
  readonly steps: number;
}

const maxTypes = 10;
const maxNameLength = 200;
const maxReferenceLength = 1_000;
/** Of parts within each other. Objects and references count as depth, too; lists and alternatives only here. */
const maxNesting = 100;

const exceeded = new Error("The type exceeds its bounds.");

/**
 * The TypeScript type of what a JSON Schema describes, with unions and intersections in parentheses. Nothing if it exceeds
 * the bounds: a small schema can describe a type without end. `named` gets the references that are called by their names.
 */
export function printType(
  schema: unknown,
  style: TypeStyle,
  bounds: TypeBounds,
  named?: Set<string>,
): string | undefined {
  try {
    return new TypePrinter(schema, style, bounds, named).print(schema, 0);
  } catch (error) {
    if (error === exceeded) return undefined;
    throw error;
  }
}

/** A type where it needs no parentheses. Only whole unions and intersections have them on both ends. */
export const withoutParentheses = (type: string): string =>
  type.startsWith("(") && type.endsWith(")") ? type.slice(1, -1) : type;

class TypePrinter {
  readonly #root: unknown;
  readonly #style: TypeStyle;
  readonly #bounds: TypeBounds;
  readonly #named: Set<string> | undefined;
  /** The references that are being written out. */
  readonly #open = new Set<string>();
  #steps = 0;
  #nesting = 0;

  constructor(root: unknown, style: TypeStyle, bounds: TypeBounds, named?: Set<string>) {
    this.#root = root;
    this.#named = named;
    this.#style = style;
    this.#bounds = bounds;
  }

  print(schema: unknown, depth: number): string {
    this.#spend(1);
    if (schema === false) return "never";
    if (!isObject(schema)) return this.#style.anything;
    this.#spend(Object.keys(schema).length);
    this.#nesting += 1;
    if (this.#nesting > maxNesting) throw exceeded;
    const type = this.#printSchema(schema, depth);
    this.#nesting -= 1;
    // Every type contains the types of its parts.
    if (type.length > this.#bounds.length) throw exceeded;
    return type;
  }

  #spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#bounds.steps) throw exceeded;
  }

  #printSchema(schema: JsonSchema, depth: number): string {
    if (typeof schema.$ref === "string") return this.#printReference(schema.$ref, depth);
    if ("const" in schema) return this.#printLiteral(schema.const);
    if (Array.isArray(schema.enum))
      return this.#printUnion(schema.enum, (value) => this.#printLiteral(value));

    const inner = (part: unknown) => this.print(part, depth);
    const parts: string[] = [];
    for (const choices of [schema.anyOf, schema.oneOf]) {
      if (isList(choices)) parts.push(this.#printUnion(choices, inner));
    }
    if (isList(schema.allOf)) parts.push(...this.#printFirst(schema.allOf, inner));
    const own = this.#printOwn(schema, depth);
    if (own !== undefined) parts.push(own);
    const type = this.#intersection(parts);
    return schema.nullable === true ? this.#union([type, "null"]) : type;
  }

  #printReference(reference: string, depth: number): string {
    const { anything, leftOut, plainName, namesRecursion } = this.#style;
    if (reference.length > maxReferenceLength || !isLocal.test(reference)) return anything;
    const target = findByPointer(this.#root, reference);
    if (!namesRecursion) return depth < this.#bounds.depth ? this.print(target, depth + 1) : anything;
    if (this.#open.has(reference)) {
      const name = nameOf(reference);
      if (name.length > maxNameLength || !plainName.test(name)) return leftOut;
      this.#named?.add(reference);
      return name;
    }
    this.#open.add(reference);
    const type = this.print(target, depth);
    this.#open.delete(reference);
    return type;
  }

  /** The schema's own part, without the schemas it is composed of. */
  #printOwn(schema: JsonSchema, depth: number): string | undefined {
    const { type } = schema;
    const types = Array.isArray(type) ? type.slice(0, maxTypes) : type === undefined ? [] : [type];
    const isObjectType = "properties" in schema || isObject(schema.additionalProperties);
    if (types.length === 0 && isObjectType) types.push("object");
    if (types.length === 0 && ("items" in schema || "prefixItems" in schema)) types.push("array");
    // Composed of others, an object without properties has nothing to add to them.
    const addsNothing = types.includes("object") && isComposed(schema) && namesOf(schema).length === 0;
    if (types.length === 0 || (addsNothing && schema.additionalProperties !== false)) return undefined;
    return this.#union(types.map((one) => this.#printOne(one, schema, depth)));
  }

  #printOne(type: unknown, schema: JsonSchema, depth: number): string {
    if (type === "object") return this.#printObject(schema, depth);
    if (type === "array") return this.#printArray(schema, depth);
    if (type === "integer" || type === "number") return "number";
    return type === "string" || type === "boolean" || type === "null" ? type : this.#style.anything;
  }

  #printObject(schema: JsonSchema, depth: number): string {
    const { anything, deepObject, furtherProperties, tellsOpenness, comment } = this.#style;
    const { additionalProperties: others = true } = schema;
    const names = namesOf(schema);
    const stated = Array.isArray(schema.required) ? schema.required : [];
    this.#spend(names.length + stated.length);
    const isDeep = depth >= this.#bounds.depth;
    const inner = (part: unknown) => withoutParentheses(this.print(part, depth + 1));
    if (names.length === 0)
      return others === false ? "{}" : `Record<string, ${isDeep ? anything : inner(others)}>`;
    if (isDeep) return deepObject;
    const required = new Set(stated);
    // What a call cannot do without comes first, so that it is not what is left out.
    const sorted = names.sort((a, b) => Number(required.has(b)) - Number(required.has(a)));
    const parts = schema.properties as JsonSchema;
    const members = sorted.slice(0, this.#bounds.properties).map((name) => {
      const before = depth === 0 ? comment(parts[name]) : "";
      return `${before}${this.#printName(name)}${required.has(name) ? "" : "?"}: ${inner(parts[name])}`;
    });
    const isOpen = tellsOpenness && "additionalProperties" in schema && others !== false;
    if (sorted.length > members.length || isOpen) members.push(furtherProperties);
    return `{ ${members.join("; ")} }`;
  }

  #printArray({ prefixItems, items = true }: JsonSchema, depth: number): string {
    const inner = (item: unknown) => this.print(item, depth);
    return isList(prefixItems)
      ? `[${this.#printFirst(prefixItems, inner).map(withoutParentheses).join(", ")}]`
      : this.#style.arrayOf(inner(items));
  }

  #printName(name: string): string {
    if (name.length > maxNameLength) throw exceeded;
    return this.#style.plainName.test(name) ? name : JSON.stringify(name);
  }

  #printLiteral(value: unknown): string {
    const { literalLength } = this.#bounds;
    const isLong = typeof value === "string" && value.length > literalLength;
    const text = isLong ? undefined : toJson(value);
    return text === undefined || text.length > literalLength ? this.#style.leftOut : text;
  }

  #printFirst(items: readonly unknown[], printItem: (item: unknown) => string): string[] {
    const printed = items.slice(0, this.#bounds.choices).map(printItem);
    return items.length > printed.length ? [...printed, this.#style.leftOut] : printed;
  }

  #printUnion(members: readonly unknown[], printMember: (member: unknown) => string): string {
    return this.#union(this.#printFirst(members, printMember));
  }

  #union(types: readonly string[]): string {
    const { anything } = this.#style;
    if (types.includes(anything)) return anything;
    return join([...new Set(types.map(withoutParentheses))], " | ") ?? anything;
  }

  #intersection(types: readonly string[]): string {
    if (types.includes("any")) return "any";
    return (
      join(
        [...new Set(types)].filter((type) => type !== "unknown"),
        " & ",
      ) ?? this.#style.anything
    );
  }
}

const join = (types: readonly string[], operator: string): string | undefined =>
  types.length > 1 ? `(${types.join(operator)})` : types[0];

/** What a type is called that a reference leads to. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/** Leads to a place in the same document. */
const isLocal = /^#(?:\/|$)/;
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;
export const isComposed = (schema: JsonSchema): boolean =>
  isList(schema.anyOf) || isList(schema.oneOf) || isList(schema.allOf) || "$ref" in schema;
const namesOf = ({ properties }: JsonSchema) => (isObject(properties) ? Object.keys(properties) : []);

/** A value that many references lead to may be large. */
const knownJson = new WeakMap<object, string>();

function toJson(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const text = knownJson.get(value) ?? JSON.stringify(value);
  knownJson.set(value, text);
  return text;
}
