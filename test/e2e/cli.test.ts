import { spawn } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandFile, finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { noteLoaded } from "../fixtures/loaded-packages.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

test("with --json, standard output is one document and nothing else", async () => {
  const { home } = await startGateway();
  const environment = { TOOLSHED_HOME: home };
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand([...args, "--json"], environment);
    expect({ code, stderr }, args.join(" ")).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout);
  };
  expect(await json("status")).toMatchObject({ home, toolCount: expect.any(Number), connected: [] });
  expect(await json("search", "notes", "--limit", "2")).toMatchObject({ tools: { length: 2 } });
  expect(await json("read", "samples.notes.list")).toMatchObject({ path: "samples.notes.list" });
  expect(await json("call", "samples.notes.list")).toMatchObject({ structuredContent: { total: 0 } });
  expect(await json("run", "-e", "return 1 + 1")).toMatchObject({ value: 2, logs: [] });
  expect(await json("sources")).toEqual({ sources: [] });
  expect(await json("connect")).toMatchObject({ providers: [{ id: "granola-personal" }, {}] });
  expect(await json("endpoint", "create", "ci")).toMatchObject({ token: expect.stringMatching(/^tsk_/) });
  expect(await json("endpoint")).toMatchObject({ endpoints: [{}, {}] });
  expect(await json("endpoint", "rotate", "ci")).toMatchObject({ mcpUrl: expect.any(String) });
  expect(await json("approvals")).toEqual({ approvals: [] });
  expect(await json("rules")).toEqual({ rules: [] });
  expect(await json("members")).toMatchObject({ members: [{ role: "owner" }], invitations: [] });
  expect(await json("roles")).toMatchObject({ roles: expect.any(Array) });
  expect(await json("invite")).toMatchObject({ url: expect.stringContaining("/invitation/") });
  expect(await json("backup", join(temporaryFolder(), "b"))).toMatchObject({ hasSecret: true });

  const failed = await runCommand(["call", "samples.notes.delete", '{"id":"x"}', "--json"], environment);
  expect(failed).toMatchObject({ code: 1, stderr: "" });
  expect(JSON.parse(failed.stdout)).toMatchObject({ isError: true });
});

test("status masks the token unless it is asked to show it", async () => {
  const { home, mcpUrl, token } = await startGateway();
  const status = async (...options: string[]) =>
    (await runCommand(["status", ...options], { TOOLSHED_HOME: home })).stdout;
  const masked = mcpUrl.replace(token, `tsk_…${token.slice(-4)}`);
  expect(await status()).toContain(`MCP URL    ${masked}\n`);
  expect(JSON.parse(await status("--json"))).toMatchObject({ mcpUrl: masked });
  expect(await status("--show-token")).toContain(`MCP URL    ${mcpUrl}\n`);
  expect(JSON.parse(await status("--json", "--show-token"))).toMatchObject({ mcpUrl });
});

test("bash completes commands, options and tool paths", async () => {
  const { home } = await startGateway();
  const folder = temporaryFolder();
  const program = join(folder, "toolshed");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${commandFile}" "$@"\n`);
  chmodSync(program, 0o755);
  const complete = async (...typed: string[]) => {
    const script = `source <(toolshed completion bash)
COMP_WORDS=(toolshed "$@"); COMP_CWORD=$#
"$(complete -p toolshed | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const child = spawn("bash", ["-c", script, "bash", ...typed], {
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, TOOLSHED_HOME: home },
    });
    const { stdout, stderr } = await finished(child);
    expect(stderr).toBe("");
    return stdout.split("\n").filter(Boolean);
  };
  expect(await complete("st")).toEqual(["start", "status", "stop"]);
  expect(await complete("search", "x", "--re")).toEqual(["--read-only"]);
  expect(await complete("call", "samples.notes.l")).toEqual(["samples.notes.list"]);
});

test("completes by asking the running gateway and never starts one", async () => {
  const { home } = await startGateway();
  const complete = async (typed: string[], environment = { TOOLSHED_HOME: home }) => {
    const { stdout, stderr } = await runCommand(["__complete", "--", ...typed], environment);
    expect(stderr).toBe("");
    return stdout.split("\n").filter(Boolean);
  };
  expect(await complete(["endpoint", "r"])).toEqual(["revoke", "rotate"]);
  expect(await complete(["endpoint", "create", "x", "--approval", "d"])).toEqual(["dashboard", "deny"]);
  expect(await complete(["connect", "granola-p"])).toEqual(["granola-personal"]);
  expect(await complete(["add", "mcp", "files", "--", "no"])).toEqual([]);

  const elsewhere = join(temporaryFolder(), "home");
  expect(await complete(["call", "samples"], { TOOLSHED_HOME: elsewhere })).toEqual([]);
  expect(existsSync(elsewhere)).toBe(false);
});

test("a pipe gets no colors unless FORCE_COLOR asks for them", async () => {
  const styled = "\u001b[";
  expect((await runCommand(["help"], {})).stdout).not.toContain(styled);
  expect((await runCommand(["help"], { FORCE_COLOR: "1" })).stdout).toContain(styled);
  expect((await runCommand(["serach"], {})).stderr).not.toContain(styled);
});

test("-h shows the same help as help, for commands and their subcommands", async () => {
  for (const path of [["search"], ["endpoint"], ["endpoint", "create"], ["add", "mcp"]]) {
    const asked = await runCommand(["help", ...path], {});
    const flagged = await runCommand([...path, "-h"], {});
    expect(asked).toMatchObject({ code: 0, stderr: "" });
    expect(asked.stdout).toContain(`Usage: toolshed ${path.join(" ")}`);
    expect(asked.stdout).toContain("Examples:\n  toolshed ");
    expect(flagged).toEqual(asked);
  }
});

test("a thin command loads neither the gateway nor the prompts", async () => {
  const { home } = await startGateway();
  const { environment, loaded } = noteLoaded();
  const status = spawnCommand(["status"], { TOOLSHED_HOME: home, ...environment });
  expect(await finished(status)).toMatchObject({ code: 0 });
  const packages = loaded();
  expect(packages).toContain("commander");
  const heavy = ["hono", "kysely", "libsql", "zod", "@clack/prompts", "undici", "better-auth"];
  expect(heavy.filter((name) => packages.includes(name))).toEqual([]);
});
