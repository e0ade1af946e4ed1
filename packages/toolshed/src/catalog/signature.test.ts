import { describe, expect, test } from "vitest";
import type { JsonSchema, SourceTool } from "../source/source.ts";
import { fullSignature, recursiveTypesOf, shortSignature, signatureOf } from "./signature.ts";

const tool = (inputSchema: JsonSchema, outputSchema?: JsonSchema): SourceTool => ({
  path: "a.b",
  name: "b",
  description: "",
  inputSchema,
  ...(outputSchema && { outputSchema }),
  destructive: false,
  readOnly: true,
  parse: async (input) => ({ input }),
  run: async () => undefined,
});
const object = (properties: JsonSchema, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
});
const result = (schema: JsonSchema, length = fullSignature) =>
  signatureOf(tool({}, schema), length).slice("() => ".length);

test("arguments and result", () => {
  const input = object({ limit: { type: "integer" }, title: { type: "string" } }, ["title"]);
  const output = { type: "array", items: object({ id: { type: "string" } }, ["id"]) };
  expect(signatureOf(tool(input, output), shortSignature)).toBe(
    "(args: { title: string; limit?: number }) => { id: string }[]",
  );
});

test("nothing required, nothing taken, nothing known", () => {
  expect(signatureOf(tool(object({ limit: { type: "number" } })), shortSignature)).toBe(
    "(args?: { limit?: number }) => unknown",
  );
  expect(signatureOf(tool({ type: "object" }), shortSignature)).toBe("() => unknown");
  expect(signatureOf(tool({ type: "object", properties: {} }, { type: "null" }), shortSignature)).toBe(
    "() => null",
  );
});

test.each<[string, JsonSchema, string]>([
  ["an enum", { type: "string", enum: ["open", "closed", null, 3] }, '"open" | "closed" | null | 3'],
  ["a constant", { const: "a" }, '"a"'],
  ["several types", { type: ["string", "null"] }, "string | null"],
  ["nullable", { type: "string", nullable: true }, "string | null"],
  ["a list of a union", { type: "array", items: { type: ["string", "number"] } }, "(string | number)[]"],
  [
    "a list of objects with unions",
    { type: "array", items: object({ a: { type: ["string", "null"] } }) },
    "{ a?: string | null }[]",
  ],
  ["a list of an enum that looks like a type", { type: "array", items: { enum: ["a | b"] } }, '"a | b"[]'],
  ["a list of anything", { type: "array" }, "unknown[]"],
  ["a tuple", { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] }, "[string, number]"],
  ["a union", { anyOf: [{ type: "string" }, object({ a: true })] }, "string | { a?: unknown }"],
  [
    "an intersection",
    { allOf: [object({ a: { type: "string" } }, ["a"]), object({ b: { type: "string" } })] },
    "{ a: string } & { b?: string }",
  ],
  [
    "a union in an intersection",
    { type: "object", oneOf: [object({ a: {} }), object({ b: {} })], properties: { c: {} } },
    "({ a?: unknown } | { b?: unknown }) & { c?: unknown }",
  ],
  ["a dictionary", { type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
  ["an object of anything", { type: "object" }, "Record<string, unknown>"],
  ["an empty object", { type: "object", additionalProperties: false }, "{}"],
  [
    "odd property names",
    object({ "content-type": { type: "string" }, 'say "x"': {}, größe: {} }),
    '{ "content-type"?: string; "say \\"x\\""?: unknown; größe?: unknown }',
  ],
  ["no type but properties", { properties: { a: { type: "boolean" } } }, "{ a?: boolean }"],
  ["a reference", { $ref: "#/$defs/Name", $defs: { Name: { type: "string" } } }, "string"],
  ["an escaped reference", { $ref: "#/$defs/a~1b%20c", $defs: { "a/b c": { type: "string" } } }, "string"],
  ["a reference to nowhere", { $ref: "#/$defs/constructor", $defs: {} }, "unknown"],
  ["a reference to elsewhere", { $ref: "https://example.com/a.json" }, "unknown"],
  ["nonsense", { type: "money", properties: 7, enum: "x" }, "unknown"],
  ["nothing that can be", { type: "array", items: false }, "never[]"],
])("%s", (_, schema, expected) => {
  expect(result(schema)).toBe(expected);
});

test("a recursive type goes by its name inside of itself", () => {
  const schema = {
    $ref: "#/$defs/Node",
    $defs: { Node: object({ value: { type: "string" }, next: { $ref: "#/$defs/Node" } }, ["value"]) },
  };
  expect(result(schema)).toBe("{ value: string; next?: Node }");
  expect(result({ $ref: "#" })).toBe("…");
});

test("declares the types that a signature calls by their names", () => {
  const $defs = {
    node: object({ value: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } }),
    a: object({ b: { $ref: "#/$defs/b" } }),
    b: object({ a: { $ref: "#/$defs/a" } }),
  };
  const input = { ...object({ root: { $ref: "#/$defs/node" } }), $defs };
  const declared = "type node = { value?: string; children?: node[] }";
  expect(recursiveTypesOf(tool(input))).toEqual([declared]);
  expect(recursiveTypesOf(tool(input, { $ref: "#/$defs/node", $defs }))).toEqual([declared]);
  expect(recursiveTypesOf(tool({}, { $ref: "#/$defs/a", $defs }))).toEqual(["type a = { b?: { a?: a } }"]);
  expect(recursiveTypesOf(tool(object({ a: { $ref: "#" } })))).toEqual([]);
});

test("what is too long is left out from the inside, optional things first", () => {
  const deep = (depth: number): JsonSchema =>
    depth === 0 ? { type: "string" } : object({ inner_value: deep(depth - 1) });
  const wide = Object.fromEntries([...Array(60).keys()].map((at) => [`property_${at}`, { type: "string" }]));
  const input = object(
    { ...wide, deep: deep(5), needed: { enum: [...Array(90).keys()].map((at) => `choice ${at}`) } },
    ["needed"],
  );
  const short = signatureOf(tool(input, deep(20)), shortSignature);
  expect(short.length).toBeLessThan(400);
  expect(short).toMatch(/^\(args: \{ needed: "choice 0" \| .*\| …; property_0\?: string; .*… \}\) => /);
  expect(signatureOf(tool(input), fullSignature)).toContain("property_59");
});

test("schemas that grow without end cost little", () => {
  const $defs = Object.fromEntries(
    [...Array(40).keys()].map((at) => [
      `T${at}`,
      object({ left: { $ref: `#/$defs/T${at + 1}` }, right: { $ref: `#/$defs/T${at + 1}` } }),
    ]),
  );
  const text = result({ $ref: "#/$defs/T0", $defs }, shortSignature);
  expect(text.length).toBeLessThanOrEqual(shortSignature.result);
  const enormous = { type: "array", items: { enum: ["x".repeat(100_000)] } };
  expect(result(enormous, shortSignature)).toBe("…[]");
});

// Each took from seconds to minutes, in a search or when the tool was read.
describe("a schema that is written to take long", () => {
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const fields = (count: number, part: unknown) =>
    Object.fromEntries(many(count, (index) => [`p${index}`, part]));
  const toLarge = { $ref: "#/$defs/large" };

  test.each([
    ["a large enum", { enum: many(100_000, String) }],
    ["a large constant", { const: many(200_000, (index) => ({ index })) }],
    ["a long constant", { const: "x".repeat(5_000_000) }],
    ["many properties", { type: "object", properties: fields(50_000, true) }],
    ["a long name", { type: "object", properties: { ["x".repeat(2_000_000)]: true } }],
    ["many types", { type: many(300_000, () => "object"), properties: { a: true } }],
    ["many alternatives", { anyOf: many(300_000, () => true) }],
    ["lists of lists", many(5_000, () => 0).reduce<object>((items) => ({ items }), {})],
  ])("%s, many times: is cut short", (_, large) => {
    const inputSchema = { type: "object", properties: fields(200, toLarge), $defs: { large } };
    const signature = signatureOf(tool(inputSchema), fullSignature);
    expect(signature.length).toBeLessThan(7_000);
    expect(recursiveTypesOf(tool(inputSchema))).toEqual([]);
  });
});
