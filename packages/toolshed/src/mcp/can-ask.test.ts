import { expect, test } from "vitest";
import { canAsk } from "./can-ask.ts";

test.each([
  ["elicitation/create", {}, { elicitation: {} }],
  ["elicitation/create", { mode: "form" }, { elicitation: { form: {} } }],
  ["elicitation/create", { mode: "url" }, { elicitation: { url: {} } }],
  ["sampling/createMessage", {}, { sampling: {} }],
  ["roots/list", {}, { roots: {} }],
])("%s with %j can be asked of a client with %j", (method, params, capabilities) => {
  expect(canAsk(capabilities, method, params)).toBe(true);
});

test.each([
  ["elicitation/create", { mode: "url" }, { elicitation: {} }],
  ["elicitation/create", { mode: "form" }, { elicitation: { url: {} } }],
  ["elicitation/create", {}, { roots: {}, sampling: {} }],
  ["sampling/createMessage", {}, { elicitation: {} }],
  ["roots/list", {}, undefined],
  ["tools/call", {}, { elicitation: {}, roots: {}, sampling: {} }],
])("%s with %j cannot be asked of a client with %j", (method, params, capabilities) => {
  expect(canAsk(capabilities, method, params)).toBe(false);
});
