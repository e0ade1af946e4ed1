import { expect, test } from "vitest";
import { listParameters } from "./list-parameters.ts";

test("lists arguments first, then the fields inside them, with the values they are limited to", () => {
  const schema = {
    properties: {
      body: { $ref: "#/$defs/Issue" },
      labels: { type: "array", items: { properties: { color: { description: "Its color." } } } },
    },
    $defs: {
      Issue: {
        allOf: [
          { properties: { state: { description: "The state.", enum: ["open", "closed", 3] } } },
          { properties: { parent: { $ref: "#/$defs/Issue" }, title: { description: "t".repeat(500) } } },
        ],
      },
    },
  };
  expect(listParameters(schema)).toEqual([
    ["body", ""],
    ["labels", ""],
    ["state", "The state. open closed"],
    ["parent", ""],
    ["title", "t".repeat(200)],
    ["color", "Its color."],
  ]);
  expect(listParameters({})).toEqual([]);
});

test("stays small for schemas of any size", () => {
  const wide = { properties: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`p${at}`, {}])) };
  expect(listParameters(wide)).toHaveLength(100);
  const deep = {
    $defs: { a: { properties: { b: { $ref: "#/$defs/a" } } } },
    properties: { a: { $ref: "#/$defs/a" } },
  };
  expect(listParameters(deep).map(([name]) => name)).toEqual(["a", "b"]);
});
