import { isObject, type JsonObject, toObject } from "./json-object.ts";

/** Why one operation of a document cannot become a tool. The others still can. */
export class OperationProblem extends Error {}

const maxHops = 50;

/** Where the `$ref`s of a document lead. */
export interface References {
  /** What stands at a pointer such as `#/components/schemas/Pet`. Throws an `OperationProblem` if nothing does. */
  find(pointer: string): unknown;
  /** The object itself, or the one its `$ref` leads to. */
  follow(value: unknown): JsonObject;
}

export function createReferences(document: JsonObject): References {
  const known = new Map<string, unknown>();

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
    let found: unknown = document;
    for (const step of pointer.split("/").slice(1).map(unescapeStep)) {
      if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) {
        throw new OperationProblem(`refers to ${quote(pointer)}, which does not exist`);
      }
      found = (found as JsonObject)[step];
    }
    return found;
  }

  return {
    find,
    follow(value) {
      let current = value;
      for (let hop = 0; isObject(current) && typeof current.$ref === "string"; hop++) {
        if (hop === maxHops) throw new OperationProblem(`has a $ref that leads back to itself`);
        current = find(current.$ref);
      }
      return toObject(current);
    },
  };
}

/** One step of a JSON pointer. */
export function unescapeStep(step: string): string {
  return decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 200));
