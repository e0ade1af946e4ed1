import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { listen } from "../fixtures/listen.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

function file(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

describe("toolshed import", () => {
  test("shows what a file hides from the person who chooses", async () => {
    const servers = { "a\u202eb\nc": { command: "npx", args: ["\u001b[2Krm", " ".repeat(500), "-rf"] } };
    const path = file("mcp.json", JSON.stringify({ mcpServers: servers }));
    const { stdout } = await runCommand(["import", path], {});
    expect(stdout).toContain("npx ⟨U+001B⟩[2Krm⟨502 spaces⟩-rf");
    expect(stdout).toContain("named a⟨U+202E⟩b⟨U+000A⟩c");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it must not be printed
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
  });

  test("reads the servers beside an entry with odd values", async () => {
    const odd = { command: "odd", args: [{ toString: 1 }], env: { KEY: { toString: null } } };
    const path = file("mcp.json", JSON.stringify({ mcpServers: { odd, plain: { command: "plain" } } }));
    const { stdout, stderr } = await runCommand(["import", path], {});
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^odd .*\n.*\nplain /);
    const gateway = await startGateway();
    const detected = await requestAsCommand(gateway, "POST", "/sources/detect", {
      text: JSON.stringify({ mcpServers: { odd, other: { url: { toString: 1 } } } }),
    });
    expect(detected.status).toBe(200);
  });

  test.each([
    ["an endless device", "/dev/zero", "is larger than 64 MB"],
    ["nested JSON", () => file("deep.json", '{"a":'.repeat(200_000)), "is"],
    [
      "YAML that repeats itself",
      () => {
        const rows = Array.from(
          { length: 12 },
          (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`,
        );
        return file("bomb.yaml", ["a0: &a0 [x]", ...rows].join("\n"));
      },
      "repeats itself too often",
    ],
  ])("refuses %s with a sentence", async (_, given, says) => {
    const path = typeof given === "string" ? given : given();
    const { code, stderr } = await runCommand(["import", "--from", path], {});
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("skips a client's file that is a pipe", async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, ".cursor"));
    spawnSync("mkfifo", [join(home, ".cursor/mcp.json")]);
    const { code, stdout } = await runCommand(["import"], { HOME: home });
    expect(code).toBe(0);
    expect(stdout).toContain("No client here has MCP servers");
  });
});

describe("a home", () => {
  const start = async (prepare: (home: string) => void) => {
    const home = temporaryFolder();
    prepare(home);
    return runCommand(["start", "--no-open"], { TOOLSHED_HOME: home, PORT: "0" });
  };

  test.each([
    ["a damaged owner.lock", "owner.lock", "owner.lock is damaged. It holds no data"],
    ["an empty database", "toolshed.db", "is empty (0 bytes)"],
  ])("with %s isn't started", async (_, name, says) => {
    const text = name === "owner.lock" ? "not a lock".repeat(1_000) : "";
    const { code, stderr } = await start((home) => writeFileSync(join(home, name), text));
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("with a database that is a link to nothing isn't started", async () => {
    const { code, stderr } = await start((home) =>
      symlinkSync("/nowhere/toolshed.db", join(home, "toolshed.db")),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Couldn't use .*toolshed\.db: it doesn't exist, or it is a link to nothing\.\n$/);
  });

  test("with odd installs is named", async () => {
    const home = temporaryFolder();
    const servers = file("mcp.json", '{"mcpServers":{"a":{"command":"a"}}}');
    writeFileSync(join(home, "installs.json"), '[null, {"client": 5}]');
    const { code, stderr } = await runCommand(["import", servers], { TOOLSHED_HOME: home });
    expect(code).toBe(1);
    expect(stderr).toContain("installs.json is damaged. Restore it from a backup, or delete it.");
  });
});

test("adding a server whose OAuth metadata never arrives ends", async () => {
  const port = await listen((request, response) => {
    if (request.url?.includes("well-known")) return;
    response.writeHead(401).end();
  });
  const gateway = await startGateway();
  const added = await runCommand(
    ["add", "mcp", "silent", `http://127.0.0.1:${port}/mcp`, "--allow-private"],
    {
      TOOLSHED_HOME: gateway.home,
    },
  );
  expect(added.stdout + added.stderr).toContain("silent");
});
