import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
import type { ParsedArguments } from "@toolshed/sdk";
import { isObject, type JsonObject, toObject } from "../../../json/json-object.ts";
import { pointerSteps } from "../../../json/json-pointer.ts";
import type { JsonSchema } from "../../source.ts";

export type CheckArguments = (args: unknown) => ParsedArguments;

/** The most that one check may cost, in visits of a small schema. Real checks cost some hundreds; hostile ones billions. */
const maxCost = 20_000;
/** Left to the service: some take forever to check, and formats are often wider in practice than in the document. */
const unchecked = ["pattern", "patternProperties", "format", "uniqueItems"];
const annotations = ["default", "description", "discriminator", "examples", "title"];

class TooCostly extends Error {}

/** Checks arguments against a tool's schema and fills in the defaults of those that are absent. */
export function createArgumentCheck(inputSchema: JsonSchema): CheckArguments {
  const compiled = unlessTooCostly(() => compile(inputSchema));
  return (args) => {
    if (args !== undefined && !isObject(args)) return { problem: "`arguments` must be an object" };
    const input = { ...compiled?.defaults, ...args };
    const problem = unlessTooCostly(() => compiled?.problemOf(input));
    return problem === undefined ? { input } : { problem };
  };
}

function compile(inputSchema: JsonSchema) {
  const meter = new Meter();
  const schema = toMeteredSchema(inputSchema, meter) as JsonSchema;
  const checker = new CfWorkerJsonSchemaValidator({ draft: "2020-12" });
  const validate = checker.getValidator(schema);

  // One validator checks all defaults: it resolves references once, and reads `properties` again for each default.
  const properties = toObject(schema.properties);
  const single: JsonSchema = { properties, $defs: schema.$defs };
  const validateSingle = checker.getValidator(single);
  const defaults = Object.entries(toObject(inputSchema.properties)).flatMap(([name, property]) => {
    if (!isObject(property) || !Object.hasOwn(property, "default")) return [];
    single.properties = { [name]: properties[name] };
    const { valid } = validateSingle(toMeteredValue({ [name]: property.default }, meter));
    return valid ? [[name, property.default] as const] : [];
  });

  return {
    defaults: Object.fromEntries(defaults),
    problemOf(input: JsonObject): string | undefined {
      meter.reset();
      const { valid, errorMessage } = validate(toMeteredValue(input, meter));
      return valid ? undefined : toProblem(errorMessage);
    },
  };
}

/** What costs too much to check is left to the service. */
function unlessTooCostly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooCostly || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Counts what a check costs. Reading, copying or comparing 250 characters takes about as long as one visit. */
class Meter {
  #left = maxCost;
  /** The lengths of the path to the value read last, and of that value if it is a string. */
  #pathLength = 0;
  #textLength = 0;

  reset(): void {
    this.#left = maxCost;
  }

  take(visits: number, characters = 0): void {
    this.#left -= visits + characters / 250;
    if (this.#left < 0) throw new TooCostly();
  }

  /** Each error quotes the path. */
  takeVisit(characters: number, measuresText: boolean): void {
    this.take(1, characters + this.#pathLength + (measuresText ? this.#textLength : 0));
  }

  read(pathLength: number, textLength: number): void {
    this.#pathLength = pathLength;
    this.#textLength = textLength;
  }
}

/** Copies a schema so that every visit is counted, by a keyword that the validator reads each time. */
function toMeteredSchema(schema: unknown, meter: Meter, pathLength = 0, isMap = false): unknown {
  const copyPart = (part: unknown, name: string | number, holdsNames = false) =>
    toMeteredSchema(part, meter, pathLength + String(name).length + 1, holdsNames);
  // The validator indexes each part by its path.
  meter.take(0.5, 2 * pathLength);
  if (Array.isArray(schema)) return schema.map((part, index) => copyPart(part, index));
  if (!isObject(schema)) return schema;
  const copy: Record<string, unknown> = {};
  let characters = 0;
  for (const [key, value] of Object.entries(schema)) {
    if (!isMap && (unchecked.includes(key) || annotations.includes(key))) continue;
    if (!isMap && key === "additionalProperties" && schema.patternProperties) continue;
    const isData = !isMap && (key === "enum" || key === "const");
    const holdsNames = !isMap && ["properties", "$defs", "dependentSchemas"].includes(key);
    const copied = isData ? value : copyPart(value, key, holdsNames);
    // Many documents write oneOf of alternatives that overlap, and mean anyOf.
    const name = !isMap && key === "oneOf" && !schema.anyOf ? "anyOf" : key;
    Object.defineProperty(copy, name, { value: copied, enumerable: true, writable: true });
    // An error quotes the whole `enum`. The validator reads every item of other lists.
    if (isData) characters += String(JSON.stringify(value)).length;
    else if (Array.isArray(value)) characters += 25 * value.length;
    else if (key === "$ref") meter.take(5, 10 * String(value).length);
  }
  if (isMap) return copy;
  const measuresText = copy.minLength !== undefined || copy.maxLength !== undefined;
  Object.defineProperty(copy, "$recursiveRef", { get: () => meter.takeVisit(characters, measuresText) });
  return copy;
}

/** Counts every read of the arguments: a visit reads many if the value or the list of names in the schema is large. */
function toMeteredValue(value: unknown, meter: Meter, pathLength = 0): unknown {
  meter.read(pathLength, typeof value === "string" ? value.length : 0);
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    has(target, key) {
      meter.take(0.2, 5 * String(key).length + pathLength);
      return Object.hasOwn(target, key);
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      let longest = 0;
      for (const { length } of keys.map(String)) {
        meter.take(0.5, 5 * length + pathLength);
        longest = Math.max(longest, length);
      }
      // `propertyNames` checks the keys themselves.
      meter.read(pathLength + longest, longest);
      return keys;
    },
    get(target, key) {
      const { length } = String(key);
      meter.take(0.5, 5 * length + pathLength);
      // The validator copies the list of checked items to the schema around this one.
      if (key === "length" && Array.isArray(target)) meter.take(0.2 * target.length);
      return toMeteredValue(Reflect.get(target, key), meter, pathLength + length + 1);
    },
  });
}

/** `#/a/b: Instance type …` → `a.b: Instance type …`; of a chain of errors the last is the one inside. */
function toProblem(message: string): string {
  const last = message.slice(message.lastIndexOf("; #") + 1).trimStart();
  const [, place = "", text = message] = /^#?([^:]*): (.*)$/s.exec(last) ?? [];
  const field = pointerSteps(place).filter(Boolean).join(".");
  return field ? `${field}: ${text}` : text;
}
