import { toCspViolation } from "@toolshed/apps/host";
import { expect, test } from "vitest";
import { describeBlocked, switchOfError } from "./blocked.ts";

test.each([
  ["script-src", "eval", "run code from text"],
  ["script-src", "wasm-eval", "run code from text"],
  ["worker-src", "blob", "work in the background"],
  ["script-src-elem", "data", "load scripts it carries"],
  [
    "object-src",
    `https://example.com/${"x".repeat(100)}`,
    /^use https:\/\/example\.com\/x{40} \(object-src\)$/,
  ],
])("says what %s kept from using %s", (directive, blockedUrl, expected) => {
  expect(describeBlocked(toCspViolation({ directive, blockedUrl }))).toEqual(
    typeof expected === "string" ? expected : expect.stringMatching(expected),
  );
});

test.each([
  ["Uncaught EvalError: Evaluating a string as JavaScript violates the Content Security Policy", "eval"],
  ["EvalError: Refused to evaluate a string as JavaScript because 'unsafe-eval' is not allowed", "eval"],
  ["WebAssembly.instantiate(): neither 'wasm-eval' nor 'unsafe-eval' is an allowed source", "eval"],
  ["call to Function() blocked by CSP", "eval"],
  [
    "Failed to read the 'localStorage' property from 'Window': The document is sandboxed and lacks the 'allow-same-origin' flag.",
    "storage",
  ],
  ["SecurityError: The operation is insecure.", "storage"],
  ["Uncaught Error: evaluation failed", undefined],
])("reads the error %j as %s", (message, expected) => {
  expect(switchOfError(message)).toBe(expected);
});
