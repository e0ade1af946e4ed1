import { cleanText } from "./clean-text.ts";
import type { Digest } from "./digest.ts";
import type { JsonSchema, SourceTool } from "./source.ts";

/** What is remembered of a tool, to tell later what about it has changed. Of texts and results only a digest is kept. */
export interface Outline {
  /** What a call asks for, where that is known: `GET https://api.example.com/pets/{id}`. */
  readonly request?: string;
  /** How credentials are sent, where that is known. */
  readonly credentials?: string;
  readonly description: string;
  readonly result: string;
  /** The arguments and what is in them, such as `body.labels[].name`. */
  readonly arguments: Readonly<Record<string, ArgumentOutline>>;
}

export type ArgumentOutline = readonly [type: string, required: boolean, description: string, rest: string];

const maxArguments = 80;
const maxDepth = 3;
const maxNameLength = 80;
const maxHops = 20;
/** A change of one letter need only be noticed; that nobody can forge one is for the tool's own hash. */
const digestLength = 8;

export function outlineTool(
  {
    description,
    inputSchema,
    outputSchema,
  }: Pick<SourceTool, "description" | "inputSchema" | "outputSchema">,
  digest: Digest,
): Outline {
  const short = (value: unknown) => digest(value).slice(0, digestLength);
  const found: [string, ArgumentOutline][] = [];

  function follow(schema: unknown): JsonSchema {
    let current = toSchema(schema);
    for (let hop = 0; hop < maxHops && typeof current.$ref === "string"; hop++) {
      const { $ref, ...beside } = current;
      const name = $ref.replace("#/$defs/", "");
      const definitions = toSchema(inputSchema.$defs);
      current = { ...(Object.hasOwn(definitions, name) ? toSchema(definitions[name]) : {}), ...beside };
    }
    return current;
  }

  /** `above` are the references on the way here: what leads back to one of them is not followed again. */
  function visit(prefix: string, schema: JsonSchema, above: readonly unknown[]): void {
    for (const { properties, required } of partsOf(schema, follow)) {
      for (const [name, property] of Object.entries(toSchema(properties))) {
        if (found.length === maxArguments) return;
        const full = cleanText(prefix + name)
          .replace(/\s+/g, " ")
          .slice(0, maxNameLength);
        const resolved = follow(property);
        const isList = resolved.type === "array";
        const inner = isList ? follow(resolved.items) : resolved;
        const references = [toSchema(property).$ref, isList && toSchema(resolved.items).$ref];
        const isKnown = references.some((reference) => reference && above.includes(reference));
        const goesOn =
          !isKnown && above.length < maxDepth && partsOf(inner, follow).some((part) => part.properties);
        const rest: JsonSchema = isKnown ? {} : goesOn ? withoutMembers(resolved) : resolved;
        const isRequired = Array.isArray(required) && required.includes(name);
        const { type: _, format: __, title: ___, description: ____, ...limits } = rest;
        const text = resolved.description ? short(resolved.description) : "";
        const more = Object.keys(limits).length > 0 ? short(limits) : "";
        found.push([full, [typeOf(resolved, follow), isRequired, text, more]]);
        if (goesOn) visit(`${full}${isList ? "[]" : ""}.`, inner, [...above, references.find(Boolean)]);
      }
    }
  }

  visit("", inputSchema, []);
  return {
    description: short(description),
    result: outputSchema ? digest(outputSchema) : "",
    arguments: Object.fromEntries(found),
  };
}

type Follow = (schema: unknown) => JsonSchema;

/** The schema itself and what it is made of, one level down. */
const partsOf = (schema: JsonSchema, follow: Follow): JsonSchema[] => [
  schema,
  ...(Array.isArray(schema.allOf) ? schema.allOf.map(follow) : []),
];

const withoutMembers = ({ properties: _, required: __, items: ___, allOf: ____, ...rest }: JsonSchema) =>
  rest;

function typeOf(schema: JsonSchema, follow: Follow, depth = 0): string {
  const { type, format, properties, allOf, oneOf, anyOf } = schema;
  if (type === "array" && depth < maxDepth) return `${typeOf(follow(schema.items), follow, depth + 1)}[]`;
  const plain =
    (Array.isArray(type) ? type.join(" or ") : type) ??
    (properties || allOf ? "object" : oneOf || anyOf ? "one of several" : "any");
  return typeof format === "string" ? `${plain} (${cleanText(format).slice(0, 30)})` : String(plain);
}

const toSchema = (value: unknown): JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonSchema) : {};
