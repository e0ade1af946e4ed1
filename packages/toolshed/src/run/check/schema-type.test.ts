import { expect, test } from "vitest";
import { schemaType } from "./schema-type.ts";

test.each([
  [{ type: "string" }, "string"],
  [{ type: ["integer", "null"] }, "(number | null)"],
  [{ enum: ["a", 1, null] }, '("a" | 1 | null)'],
  [{ const: true }, "true"],
  [{ type: "array", items: { type: "boolean" } }, "Array<boolean>"],
  [
    { type: "object", properties: { a: { type: "string" }, "b-c": {} }, required: ["a"] },
    '{ a: string; "b-c"?: any }',
  ],
  [
    { type: "object", properties: { a: { description: "Ends */ here" } } },
    "{ /** Ends * / here */ a?: any }",
  ],
  [{ type: "object" }, "Record<string, any>"],
  [{ type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
  [{ type: "object", properties: { a: {} }, additionalProperties: true }, "{ a?: any; [key: string]: any }"],
  [{ anyOf: [{ type: "string" }, { type: "number" }] }, "(string | number)"],
  [
    {
      allOf: [
        { type: "object", properties: { a: {} } },
        { type: "object", properties: { b: {} } },
      ],
    },
    "({ a?: any } & { b?: any })",
  ],
  [
    {
      type: "object",
      properties: { c: { type: "string" } },
      oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }],
    },
    "(({ a?: any } | { b?: any }) & { c?: string })",
  ],
  [{ type: "object", properties: { a: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] }, "any"],
  [{ enum: Array.from({ length: 101 }, (_, index) => index) }, "any"],
  [{ type: "string", nullable: true }, "(string | null)"],
  [{ const: { a: [1, true] } }, '{"a":[1,true]}'],
  [{ $ref: "#/$defs/x", $defs: { x: { type: "string" } } }, "string"],
  [{ $ref: "https://elsewhere/x.json" }, "any"],
  [{ $ref: "#/__proto__/constructor" }, "any"],
  [{ $ref: "#/%E0%A4%A" }, "any"],
  [true, "any"],
  [false, "never"],
])("%j is %s", (schema, type) => expect(schemaType(schema)).toBe(type));

test("a schema that refers to itself, and one that is huge, end in any", () => {
  const node = { type: "object", properties: { next: { $ref: "#" } } };
  expect(schemaType(node)).toMatch(/^\{ next\?: \{ next\?: .*any/);
  const wide = (depth: number): object =>
    depth === 0
      ? { type: "string" }
      : {
          type: "object",
          properties: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, wide(depth - 1)])),
        };
  expect(schemaType(wide(4))).toBe("any");
});

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const fields = (count: number, part: unknown) =>
  Object.fromEntries(many(count, (index) => [`p${index}`, part]));

// Each took from seconds to forever.
test.each([
  ["35 properties that are the whole", { type: "object", properties: fields(35, { $ref: "#" }) }],
  ["200 properties that are the whole", { type: "object", properties: fields(200, { $ref: "#" }) }],
  ["100 alternatives that are the whole", { anyOf: many(100, () => ({ $ref: "#" })) }],
  ["100 parts that are the whole", { allOf: many(100, () => ({ $ref: "#" })) }],
  ["tuples of the whole", { type: "array", prefixItems: many(100, () => ({ $ref: "#" })) }],
  ["types without end", { type: many(100_000, () => "array"), items: { $ref: "#" } }],
  ["a pointer without end", { anyOf: many(100, () => ({ $ref: `#${"/anyOf/0".repeat(50_000)}` })) }],
  [
    "properties without end, many times",
    { type: "object", properties: { a: { $ref: "#" }, b: { $ref: "#" }, ...fields(50_000, {}) } },
  ],
  ["lists of lists without end", Array.from({ length: 5_000 }).reduce((items) => ({ items }), {})],
  ["names without end", { type: "object", properties: { ["x".repeat(1_000_000)]: { $ref: "#" } } }],
])("%s: ends in any", (_, schema) => expect(schemaType(schema)).toBe("any"));

test("equal alternatives become one", () => {
  const nested = (depth: number): object =>
    depth === 0 ? { type: "string" } : { anyOf: many(5, () => nested(depth - 1)) };
  expect(schemaType(nested(3))).toBe("string");
  const referring = {
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries(
      many(8, (n) => [
        `d${n}`,
        n === 7 ? { type: "string" } : { anyOf: many(100, () => ({ $ref: `#/$defs/d${n + 1}` })) },
      ]),
    ),
  };
  expect(schemaType(referring)).toMatch(/^(any|string)$/);
});
