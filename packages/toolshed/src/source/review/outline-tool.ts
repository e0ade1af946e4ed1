import { toObject } from "../../json/json-object.ts";
import { cleanText } from "../clean-text.ts";
import type { JsonSchema, SourceTool } from "../source.ts";
import type { Digest } from "./digest.ts";

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
  /** By definition, with and without its members: many arguments may refer to a large one. */
  const ofDefinitions = { whole: new Map<JsonSchema, string>(), rest: new Map<JsonSchema, string>() };

  /** The schema, and the definitions that it refers to. */
  function chainOf(schema: unknown): JsonSchema[] {
    const chain = [toObject(schema)];
    const definitions = toObject(inputSchema.$defs);
    for (
      let last = chain[0];
      chain.length <= maxHops && typeof last?.$ref === "string";
      last = chain.at(-1)
    ) {
      const name = last.$ref.replace("#/$defs/", "");
      chain.push(Object.hasOwn(definitions, name) ? toObject(definitions[name]) : {});
    }
    return chain;
  }

  function follow(schema: unknown): JsonSchema {
    const chain = chainOf(schema);
    if (chain.length === 1) return chain[0] as JsonSchema;
    const { $ref: _, ...merged } = Object.assign({}, ...chain.toReversed());
    return merged;
  }

  /** What else there is to say about an argument. */
  function restOf(property: unknown, kind: "whole" | "rest"): string {
    const [own, ...definitions] = chainOf(property) as [JsonSchema, ...JsonSchema[]];
    const limits = limitsOf(own, kind);
    if (definitions.length === 0) return isEmpty(limits) ? "" : short(limits);
    const known = ofDefinitions[kind];
    const digests = definitions.map((definition) => {
      const made = known.get(definition) ?? short(limitsOf(definition, kind));
      known.set(definition, made);
      return made;
    });
    return short([limits, ...digests]);
  }

  /** `above` are the references on the way here: what leads back to one of them is not followed again. */
  function visit(prefix: string, schema: JsonSchema, above: readonly unknown[]): void {
    for (const { properties, required } of partsOf(schema, follow)) {
      for (const [name, property] of Object.entries(toObject(properties))) {
        if (found.length === maxArguments) return;
        const full = cleanText(prefix + name)
          .replace(/\s+/g, " ")
          .slice(0, maxNameLength);
        const resolved = follow(property);
        const isList = resolved.type === "array";
        const inner = isList ? follow(resolved.items) : resolved;
        const references = [toObject(property).$ref, isList && toObject(resolved.items).$ref];
        const isKnown = references.some((reference) => reference && above.includes(reference));
        const goesOn =
          !isKnown && above.length < maxDepth && partsOf(inner, follow).some((part) => part.properties);
        const isRequired = Array.isArray(required) && required.includes(name);
        const text = resolved.description ? short(resolved.description) : "";
        const more = isKnown ? "" : restOf(property, goesOn ? "rest" : "whole");
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

/** What is not told in words of their own: for `rest` also without the members, which are arguments themselves. */
function limitsOf(schema: JsonSchema, kind: "whole" | "rest"): JsonSchema {
  const { $ref: _, type: _1, format: _2, title: _3, description: _4, ...limits } = schema;
  if (kind === "whole") return limits;
  const { properties: _5, required: _6, items: _7, allOf: _8, ...rest } = limits;
  return rest;
}

const isEmpty = (schema: JsonSchema): boolean => Object.keys(schema).length === 0;

function typeOf(schema: JsonSchema, follow: Follow, depth = 0): string {
  const { type, format, properties, allOf, oneOf, anyOf } = schema;
  if (type === "array" && depth < maxDepth) return `${typeOf(follow(schema.items), follow, depth + 1)}[]`;
  const plain =
    (Array.isArray(type) ? type.join(" or ") : type) ??
    (properties || allOf ? "object" : oneOf || anyOf ? "one of several" : "any");
  return typeof format === "string" ? `${plain} (${cleanText(format).slice(0, 30)})` : String(plain);
}
