import { expect, test } from "vitest";
import { createMaskSecrets } from "./mask-secrets.ts";

const known = "kept.in/the+home";
const mask = createMaskSecrets([known, ""]);

test.each([
  ["a known secret", `it is ${known}, really`, "it is [masked], really"],
  ["a value with a secret's name in JSON", '{"url":"x","secret":"ab c"}', '{"url":"x","secret":[masked]}'],
  ["a value with a secret's name in an environment", "MY_API_KEY=short", "MY_API_KEY=[masked]"],
  ["a token of ours", "tsk_abcdefgh12", "[masked]"],
  ["a header", "Authorization: Bearer abc.def-123", "Authorization: [masked] [masked]"],
  ["a random text", `wrote ${"aB3".repeat(14)}!`, "wrote [masked]!"],
  ["a hexadecimal key", `${"0a".repeat(16)}`, "[masked]"],
])("masks %s", (_, text, shown) => {
  expect(mask(text)).toBe(shown);
});

test.each([
  "Error: Cannot find module '/usr/lib/node_modules/some-package/dist/index.js'",
  "listening on http://127.0.0.1:3000/mcp in 1234567 ms",
  "request 0b5f3f7e-32f4-4f86-9d5b-5d3c9c0f1a2b failed",
])("leaves %s as it is", (text) => {
  expect(mask(text)).toBe(text);
});
