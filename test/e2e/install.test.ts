import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

/** A gateway, and a person's folder in which clients keep their configuration. */
async function setUp(file: string, text?: string) {
  const gateway = await startGateway();
  const home = temporaryFolder();
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  if (text !== undefined) writeFileSync(path, text, { mode: 0o644 });
  const environment = { TOOLSHED_HOME: gateway.home, HOME: home, XDG_CONFIG_HOME: "", PATH: "" };
  const run = (...args: string[]) => runCommand(args, environment);
  return { gateway, home, path, environment, run, read: () => readFileSync(path, "utf8") };
}

const endpointNames = async ({ run }: Awaited<ReturnType<typeof setUp>>) =>
  JSON.parse((await run("endpoint", "list", "--json")).stdout).endpoints.map(
    ({ name }: { name: string }) => name,
  );

test("a client connects by HTTP with what install wrote, and uninstall undoes all of it", async () => {
  const before =
    '{\n  // Mine\n  "mcpServers": {\n    "other": { "url": "https://example.com/mcp" },\n  },\n}\n';
  const person = await setUp(".cursor/mcp.json", before);
  const { home, path, read, run } = person;
  const install = run("install", "cursor", "--yes");
  const isWritten = () => read() !== before;
  await expect.poll(isWritten).toBe(true);

  const { mcpServers } = JSON.parse(
    read()
      .replace("// Mine", "")
      .replace(/,(?=\s*\})/g, ""),
  );
  expect(mcpServers.other).toEqual({ url: "https://example.com/mcp" });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { url, headers } = mcpServers.toolshed;
  const token = headers.Authorization.replace("Bearer ", "");
  const { use } = await connectClient(url, { token });
  expect((await use("search_tools", { query: "notes" })).content[0]?.text).toContain("samples.notes.list");

  const { code, stdout, stderr } = await install;
  expect(stdout).toContain("Cursor connected ✓");
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain(token);
  expect(stderr).toContain('+     "toolshed": {');
  expect(await endpointNames(person)).toContain("Cursor");
  const { stdout: clients } = await run("install");
  expect(clients).toMatch(new RegExp(`cursor +Cursor +set up in ${path}`));
  expect(clients).toMatch(/zed +Zed +not found/);

  expect((await run("uninstall", "cursor")).stdout).toContain(`${path} is what it was before.`);
  expect(read()).toBe(before);
  expect(statSync(path).mode & 0o777).toBe(0o644);
  expect(readdirSync(join(home, ".cursor"))).toEqual(["mcp.json"]);
  expect(await endpointNames(person)).not.toContain("Cursor");
  await expect(connectClient(url, { token })).rejects.toThrow();
});

test("a client connects by stdio with what install wrote, as an endpoint of its own", async () => {
  const person = await setUp(".config/Claude/claude_desktop_config.json");
  const { path, read, run } = person;
  const install = run("install", "claude-desktop", "--yes");
  await expect.poll(() => existsSync(path)).toBe(true);
  expect(read()).not.toContain("tsk_");
  const { command, args, env } = JSON.parse(read()).mcpServers.toolshed;
  const client = new Client({ name: "desktop", version: "1.0.0" });
  onTestFinished(() => client.close());
  await client.connect(new StdioClientTransport({ command, args, env }));
  const { content } = await client.callTool({ name: "search_tools", arguments: { query: "notes" } });
  expect(JSON.stringify(content)).toContain("samples.notes.list");
  const { stdout } = await install;
  expect(stdout).toContain("Claude Desktop connected ✓");
  expect(await endpointNames(person)).toContain("Claude Desktop");

  await run("uninstall", "claude-desktop");
  expect(existsSync(path)).toBe(false);
  const refused = await client.callTool({ name: "search_tools", arguments: { query: "notes" } });
  expect(refused.isError).toBe(true);
});

test("Ctrl-C stops waiting and leaves everything in place", async () => {
  const person = await setUp(".gemini/settings.json");
  const child = spawnCommand(["install", "gemini", "--yes"], person.environment);
  const end = finished(child);
  child.stderr?.on("data", (data) => {
    if (String(data).includes("Waiting for")) child.kill("SIGINT");
  });
  expect((await end).stdout).not.toContain("connected");
  expect(person.read()).toContain("httpUrl");
  expect(await endpointNames(person)).toContain("Gemini CLI");
  // The same endpoint, and nothing to change.
  const again = await person.run("install", "gemini", "--no-wait");
  expect(again).toMatchObject({ code: 0, stdout: "Gemini CLI was already set up.\n" });
  expect((await endpointNames(person)).filter((name: string) => name === "Gemini CLI")).toHaveLength(1);
});

test("what can't be done changes nothing and says what to do", async () => {
  const broken = '[mcp_servers.a]\nurl = "x\n';
  const person = await setUp(".codex/config.toml", broken);
  const { run, read, path } = person;
  const cases = [
    [["install", "codex", "--yes"], `${path} can't be read: line 2:`, 1],
    [["install", "zed", "--yes"], "Couldn't find Zed", 1],
    [["install", "emacs"], '"emacs" is not a valid <client>. Use claude-code,', 2],
    [["install", "goose", "--http", "--stdio"], "not both", 2],
    [["uninstall", "goose"], "wasn't set up", 1],
  ] as const;
  for (const [args, message, code] of cases) {
    const ended = await run(...args);
    expect(ended.stderr, args.join(" ")).toContain(message);
    expect(ended.code, args.join(" ")).toBe(code);
  }
  writeFileSync(path, "");
  const { stdout } = await run("install", "codex", "--print");
  expect(stdout).toContain("+ [mcp_servers.toolshed]");
  const asked = await run("install", "codex");
  expect(asked).toMatchObject({ code: 1 });
  expect(asked.stderr).toContain("Add --yes");
  expect(read()).toBe("");
  expect(await endpointNames(person)).not.toContain("Codex");
});
