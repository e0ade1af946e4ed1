import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakePage } from "../fake-dom.ts";
import { check } from "./check.ts";
import { initialValue } from "./initial-value.ts";
import { patternCost } from "./pattern-cost.ts";
import { createSchemaForm } from "./schema-form.ts";
import { Schemas } from "./schemas.ts";

let page: FakePage;
beforeEach(() => {
  page = new FakePage();
  vi.stubGlobal("document", page);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const self = { $ref: "#" };
const text = { type: "string" };
const many = (count: number, make: (at: number) => unknown) =>
  Array.from({ length: count }, (_, at) => make(at));
const fan = (key: string) => ({
  $ref: "#/$defs/d0",
  $defs: Object.fromEntries(
    many(30, (at) => [`d${at}`, { [key]: many(3, () => ({ $ref: `#/$defs/d${at + 1}` })) }]) as [
      string,
      object,
    ][],
  ),
});

const hostile: [string, object][] = [
  ["allOf itself", { type: "object", properties: { x: text }, allOf: [self, self, self] }],
  ["anyOf itself", { type: "object", properties: { x: text }, anyOf: [self, self, self] }],
  [
    "oneOf itself, with titles",
    { properties: { x: text }, oneOf: many(50, (at) => ({ ...self, title: `${at}` })) },
  ],
  [
    "each other",
    {
      anyOf: [{ $ref: "#/$defs/b" }, { type: "null" }],
      $defs: { b: { anyOf: [self, { type: "null" }, text] } },
    },
  ],
  ["allOf of allOf", fan("allOf")],
  ["anyOf of anyOf", fan("anyOf")],
  ["required itself", { required: ["a", "b", "c"], properties: { a: self, b: self, c: self } }],
  [
    "defaults of itself",
    { required: ["a", "b"], properties: { a: { ...self, default: {} }, b: { ...self, default: {} } } },
  ],
  ["many values", { properties: { a: { enum: many(100_000, (at) => `v${at}`) } } }],
  ["many numbers", { properties: { a: { enum: many(100_000, (at) => at) } } }],
  [
    "many variants",
    { properties: { a: { anyOf: many(20_000, (at) => ({ type: "object", title: `${at}` })) } } },
  ],
  [
    "many properties",
    { properties: Object.fromEntries(many(20_000, (at) => [`p${at}`, text]) as [string, object][]) },
  ],
  ["many required", { required: many(200_000, (at) => `r${at}`) }],
];

describe.each(hostile)("a schema with %s", (_, schema) => {
  test("is checked in bounded steps, and gets a form of few nodes", () => {
    const schemas = new Schemas(schema);
    const find = vi.spyOn(schemas, "find");
    expect(check(schemas, schema, { a: {}, x: 1 }).length).toBeLessThanOrEqual(1_001);
    expect(find.mock.calls.length).toBeLessThanOrEqual(10_000);
    expect(JSON.stringify(initialValue(schemas, schema) ?? null).length).toBeLessThan(10_000);
    const form = createSchemaForm({ schema, value: {} });
    expect(form.problems().length).toBeLessThanOrEqual(1_001);
    expect(page.made).toBeLessThan(20_000);
  });
});

test("a choice leaves out what refers back to it, and keeps the others", () => {
  const root = { anyOf: [self, text, { type: "number" }] };
  const own = new Schemas(root);
  expect(own.variantsOf(own.flatten(root)).map(({ label }) => label)).toEqual(["Text", "Number"]);
});

test.each<[string, number]>([
  ["^a+$", 501],
  ["^[a-z]{2,4}-\\d{3}$", 3],
  ["^(?:cat|dog)$", 1002],
  ["a+", 501 * 501],
  ["^\\p{L}*$", 501],
  ["^((a)+)+$", Infinity],
  ["^(a|a)*$", Infinity],
  ["^(a?){30}$", Infinity],
  ["^a*a*b$", Infinity],
  ["^a*a{2,}b$", Infinity],
  ["(?=a)b", Infinity],
  ["(?<!a)b", Infinity],
  ["(a)\\1", Infinity],
  [`^${"a?".repeat(50)}$`, 2 ** 50],
  [`^${"(a|a)".repeat(50)}$`, 501 * 2 ** 50],
])("the pattern %s takes at most %d ways through a text", (pattern, cost) => {
  expect(patternCost(pattern, 500)).toBe(cost);
});

test("an expensive pattern is left to the gateway, also for a default", () => {
  for (const pattern of ["^((a)+)+$", "^a*a*a*a*a*a*b$", `^${"a?".repeat(40)}${"a".repeat(40)}$`]) {
    const schema = { required: ["a"], properties: { a: { pattern, default: `${"a".repeat(39)}!` } } };
    expect(check(new Schemas(schema), schema, {})).toEqual([]);
  }
});
