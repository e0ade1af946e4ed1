import { expect, test } from "vitest";
import { createHeaderMirror, mirrorsByRules } from "./mirrored-headers.ts";

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

test("repeats arguments in headers, encoded where a header cannot hold them", () => {
  const schema = object({
    region,
    where: object({ count: { type: "integer", "x-mcp-header": "Count" } }),
    flag: { type: "boolean", "x-mcp-header": "Flag" },
    other: { type: "string" },
  });
  const mirror = createHeaderMirror(schema);
  expect(mirror({ region: "eu", where: { count: 3 }, flag: false, other: "x" })).toEqual({
    "mcp-param-region": "eu",
    "mcp-param-count": "3",
    "mcp-param-flag": "false",
  });
  expect(mirror({ region: "東京", where: 5, flag: null })).toEqual({
    "mcp-param-region": "=?base64?5p2x5Lqs?=",
  });
  expect(mirror({ region: " a", where: { count: 2 ** 60 } })).toEqual({
    "mcp-param-region": "=?base64?IGE=?=",
  });
  expect(createHeaderMirror(object({ other: { type: "string" } }))({ other: "x" })).toBeUndefined();
});
