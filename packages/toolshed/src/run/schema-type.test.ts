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
  [{ $ref: "#/$defs/x", $defs: { x: { type: "string" } } }, "string"],
  [{ $ref: "https://elsewhere/x.json" }, "any"],
  [{ $ref: "#/__proto__/constructor" }, "any"],
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
