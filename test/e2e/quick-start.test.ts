import { expect, test } from "vitest";
import { startGateway } from "../fixtures/gateway.ts";
import { noteLoaded } from "../fixtures/loaded-packages.ts";
import { connectClient } from "../fixtures/mcp-client.ts";

/** What makes a start slow, and is there for people who sign in, scripts, sources, plugins and other databases. */
const large = [
  "better-auth",
  "@better-auth/oauth-provider",
  "@swc/wasm-typescript",
  "typescript",
  "undici",
  "@modelcontextprotocol/client",
  "yaml",
  "jiti",
  "pg",
  "@opentelemetry/api",
];

test("a gateway loads large libraries when they are first needed", async () => {
  const { environment, loaded: packages } = noteLoaded();
  const gateway = await startGateway({ environment });
  const loaded = () => large.filter((name) => packages().includes(name));
  const { call, use } = await connectClient(gateway.mcpUrl);
  await use("search_tools", { query: "notes" });
  expect(await call("samples.notes.list")).not.toMatchObject({ isError: true });
  expect(loaded()).toEqual([]);

  const signedIn = await fetch(gateway.signInLink, { redirect: "manual" });
  expect(signedIn.headers.get("location")).toBe("/");
  expect(loaded()).toContain("better-auth");
});
