import { Ajv2020 } from "../../peers/ajv.ts";

type Json = Record<string, unknown>;

const parts = ["items", "not", "additionalProperties", "if", "then", "else", "contains", "propertyNames"];
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
/** Does not affect how a value is sent, or is not JSON Schema. */
const ignored = [
  "pattern",
  "format",
  "example",
  "examples",
  "discriminator",
  "xml",
  "externalDocs",
  "default",
  "patternProperties",
  "$id",
  "$schema",
];

/** Checks values of requests against the schemas of a document, without anything of ours. */
export function createDocumentSchemas(document: Json) {
  const ajv = new Ajv2020({
    strict: false,
    coerceTypes: true,
    logger: false,
    validateSchema: false,
    validateFormats: false,
  });
  const numbers = new Map<string, number>();
  const checks = new Map<unknown, ReturnType<typeof ajv.compile>>();

  function find(pointer: string): unknown {
    const steps = pointer.split("/").slice(1);
    return steps.reduce<unknown>(
      (at, step) => (at as Json)[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")],
      document,
    );
  }

  function resolve(value: unknown): Json {
    const { $ref } = (value ?? {}) as Json;
    return typeof $ref === "string" ? resolve(find($ref)) : ((value ?? {}) as Json);
  }

  function register(pointer: string): number {
    const known = numbers.get(pointer);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(pointer, number);
    ajv.addSchema(prepare(find(pointer)) as Json, `document:${number}`);
    return number;
  }

  function prepare(schema: unknown): unknown {
    if (typeof schema !== "object" || schema === null) return schema ?? true;
    const result: Json = {};
    for (const [key, value] of Object.entries(schema)) {
      if (ignored.includes(key) || key.startsWith("x-")) continue;
      if (key === "$ref") result.$ref = `document:${register(value as string)}`;
      else if (parts.includes(key)) result[key] = Array.isArray(value) ? value.map(prepare) : prepare(value);
      // Many documents write oneOf of alternatives that overlap, and mean anyOf.
      else if (lists.includes(key))
        result[key === "oneOf" ? "anyOf" : key] = (value as unknown[]).map(prepare);
      else if (key === "properties") {
        result[key] = Object.fromEntries(
          Object.entries(value as Json).map(([name, part]) => [name, prepare(part)]),
        );
      } else if (key === "type") {
        const types = [value]
          .flat()
          .filter((type) => /^(array|boolean|integer|null|number|object|string)$/.test(String(type)));
        if (types.length > 0) result.type = types;
      } else if (key === "required") {
        const names = (Array.isArray(value) ? value : []).filter((name) => {
          const property = ((schema as Json).properties as Json | undefined)?.[name];
          return !({ ...resolve(property), ...(property as Json) } as Json).readOnly;
        });
        result.required = [...new Set(names)];
      } else if (key === "exclusiveMinimum" || key === "exclusiveMaximum") {
        if (typeof value === "number") result[key] = value;
      } else if (key === "enum") {
        if (Array.isArray(value) && value.length > 0) result.enum = value;
      } else result[key] = value;
    }
    if (result.nullable === true) {
      delete result.nullable;
      return { anyOf: [{ type: "null" }, result] };
    }
    return result;
  }

  return {
    resolve,
    /** What is wrong with the value, and the value with its words turned into what the schema wants. */
    check(schema: unknown, value: unknown): { problem?: string; value: unknown } {
      let validate = checks.get(schema);
      if (!validate) {
        validate = ajv.compile({ type: "object", properties: { value: prepare(schema) } });
        checks.set(schema, validate);
      }
      const holder = { value: structuredClone(value) };
      if (validate(holder)) return holder;
      return { ...holder, problem: ajv.errorsText(validate.errors) };
    },
  };
}
