import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../../../../test/fixtures/temporary-folder.ts";
import { refuseLocalFiles } from "../../policy/manage.ts";
import { describeLocal, findLocalServers } from "./local-servers.ts";

test("finds the servers of clients on this machine, and tells nothing of their secrets", () => {
  const home = temporaryFolder();
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CONFIG_HOME", "");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  mkdirSync(join(home, ".cursor"));
  mkdirSync(join(home, ".gemini"));
  const npx = ["-y", "@org/notes", "--key", "secret-1"];
  const servers = {
    notes: { command: "/usr/bin/npx", args: npx, env: { KEY: "secret-2" } },
    remote: { url: "https://mcp.example.com/s/secret-3/mcp?k=secret-4", headers: { "X-Key": "secret-5" } },
    plain: { command: "serve", args: ["secret-12345-67890"] },
  };
  writeFileSync(join(home, ".cursor/mcp.json"), JSON.stringify({ mcpServers: servers }));
  // One that cannot be read keeps nobody from the others.
  writeFileSync(join(home, ".gemini/settings.json"), "{");
  const found = findLocalServers(temporaryFolder());
  expect(found.map(({ secrets }) => secrets.env)).toEqual([{ KEY: "secret-2" }, {}, {}]);
  const shown = found.map(describeLocal);
  expect(shown).toMatchObject([
    { id: "notes", client: "Cursor", target: "npx @org/notes …", secretNames: ["KEY"], runsProgram: true },
    { id: "remote", target: "mcp.example.com", secretNames: ["X-Key"], runsProgram: false },
    { id: "plain", target: "serve …" },
  ]);
  expect(JSON.stringify(shown)).not.toContain("secret-");
});

test.each([
  ["owner", true, undefined],
  ["owner", false, "on the gateway's own machine"],
  ["admin", true, "Only the owner"],
])("an %s, at the machine: %s", (role, isOnMachine, reason) => {
  const refused = refuseLocalFiles({ role }, isOnMachine);
  if (reason === undefined) expect(refused).toBeUndefined();
  else expect(refused).toContain(reason);
});

test.each([
  ["npx", ["--api-key", "pk_live_abc", "server"], "npx …"],
  ["node", ["--token", "word", "x.js"], "node …"],
  ["psql-mcp", ["mypassword"], "psql-mcp …"],
  ["npx foo --key=abcdef", [], "npx"],
  ["docker", ["run", "-i", "--rm", "mcp/time"], "docker mcp/time …"],
])("shows of %s %j only %j", (command, args, target) => {
  const server = {
    ...{ id: "a", name: "a", client: "Cursor", file: "/a" },
    config: { transport: "stdio" as const, command, args },
    secrets: { env: {}, headers: {} },
  };
  expect(describeLocal(server).target).toBe(target);
});
