import { isObject } from "../json/json-object.ts";
import { findByPointer } from "../json/json-pointer.ts";
import type { JsonSchema, SourceTool } from "../source/source.ts";

/** How many characters the arguments and the result may take to stand in a list of results. */
export const shortSignature = { args: 240, result: 120 };
/** The same for readers of a single tool. */
export const fullSignature = { args: 6_000, result: 4_000 };

/**
 * A tool as a TypeScript function on one line, such as `(args: { title: string; limit?: number }) => { id: string }[]`.
 * What does not fit is left out from the inside outwards, with `…` in its place.
 */
export function signatureOf({ inputSchema, outputSchema }: SourceTool, length: typeof fullSignature): string {
  const result = outputSchema ? fit(outputSchema, length.result) : "unknown";
  const { properties, required } = inputSchema;
  const names = Object.keys((properties ?? {}) as object);
  if (names.length === 0 && !isComposed(inputSchema)) return `() => ${result}`;
  const isOptional = names.length > 0 && !(Array.isArray(required) && required.length > 0);
  return `(args${isOptional ? "?" : ""}: ${fit(inputSchema, length.args)}) => ${result}`;
}

type Detail = (typeof details)[number];

/** From everything to hardly anything. */
const details = [
  { depth: 12, properties: 200, choices: 200 },
  { depth: 4, properties: 40, choices: 20 },
  { depth: 2, properties: 20, choices: 8 },
  { depth: 1, properties: 12, choices: 5 },
  { depth: 1, properties: 8, choices: 3 },
  { depth: 1, properties: 4, choices: 2 },
  { depth: 0, properties: 0, choices: 1 },
];
/** A schema may refer to itself many times over: this much of it is looked at, whatever it says. */
const maxNodes = 2_000;
/** So many properties count as one node more: to sort them is work, too. */
const propertiesPerNode = 50;
const maxTypes = 10;
const maxNameLength = 200;
const maxReferenceLength = 1_000;

/** Schemas do not change, and the same tools are searched for again and again. */
const fitted = new WeakMap<JsonSchema, Map<number, string>>();

function fit(schema: JsonSchema, maxLength: number): string {
  const known = fitted.get(schema) ?? new Map<number, string>();
  const text = known.get(maxLength) ?? fitAnew(schema, maxLength);
  fitted.set(schema, known.set(maxLength, text));
  return text;
}

function fitAnew(schema: JsonSchema, maxLength: number): string {
  for (const detail of details) {
    const text = createPrinter(schema, detail)(schema, 0);
    if (text.length <= maxLength) return text;
  }
  return "…";
}

function createPrinter(root: JsonSchema, detail: Detail): (schema: unknown, depth: number) => string {
  const open = new Set<string>();
  let nodesLeft = maxNodes;

  function print(schema: unknown, depth: number): string {
    if (schema === false) return "never";
    if (!isObject(schema)) return "unknown";
    if (nodesLeft-- <= 0) return "…";
    if (typeof schema.$ref === "string") return printReference(schema.$ref, depth);
    if ("const" in schema) return printLiteral(schema.const);
    if (Array.isArray(schema.enum)) return union(printFirst(schema.enum, printLiteral));

    const parts: string[] = [];
    for (const choices of [schema.anyOf, schema.oneOf]) {
      if (isList(choices)) parts.push(union(printFirst(choices, (choice) => print(choice, depth))));
    }
    if (isList(schema.allOf)) parts.push(...printFirst(schema.allOf, (part) => print(part, depth)));
    const own = printOwn(schema, depth);
    if (own !== undefined) parts.push(own);
    const known = [...new Set(parts)].filter((part) => part !== "unknown");
    const type = known.length > 1 ? known.map(grouped).join(" & ") : (known[0] ?? "unknown");
    return schema.nullable === true ? union([type, "null"]) : type;
  }

  function printReference(reference: string, depth: number): string {
    if (reference.length > maxReferenceLength) return "unknown";
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    // Inside of itself a type goes by its name.
    if (open.has(reference)) return name.length <= maxNameLength && identifier.test(name) ? name : "…";
    open.add(reference);
    const text = print(isLocal.test(reference) ? findByPointer(root, reference) : true, depth);
    open.delete(reference);
    return text;
  }

  /** The schema's own part, without the schemas it is composed of. */
  function printOwn(schema: JsonSchema, depth: number): string | undefined {
    const { type: stated } = schema;
    const types = Array.isArray(stated) ? stated.slice(0, maxTypes) : stated === undefined ? [] : [stated];
    if (types.length > 0) return union(types.map((type) => printType(type, schema, depth)));
    if ("properties" in schema || isObject(schema.additionalProperties)) return printObject(schema, depth);
    if ("items" in schema || "prefixItems" in schema) return printArray(schema, depth);
    return undefined;
  }

  function printType(type: unknown, schema: JsonSchema, depth: number): string {
    if (type === "object") return printObject(schema, depth);
    if (type === "array") return printArray(schema, depth);
    if (type === "integer" || type === "number") return "number";
    return type === "string" || type === "boolean" || type === "null" ? type : "unknown";
  }

  function printObject(schema: JsonSchema, depth: number): string {
    const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
    nodesLeft -= Math.floor(properties.length / propertiesPerNode);
    if (properties.length === 0) {
      if (schema.additionalProperties === false) return "{}";
      // Composed of others, an object has nothing to add to them.
      if (isComposed(schema)) return "unknown";
      const values = isObject(schema.additionalProperties) ? schema.additionalProperties : true;
      return `Record<string, ${depth >= detail.depth ? "unknown" : print(values, depth + 1)}>`;
    }
    if (depth >= detail.depth) return "{ … }";
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    // What a call cannot do without comes first, so that it is not what is left out.
    const sorted = [...properties].sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
    const members = sorted.slice(0, detail.properties).map(([name, value]) => {
      const key = name.length <= maxNameLength && identifier.test(name) ? name : printLiteral(name);
      return `${key}${required.has(name) ? "" : "?"}: ${print(value, depth + 1)}`;
    });
    if (sorted.length > members.length) members.push("…");
    return `{ ${members.join("; ")} }`;
  }

  function printArray(schema: JsonSchema, depth: number): string {
    if (isList(schema.prefixItems)) {
      return `[${printFirst(schema.prefixItems, (item) => print(item, depth)).join(", ")}]`;
    }
    return `${grouped(print(schema.items ?? true, depth))}[]`;
  }

  function printFirst(items: readonly unknown[], printItem: (item: unknown) => string): string[] {
    const printed = items.slice(0, detail.choices).map(printItem);
    return items.length > printed.length ? [...printed, "…"] : printed;
  }

  return print;
}

/** Leads to a place in the same document. */
const isLocal = /^#(?:\/|$)/;
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const maxLiteralLength = 60;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;
const isComposed = (schema: JsonSchema): boolean =>
  isList(schema.anyOf) || isList(schema.oneOf) || isList(schema.allOf) || "$ref" in schema;

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");
const grouped = (type: string): string => (/ [|&] /.test(withoutNested(type)) ? `(${type})` : type);

function printLiteral(value: unknown): string {
  if (typeof value === "string" && value.length > maxLiteralLength) return "…";
  if (isObject(value) || Array.isArray(value)) return printObjectLiteral(value);
  const text = JSON.stringify(value) ?? "unknown";
  return text.length > maxLiteralLength ? "…" : text;
}

/** A value that many references lead to may be large. */
const objectLiterals = new WeakMap<object, string>();

function printObjectLiteral(value: object): string {
  const known = objectLiterals.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  const printed = text.length > maxLiteralLength ? "…" : text;
  objectLiterals.set(value, printed);
  return printed;
}

/** What of a type stands outside of all brackets and quotes. */
function withoutNested(type: string): string {
  let depth = 0;
  let outside = "";
  for (const part of type.match(/"(?:[^"\\]|\\.)*"|[{}()[\]<>]|[^"{}()[\]<>]+/g) ?? []) {
    if ("{([<".includes(part)) depth++;
    else if ("})]>".includes(part)) depth--;
    else if (depth === 0 && !part.startsWith('"')) outside += part;
  }
  return outside;
}
