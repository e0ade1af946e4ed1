import { jsonLanguage } from "@codemirror/lang-json";
import { check } from "@toolshed/show/check";
import { placeIn } from "@toolshed/show/read-json";
import { Schemas } from "@toolshed/show/schemas";
import { parseObject } from "../parse-object.ts";

export interface JsonProblem {
  readonly message: string;
  /** Counted from 1. */
  readonly line: number;
  /** Only where the text stops being JSON. */
  readonly column?: number;
  readonly from: number;
  readonly to: number;
}

type SyntaxNode = ReturnType<typeof jsonLanguage.parser.parse>["topNode"];

/** What keeps a text from being the arguments that a schema describes, each with its place. */
export function jsonProblems(text: string, schema: unknown): JsonProblem[] {
  const parsed = parseObject(text);
  const top = jsonLanguage.parser.parse(text).topNode;
  const at = (message: string, from: number, to: number): JsonProblem => ({
    message,
    line: placeIn(text, from).line,
    from,
    to,
  });
  if ("problem" in parsed) {
    const found = firstError(top) ?? top;
    const { at: from = found.from } = parsed;
    const to = from === found.from ? found.to : from + 1;
    const isSyntax = parsed.at !== undefined || found !== top;
    return [{ ...at(parsed.problem, from, to), ...(isSyntax && { column: placeIn(text, from).column }) }];
  }
  return check(new Schemas(schema), schema, parsed.value).map(({ path, message }) => {
    const { from, to } = placeOf(text, top, path);
    const name = path.length > 0 ? `${path.join(".")}: ` : "";
    return at(name + message, from, to);
  });
}

function firstError(top: SyntaxNode): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined;
  top.cursor().iterate(({ type, from, to }) => {
    if (type.isError) found ??= { from, to };
    return found === undefined;
  });
  return found;
}

/** Where a value is, or what it should be in. */
function placeOf(
  text: string,
  top: SyntaxNode,
  path: readonly (string | number)[],
): { from: number; to: number } {
  let node = top.firstChild ?? top;
  for (const step of path) {
    const next = typeof step === "number" ? itemOf(node, step) : fieldOf(text, node, step);
    // What is missing is marked at the start of what it belongs in.
    if (!next) return { from: node.from, to: node.from + 1 };
    node = next;
  }
  // Of a whole object or list, its first line is marked.
  const end = text.indexOf("\n", node.from);
  return { from: node.from, to: end === -1 ? node.to : Math.min(node.to, end) };
}

function itemOf(node: SyntaxNode, place: number): SyntaxNode | undefined {
  let left = place;
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!/^[[\],]$/.test(child.name) && left-- === 0) return child;
  return undefined;
}

function fieldOf(text: string, node: SyntaxNode, key: string): SyntaxNode | undefined {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    const name = child.name === "Property" ? child.firstChild : null;
    if (name && isKey(text.slice(name.from, name.to), key)) return child.lastChild ?? child;
  }
  return undefined;
}

function isKey(written: string, key: string): boolean {
  try {
    return JSON.parse(written) === key;
  } catch {
    return false;
  }
}
