import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

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
  const notes = join(temporaryFolder(), "loaded");
  const noting = new URL("../fixtures/note-loaded.mjs", import.meta.url).href;
  const gateway = await startGateway({
    environment: { NODE_OPTIONS: `--import ${noting}`, NOTE_LOADED_IN: notes },
  });
  const loaded = () => {
    const files = readFileSync(notes, "utf8").trim().split("\n");
    // The bundle names the package of each part in a comment before it.
    const texts = files.map((url) => (url.includes("/bundle/") ? readFileSync(new URL(url), "utf8") : url));
    const packages = texts.join("\n").match(/(?<=[ /]node_modules\/)(@[^/\s]+\/)?[^/\s]+/g);
    return large.filter((name) => packages?.includes(name));
  };
  const { call, use } = await connectClient(gateway.mcpUrl);
  await use("search_tools", { query: "notes" });
  expect(await call("samples.notes.list")).not.toMatchObject({ isError: true });
  expect(loaded()).toEqual([]);

  const signedIn = await fetch(gateway.signInLink, { redirect: "manual" });
  expect(signedIn.headers.get("location")).toBe("/");
  expect(loaded()).toContain("better-auth");
});
