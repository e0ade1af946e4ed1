import { toArray, toObject, toText } from "../json/json-object.ts";
import type { JsonSchema, ParameterText } from "./source.ts";

/** Nobody searches a tool by more. */
const maxParameters = 100;
const maxDepth = 4;
/** Of a field inside an argument only so much is searched: there are many. */
const maxNestedLength = 200;
const maxValues = 12;

/**
 * The arguments of a tool, then the fields of those that are objects or lists of objects, level by level. The values that
 * a field is limited to are part of its text: `state` says little of closing an issue, `closed` does.
 */
export function listParameters(schema: JsonSchema): ParameterText[] {
  const found = new Map<string, string>();
  const seen = new Set<unknown>();
  let level: unknown[] = [schema];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const [name, property] of level.flatMap((part) => propertiesOf(part, schema, seen))) {
      if (found.size >= maxParameters) return [...found];
      next.push(property);
      if (found.has(name)) continue;
      const text = textOf(property, schema);
      found.set(name, depth === 0 ? text : text.slice(0, maxNestedLength));
    }
    level = next;
  }
  return [...found];
}

/** The properties of a schema: its own, those of its parts and, if it is a list, those of its items. */
function propertiesOf(schema: unknown, root: JsonSchema, seen: Set<unknown>): [string, unknown][] {
  const object = follow(schema, root);
  if (seen.has(object) || seen.size > 10 * maxParameters) return [];
  seen.add(object);
  const parts = [object.allOf, object.anyOf, object.oneOf].flatMap(toArray);
  return [
    ...Object.entries(toObject(object.properties)),
    ...[...parts, object.items].filter(Boolean).flatMap((part) => propertiesOf(part, root, seen)),
  ];
}

function textOf(schema: unknown, root: JsonSchema): string {
  const own = toObject(schema);
  const object = follow(schema, root);
  const values = toArray(object.enum ?? toObject(object.items).enum).filter(
    (value) => typeof value === "string",
  );
  return [toText(own.description) || toText(object.description), ...values.slice(0, maxValues)]
    .filter(Boolean)
    .join(" ");
}

function follow(schema: unknown, root: JsonSchema): Record<string, unknown> {
  const object = toObject(schema);
  const name = toText(object.$ref).match(/^#\/(?:\$defs|definitions)\/(.+)$/)?.[1];
  if (name === undefined) return object;
  return toObject(toObject(root.$defs)[name] ?? toObject(root.definitions)[name]);
}
