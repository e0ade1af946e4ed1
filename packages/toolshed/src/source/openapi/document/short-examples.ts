import { isObject, type JsonObject, toObject } from "../../../json/json-object.ts";

/** Longer ones are mostly whole answers. */
const maxExampleLength = 200;
const maxExamples = 5;

/** The examples that a schema, a parameter or a body gives, in any of the forms it may have, as far as they are short. */
export function shortExamples({ example, examples }: JsonObject): readonly unknown[] {
  const stated = Array.isArray(examples)
    ? examples
    : isObject(examples)
      ? Object.values(examples).map((named) => toObject(named).value)
      : [example];
  return stated
    .filter((value) => JSON.stringify(value)?.length <= maxExampleLength && !isReference(value))
    .slice(0, maxExamples);
}

const isReference = (value: unknown): boolean => isObject(value) && value.$ref !== undefined;
