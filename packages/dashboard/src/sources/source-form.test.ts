import { expect, test } from "vitest";
import { settingsForm, toSource } from "./source-form.ts";

const settings = {
  id: "crm",
  kind: "mcp",
  trust: "ask",
  config: {
    transport: "http",
    url: "https://crm.example.com/mcp",
    allowPrivate: false,
    owner: "person",
    auth: { type: "oauth", clientId: "c1" },
  },
  secretNames: { env: [], headers: ["X-Team"] },
  isKnown: true,
} as const;

test("keeps the stored secrets of a server that is edited, and sends a new client secret", () => {
  const form = settingsForm(settings);
  const kept = { env: {}, headers: { "X-Team": null } };
  expect(toSource(form)).toEqual({ kind: "mcp", config: settings.config, secrets: kept });
  expect(toSource({ ...form, clientSecret: " s1 " }).secrets).toEqual({ ...kept, clientSecret: "s1" });
});
