import { expect, test } from "vitest";
import { readFields } from "./read-fields.ts";

test("reads the label, kind and choices of a field, and whether it is required", () => {
  const fields = readFields({
    properties: {
      to: { type: "string", title: "Recipient", description: "Who gets it." },
      count: { type: "integer", default: 3 },
      sure: { type: "boolean" },
      size: { enum: ["s", "m"] },
      colors: { type: "array", items: { anyOf: [{ const: "r", title: "Red" }, { const: "g" }] } },
    },
    required: ["to", "size"],
  });
  expect(fields.map(({ label, kind, required }) => [label, kind, required])).toEqual([
    ["Recipient", "text", true],
    ["count", "number", false],
    ["sure", "yes or no", false],
    ["size", "one of", true],
    ["colors", "some of", false],
  ]);
  expect(fields[0]?.hint).toBe("Who gets it.");
  expect(fields[1]?.standard).toBe(3);
  expect(fields[4]?.choices).toEqual([
    { value: "r", label: "Red" },
    { value: "g", label: "g" },
  ]);
});

test.each([[{}], [{ properties: "x" }], [{ properties: [] }], [{ properties: { a: null }, required: "a" }]])(
  "reads %j as a form without required fields",
  (schema) => {
    expect(readFields(schema).every(({ kind, required }) => kind === "text" && !required)).toBe(true);
  },
);
