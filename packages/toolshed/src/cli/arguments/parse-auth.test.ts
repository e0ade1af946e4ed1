import { expect, test } from "vitest";
import { parseAuth } from "./parse-auth.ts";

test.each([
  ["bearer", { how: "bearer" }],
  ["basic", { how: "basic" }],
  ["none", { how: "none" }],
  ["header:X-Api-Key", { how: "header", name: "X-Api-Key" }],
  ["query: api_key", { how: "query", name: "api_key" }],
  ["cookie:sid", { how: "cookie", name: "sid" }],
])("%s", (text, expected) => {
  expect(parseAuth(text)).toEqual(expected);
});

test.each(["", "Bearer", "header", "header:", "bearer:token", "digest", "constructor:x"])(
  "%j is refused with what there is",
  (text) => {
    expect(() => parseAuth(text)).toThrow("--auth is bearer, basic, header:<name>");
  },
);
