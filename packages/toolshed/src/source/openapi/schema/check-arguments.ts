import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
import type { ParsedArguments } from "@toolshed/sdk";
import { isObject, type JsonObject, toObject } from "../../../json/json-object.ts";
import { pointerSteps } from "../../../json/json-pointer.ts";
import type { JsonSchema } from "../../source.ts";

export type CheckArguments = (args: unknown) => ParsedArguments;

/** How many schemas one check may visit. Real ones need some hundreds; some that are written to hang would need billions. */
const maxVisits = 100_000;
/** Left to the service: some take forever to check, and formats are often wider in practice than in the document. */
const unchecked = ["pattern", "patternProperties", "format", "uniqueItems"];

class TooManyVisits extends Error {}

/** Checks arguments against a tool's schema and fills in the defaults of those that are absent. */
export function createArgumentCheck(inputSchema: JsonSchema): CheckArguments {
  let visits = 0;
  const count = (cost = 1) => {
    visits += cost;
    if (visits > maxVisits) throw new TooManyVisits();
  };
  const checker = new CfWorkerJsonSchemaValidator({ draft: "2020-12" });
  const validatorFor = (schema: JsonSchema) => {
    const validate = checker.getValidator(toCounted(schema, count) as JsonSchema);
    return (value: unknown): string | undefined => {
      visits = 0;
      try {
        const { valid, errorMessage } = validate(value);
        return valid ? undefined : toProblem(errorMessage);
      } catch (error) {
        // Whether it fits is then for the service to say.
        if (error instanceof TooManyVisits || error instanceof RangeError) return undefined;
        throw error;
      }
    };
  };

  const problemOf = validatorFor(inputSchema);
  const defaults = Object.entries(toObject(inputSchema.properties)).filter(
    ([, property]) =>
      isObject(property) &&
      Object.hasOwn(property, "default") &&
      validatorFor(withDefs(property, inputSchema))(property.default) === undefined,
  );

  return (args) => {
    if (args !== undefined && !isObject(args)) return { problem: "`arguments` must be an object" };
    const filled = Object.fromEntries(
      defaults.map(([name, property]) => [name, (property as JsonObject).default]),
    );
    const input = { ...filled, ...args };
    const problem = problemOf(input);
    return problem === undefined ? { input } : { problem };
  };
}

function withDefs(property: JsonObject, { $defs }: JsonSchema): JsonSchema {
  return JSON.stringify(property).includes('"$ref"') ? { ...property, $defs } : property;
}

/** A copy of which every visit is counted, by a keyword that the validator reads each time. */
function toCounted(schema: unknown, count: (cost?: number) => void, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => toCounted(part, count));
  if (!isObject(schema)) return schema;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!isMap && (unchecked.includes(key) || (key === "additionalProperties" && schema.patternProperties)))
      continue;
    const isData = !isMap && ["enum", "const", "default", "examples", "discriminator"].includes(key);
    const holdsNames = !isMap && ["properties", "$defs", "dependentSchemas"].includes(key);
    const copied = isData ? value : toCounted(value, count, holdsNames);
    // Many documents write oneOf of alternatives that overlap, and mean anyOf.
    const name = !isMap && key === "oneOf" && !schema.anyOf ? "anyOf" : key;
    // Each of these is compared with every value that the schema is for.
    if (isData && (key === "enum" || key === "const")) {
      const cost = costOf(value);
      const get = () => {
        count(cost);
        return copied;
      };
      Object.defineProperty(copy, name, { get, enumerable: true });
    } else Object.defineProperty(copy, name, { value: copied, enumerable: true, writable: true });
  }
  if (!isMap) {
    Object.defineProperty(copy, "$recursiveRef", {
      get() {
        count();
      },
    });
  }
  return copy;
}

/** Plain values are compared at a glance, others part by part. */
function costOf(value: unknown): number {
  if (!Array.isArray(value)) return isObject(value) ? JSON.stringify(value).length / 10 : 0;
  return value.reduce((sum: number, item) => sum + (typeof item === "object" ? 10 + costOf(item) : 0.05), 0);
}

/** `#/a/b: Instance type …` → `a.b: Instance type …`; of a chain of errors the last is the one inside. */
function toProblem(message: string): string {
  const last = message.split("; #").at(-1) as string;
  const [, place = "", text = message] = /^#?([^:]*): (.*)$/s.exec(last) ?? [];
  const field = pointerSteps(place).filter(Boolean).join(".");
  return field ? `${field}: ${text}` : text;
}
