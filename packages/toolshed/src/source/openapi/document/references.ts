import { isObject, type JsonObject, toObject } from "../../../json/json-object.ts";
import { findByPointer } from "../../../json/json-pointer.ts";

/** Why one operation of a document cannot become a tool. The others still can. */
export class OperationProblem extends Error {}

const maxHops = 50;

export type References = ReturnType<typeof createReferences>;

/** Where the `$ref`s of a document lead. */
export function createReferences(document: JsonObject) {
  const known = new Map<string, unknown>();

  /** What stands at a pointer such as `#/components/schemas/Pet`. Throws an `OperationProblem` if nothing does. */
  function find(pointer: string): unknown {
    if (!known.has(pointer)) known.set(pointer, look(pointer));
    return known.get(pointer);
  }

  function look(pointer: string): unknown {
    if (!pointer.startsWith("#")) {
      throw new OperationProblem(`refers to another file, ${quote(pointer)}: bundle the document into one`);
    }
    if (pointer !== "#" && !pointer.startsWith("#/")) {
      throw new OperationProblem(`refers to ${quote(pointer)} by an anchor instead of a path`);
    }
    const found = findByPointer(document, pointer);
    if (found === undefined) throw new OperationProblem(`refers to ${quote(pointer)}, which does not exist`);
    return found;
  }

  return {
    find,
    /** The object itself, or the one its `$ref` leads to. */
    follow(value: unknown): JsonObject {
      let current = value;
      for (let hop = 0; isObject(current) && typeof current.$ref === "string"; hop++) {
        if (hop === maxHops) throw new OperationProblem(`has a $ref that leads back to itself`);
        current = find(current.$ref);
      }
      return toObject(current);
    },
  };
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 200));
