import { isObject, type JsonObject } from "../../../json/json-object.ts";

/**
 * A document as it is kept: the JSON of its parts one after the other, and where each of them is. Of a large document a
 * call needs a few parts, and only those are ever parsed on the main thread.
 */
export interface DocumentParts {
  readonly text: string;
  readonly index: PartIndex;
}

/** By the names of the members, down to those whose JSON is in the text. */
export interface PartIndex {
  readonly [name: string]: PartIndex | Span;
}
type Span = readonly [start: number, end: number];

const maxPartLength = 1024 * 1024;
/** Objects with many members, of which most are never needed. */
const largeMembers = ["paths", "components", "definitions", "parameters", "responses", "securityDefinitions"];

/** Gives the names of parts that are too long as well. They are left out. */
export function writeParts(root: JsonObject): DocumentParts & { readonly omitted: readonly string[] } {
  const chunks: string[] = [];
  const omitted: string[] = [];
  let length = 0;

  function write(value: JsonObject, place: readonly string[]): PartIndex {
    const entries = Object.entries(value).flatMap(([name, member]): [string, PartIndex | Span][] => {
      if (member === undefined) return [];
      const inner = [...place, name];
      if (isObject(member) && isLarge(inner)) return [[name, write(member, inner)]];
      const chunk = JSON.stringify(member);
      if (chunk.length > maxPartLength) {
        omitted.push(inner.slice(0, 3).join("/"));
        return [];
      }
      chunks.push(chunk);
      length += chunk.length;
      return [[name, [length - chunk.length, length]]];
    });
    return Object.fromEntries(entries);
  }

  const index = write(root, []);
  return { text: chunks.join(""), index, omitted };
}

const isLarge = ([first, ...rest]: readonly string[]): boolean =>
  largeMembers.includes(first as string) && rest.length <= (first === "components" ? 1 : 0);

/** The document, whose parts are parsed when they are first looked at. */
export function openParts({ text, index }: DocumentParts): JsonObject {
  const opened: JsonObject = {};
  for (const [name, inner] of Object.entries(index)) {
    const read = () =>
      Array.isArray(inner)
        ? JSON.parse(text.slice(...(inner as [number, number])))
        : openParts({ text, index: inner as PartIndex });
    Object.defineProperty(opened, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value: unknown = read();
        Object.defineProperty(opened, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return opened;
}
