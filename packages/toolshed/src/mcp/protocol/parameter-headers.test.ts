import { expect, test } from "vitest";
import { findHeaderMismatch } from "./parameter-headers.ts";

const schema = {
  type: "object",
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    limits: { type: "object", properties: { rows: { type: "integer", "x-mcp-header": "Rows" } } },
  },
};
const find = (args: unknown, headers: Record<string, string>) =>
  findHeaderMismatch(schema, args, Object.fromEntries(new Headers(headers)));

test("a header has to say what its argument says", () => {
  expect(find({ region: "eu" }, { "Mcp-Param-Region": "eu" })).toBeUndefined();
  expect(find({ region: "ü" }, { "Mcp-Param-Region": "=?base64?w7w=?=" })).toBeUndefined();
  expect(find({ limits: { rows: 42 } }, { "Mcp-Param-Rows": "42.0" })).toBeUndefined();
  expect(find({}, { "Mcp-Param-Region": "ignored" })).toBeUndefined();
  expect(find({ region: "eu" }, {})).toBe("the header Mcp-Param-Region is missing");
  expect(find({ region: "eu" }, { "Mcp-Param-Region": "us" })).toMatch(/differs from the argument region/);
  expect(find({ region: "eu" }, { "Mcp-Param-Region": "=?base64?ZXU?=" })).toMatch(/not valid Base64/);
});
