import { expect, test } from "vitest";
import { z } from "zod";
import { describeIssues } from "./describe-issues.ts";

test.each([
  [z.object({ key: z.string().min(1) }), { key: "" }, "`key` must not be empty"],
  [z.object({ key: z.string() }), {}, "`key` is missing"],
  [z.object({ a: z.record(z.string(), z.unknown()) }), { a: [] }, "`a` must be an object"],
  [z.object({ a: z.enum(["x", "y", "z"]) }), { a: "w" }, "`a` must be x or y or z"],
  [z.object({ a: z.string().min(12, "at least 12 characters") }), { a: "" }, "a: at least 12 characters"],
  [z.object({ name: z.string().max(3) }), { name: "long" }, "`name` must have at most 3 characters"],
  [z.object({ limit: z.int().max(50) }), { limit: 51 }, "`limit` must be at most 50"],
  [z.object({ limit: z.int() }), { limit: 1.5 }, "`limit` must be a whole number"],
  [z.object({ url: z.url() }), { url: "x" }, "`url` must be a full URL, such as https://example.com/mcp"],
  [z.strictObject({}), { a: 1 }, "The input must not have `a`"],
  [z.object({ a: z.string().refine(() => false, "not a pattern") }), { a: "x" }, "a: not a pattern"],
  [
    z.object({ a: z.string(), b: z.array(z.number()) }),
    { b: [""] },
    "`a` is missing; `b.0` must be a number",
  ],
])("describes what is wrong without the validator's own words (%#)", (schema, input, expected) => {
  expect(describeIssues(schema.safeParse(input, { reportInput: true }).error?.issues ?? [])).toBe(expected);
});
