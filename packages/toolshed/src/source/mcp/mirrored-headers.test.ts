import { expect, test } from "vitest";
import { mirrorsByRules } from "./mirrored-headers.ts";

const region = { type: "string", "x-mcp-header": "Region" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

test.each([
  ["an argument", object({ region })],
  ["an argument within another", object({ where: object({ region }) })],
  ["nothing", object({ region: { type: "string" } })],
  ["a value of that name", object({}, { default: { "x-mcp-header": 7 } })],
])("accepts a header at %s", (_, schema) => {
  expect(mirrorsByRules(schema)).toBe(true);
});

test.each([
  ["the whole of the arguments", { ...object({}), "x-mcp-header": "All" }],
  ["an item of a list", object({ regions: { type: "array", items: region } })],
  ["one of several", object({}, { anyOf: [object({ region })] })],
  ["a number", object({ count: { type: "number", "x-mcp-header": "Count" } })],
  ["an argument with an odd name", object({ region: { type: "string", "x-mcp-header": "a b" } })],
  ["two arguments", object({ region, other: { ...region, "x-mcp-header": "REGION" } })],
])("refuses a header at %s", (_, schema) => {
  expect(mirrorsByRules(schema)).toBe(false);
});
