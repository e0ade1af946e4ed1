import type { ClientCapabilities } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { type Asked, canAsk, canBeAsked } from "./can-ask.ts";

const modern = (capabilities?: ClientCapabilities): Asked => ({
  era: "modern",
  client: { name: "test", capabilities },
});

test.each([
  ["elicitation/create", {}, { elicitation: {} }],
  ["elicitation/create", { mode: "form" }, { elicitation: { form: {} } }],
  ["elicitation/create", { mode: "url" }, { elicitation: { url: {} } }],
  ["sampling/createMessage", {}, { sampling: {} }],
  ["roots/list", {}, { roots: {} }],
])("%s with %j can be asked of a client with %j", (method, params, capabilities) => {
  expect(canAsk(modern(capabilities), method, params)).toBe(true);
  expect(canBeAsked(modern(capabilities))).toBe(true);
});

test.each([
  ["elicitation/create", { mode: "url" }, { elicitation: {} }],
  ["elicitation/create", { mode: "form" }, { elicitation: { url: {} } }],
  ["elicitation/create", {}, { roots: {}, sampling: {} }],
  ["sampling/createMessage", {}, { elicitation: {} }],
  ["roots/list", {}, undefined],
  ["tools/call", {}, { elicitation: {}, roots: {}, sampling: {} }],
])("%s with %j cannot be asked of a client with %j", (method, params, capabilities) => {
  expect(canAsk(modern(capabilities), method, params)).toBe(false);
});

test("a client of an older revision can be asked only where it has a connection", () => {
  const client = { name: "old", capabilities: { elicitation: {}, roots: {} } };
  expect(canBeAsked({ era: "legacy", client })).toBe(false);
  expect(canAsk({ era: "legacy", client }, "roots/list")).toBe(false);
  const connection = {} as NonNullable<Asked["connection"]>;
  expect(canBeAsked({ era: "legacy", client, connection })).toBe(true);
  expect(canAsk({ era: "legacy", client, connection }, "roots/list")).toBe(true);
});
