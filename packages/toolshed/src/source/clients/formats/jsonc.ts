import jsonc, { type Node } from "jsonc-parser";
import {
  BrokenConfig,
  type ConfigFormat,
  type ConfigObject,
  endOfLines,
  type Insertion,
  indentAt,
  lineAt,
  type Removal,
} from "./config-format.ts";

const options = { allowTrailingComma: true, allowEmptyContent: true };

/** JSON with comments and trailing commas. */
export const jsoncFormat: ConfigFormat = {
  parse(text) {
    const root = parseTree(text);
    return root === undefined ? {} : (jsonc.getNodeValue(root) as ConfigObject);
  },

  insert(text, container, name, entry) {
    const root = parseTree(text);
    const eol = endOfLines(text);
    if (!root) {
      const whole = JSON.stringify({ [container]: { [name]: entry } }, undefined, 2).replaceAll("\n", eol);
      const isOnNewLine = text === "" || text.endsWith("\n");
      return [{ offset: text.length, text: `${isOnNewLine ? "" : eol}${whole}${eol}` }];
    }
    const parent = findProperty(root, container)?.children?.[1];
    if (!parent) return insertProperty(text, root, container, { [name]: entry });
    if (parent.type !== "object")
      throw new BrokenConfig(`"${container}" must be an object`, lineAt(text, parent.offset));
    return insertProperty(text, parent, name, entry);
  },

  remove(text, container, name) {
    const root = parseTree(text);
    const outer = root && findProperty(root, container);
    const owner = name === undefined ? root : outer?.children?.[1];
    const property = name === undefined ? outer : owner && findProperty(owner, name);
    return owner && property ? removeProperty(text, owner, property) : [];
  },
};

function parseTree(text: string): Node | undefined {
  const errors: jsonc.ParseError[] = [];
  const root = jsonc.parseTree(text, errors, options);
  const [error] = errors;
  if (error) throw new BrokenConfig(jsonc.printParseErrorCode(error.error), lineAt(text, error.offset));
  if (root && root.type !== "object")
    throw new BrokenConfig("the file must contain an object", lineAt(text, root.offset));
  return root;
}

/** The last one of a name counts. */
const findProperty = ({ children = [] }: Node, name: string): Node | undefined =>
  children.findLast((property) => property.children?.[0]?.value === name);

const endOf = ({ offset, length }: Node): number => offset + length;

/** Appends a property, in the manner of those that are there. */
function insertProperty(text: string, object: Node, key: string, value: unknown): Insertion[] {
  const { children = [] } = object;
  const eol = endOfLines(text);
  const closing = endOf(object) - 1;
  const last = children.at(-1);
  if (last && !text.slice(object.offset, closing).includes("\n")) {
    const { comma, end } = readAfter(text, endOf(last), closing);
    const added = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    if (comma !== undefined) return [{ offset: end, text: ` ${added},` }];
    return [{ offset: endOf(last), text: `, ${added}` }];
  }
  const base = indentAt(text, object.offset);
  const unit = indentUnit(text);
  const indent = last && isFirstOnLine(text, last.offset) ? indentAt(text, last.offset) : base + unit;
  const json = JSON.stringify(value, undefined, unit).replaceAll("\n", `${eol}${indent}`);
  const added = `${eol}${indent}${JSON.stringify(key)}: ${json}`;
  const { comma, end } = readAfter(text, last ? endOf(last) : object.offset + 1, closing);
  const isClosedHere = !text.slice(end, closing).includes("\n");
  const tail = isClosedHere ? `${eol}${base}` : "";
  if (!last) return [{ offset: end, text: added + tail }];
  if (comma !== undefined) return [{ offset: end, text: `${added},${tail}` }];
  if (end === endOf(last)) return [{ offset: end, text: `,${added}${tail}` }];
  return [
    { offset: endOf(last), text: "," },
    { offset: end, text: added + tail },
  ];
}

/** The comma after a value, if there is one, and where the last token or comment before the closing brace ends. */
function readAfter(text: string, start: number, closing: number): { comma?: number; end: number } {
  const scanner = jsonc.createScanner(text, false);
  scanner.setPosition(start);
  let comma: number | undefined;
  let end = start;
  for (let kind = scanner.scan(); scanner.getTokenOffset() < closing; kind = scanner.scan()) {
    if (kind === jsonc.SyntaxKind.CommaToken) comma = scanner.getTokenOffset();
    const isSpace = kind === jsonc.SyntaxKind.Trivia || kind === jsonc.SyntaxKind.LineBreakTrivia;
    if (!isSpace) end = scanner.getTokenOffset() + scanner.getTokenLength();
    if (kind === jsonc.SyntaxKind.EOF) break;
  }
  return { ...(comma !== undefined && { comma }), end };
}

const isFirstOnLine = (text: string, offset: number): boolean => /(^|\n)[ \t]*$/.test(text.slice(0, offset));

/** By what the first indented line of the file is indented. */
const indentUnit = (text: string): string => /\n([ \t]+)["}]/.exec(text)?.[1] ?? "  ";

function removeProperty(text: string, owner: Node, property: Node): Removal[] {
  const { children = [] } = owner;
  const index = children.indexOf(property);
  const next = children[index + 1];
  const before = children[index - 1];
  const closing = endOf(owner) - 1;
  const { comma } = readAfter(text, endOf(property), next ? next.offset : closing);
  const removals: Removal[] = [];
  let end = endOf(property);
  if (comma !== undefined) {
    if (/^[ \t]*$/.test(text.slice(end, comma))) end = comma + 1;
    else removals.push([comma, comma + 1]);
  } else if (before) {
    const former = readAfter(text, endOf(before), property.offset).comma;
    if (former !== undefined) removals.push([former, former + 1]);
  }
  const [spaces = ""] = /(\r?\n)?[ \t]*$/.exec(text.slice(0, property.offset)) ?? [];
  const start = property.offset - spaces.length;
  // Of an object whose only property this was, nothing but the braces is left.
  const rest = text.slice(end, closing);
  if (children.length === 1 && rest.trim() === "" && text.slice(owner.offset + 1, start).trim() === "")
    return [[owner.offset + 1, closing]];
  return [[start, end], ...removals];
}
