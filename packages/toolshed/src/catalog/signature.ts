import type { JsonSchema, SourceTool } from "../source/source.ts";
import { isComposed, nameOf, printType, type TypeStyle, withoutParentheses } from "./print-type.ts";

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

const style: TypeStyle = {
  anything: "unknown",
  leftOut: "…",
  deepObject: "{ … }",
  furtherProperties: "…",
  plainName: /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u,
  namesRecursion: true,
  tellsOpenness: false,
  arrayOf: (item) => `${item}[]`,
  comment: () => "",
};

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

/** Schemas do not change, and the same tools are searched for again and again. */
const fitted = new WeakMap<JsonSchema, Map<number, string>>();

function fit(schema: JsonSchema, maxLength: number): string {
  const known = fitted.get(schema) ?? new Map<number, string>();
  const text = known.get(maxLength) ?? fitAnew(schema, maxLength);
  fitted.set(schema, known.set(maxLength, text));
  return text;
}

const fitAnew = (schema: JsonSchema, maxLength: number): string => fitWithNames(schema, maxLength).type;

interface NamedType {
  readonly type: string;
  /** The references that are called by their names in it. */
  readonly named: ReadonlySet<string>;
}

function fitWithNames(schema: JsonSchema, maxLength: number): NamedType {
  for (const detail of details) {
    const bounds = { ...detail, literalLength: 60, length: maxLength, steps: 10_000 };
    const named = new Set<string>();
    const type = printType(schema, style, bounds, named);
    if (type !== undefined) return { type: withoutParentheses(type), named };
  }
  return { type: "…", named: new Set() };
}

const maxRecursive = 10;

/** The types that a full signature calls by their names, because they contain themselves: `type Node = { next?: Node }`. */
export function recursiveTypesOf({ inputSchema, outputSchema }: SourceTool): string[] {
  const input = declarationsIn(inputSchema, fullSignature.args);
  const output = outputSchema ? declarationsIn(outputSchema, fullSignature.result) : [];
  return [...new Set([...input, ...output])];
}

function declarationsIn(schema: JsonSchema, maxLength: number): string[] {
  const references = new Set(fitWithNames(schema, maxLength).named);
  const declarations: string[] = [];
  for (const reference of references) {
    if (declarations.length === maxRecursive) break;
    const { type, named } = fitWithNames({ ...schema, $ref: reference }, maxLength);
    declarations.push(`type ${nameOf(reference)} = ${type}`);
    for (const other of named) references.add(other);
  }
  return declarations;
}
