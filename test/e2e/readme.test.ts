import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { finished } from "../fixtures/command.ts";
import { freePort } from "../fixtures/free-port.ts";
import { freshClone } from "../fixtures/fresh-clone.ts";
import { root } from "../fixtures/source-files.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");

/** The output of each command, by its first words, in the order of the README. */
const shown: readonly (readonly [command: string, output: RegExp])[] = [
  ["npm start", /^Toolshed \S+ is running[\s\S]+\n\n$/m],
  ["npx toolshed install", /^claude-code +Claude Code +not found$/m],
  ["npx toolshed call samples.notes.create", /"title": "Roadmap"/],
  ["npx toolshed search", /^samples\.notes\.search /m],
  ["npx toolshed run", /^\[\n {2}"Roadmap"\n\]$/m],
  ["npx toolshed add mcp docs", /^Added\. docs: 3 tools, running$/m],
  ["npx toolshed call docs.search_pages", /Ctrl-C/],
  ["npx toolshed add openapi petstore", /^Added\. petstore: 4 tools, running$/m],
  ["npx toolshed add plugin", /^Added Games with 1 tool\.$/m],
  ["npx toolshed call games.dice.roll", /"rolled": \d+/],
  ["npx toolshed sources", /^docs: 3 tools, running[\s\S]+^petstore: 4 tools, running/m],
  ["npx toolshed import", /^No client here has MCP servers\./m],
  ["npx toolshed connect", /^granola-personal +Granola: not connected$/m],
  ["node examples/petstore/start.mjs", /^The pet store answers at /m],
  ["npx toolshed call petstore.pets.list", /"name": "Rex"/],
  ["npx toolshed endpoint create", /^ {2}MCP URL {4}http\S+\/api\/mcp\/tsk_/m],
];
/** Commands that run until they are stopped, each in its own terminal. */
const lasting = ["npm start", "node examples/petstore/start.mjs"];

test("every command of the README works in a fresh clone with an empty home", async () => {
  const commands = commandsOf(readme);
  expect(commands.map((line) => shown.find(([begin]) => line.startsWith(begin))?.[0] ?? line)).toEqual(
    shown.map(([begin]) => begin),
  );

  const clone = freshClone();
  const [port, petstorePort] = [await freePort(), await freePort()];
  const environment = emptyHome({ PORT: String(port), PETSTORE_PORT: String(petstorePort) });
  replaceIn(join(clone, "examples/petstore/openapi.yaml"), "127.0.0.1:3200", `127.0.0.1:${petstorePort}`);
  const type = (line: string) => typeIn(clone, environment, line);

  for (const [index, line] of commands.entries()) {
    const [, expected = /^$/] = shown[index] ?? [];
    if (lasting.includes(line)) {
      const output = await waitFor(type(line), expected);
      if (line === "npm start") await checkGreeting(output, port);
    } else {
      const { code, stdout, stderr } = await finished(type(line));
      expect({ line, code, stdout }, stderr).toEqual({
        line,
        code: 0,
        stdout: expect.stringMatching(expected),
      });
    }
  }
});

/** The lines of the README's code blocks that can be typed before the packages are published, without the tests. */
function commandsOf(markdown: string): string[] {
  const [before = "", published = ""] = markdown.split("\n## Once it is published\n");
  const after = published.replace(/[\s\S]*?(?=\n## )/, "");
  const blocks = [...(before + after).matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  const lines = blocks.flatMap(([, block = ""]) => block.trimEnd().split("\n"));
  expect(lines.slice(0, 2)).toEqual(["npm start", "npm test"]);
  // At its prompt, zsh takes the words of a comment for arguments.
  expect(lines.filter((line) => line.includes(" #"))).toEqual([]);
  return lines.filter((line) => line !== "npm test");
}

/** Expects the greeting that the README shows, with a link that signs in. */
async function checkGreeting(output: string, port: number): Promise<void> {
  const [, promised = ""] = /^```text\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  expect(output.replace(`:${port}/`, ":7420/").replace(/code=\S+/, "code=…")).toContain(promised);
  expect(output).not.toContain("tsk_");
  const [link = ""] = /http\S+/.exec(output) ?? [];
  expect((await fetch(link, { redirect: "manual" })).headers.get("location")).toBe("/");
}

/** The environment of a person who has only just cloned the repository, and no network. */
function emptyHome(variables: Record<string, string>): Record<string, string> {
  const home = join(temporaryFolder(), "home");
  mkdirSync(home);
  const folders = (process.env.PATH ?? "").split(delimiter);
  return {
    PATH: folders.filter((folder) => !folder.includes("node_modules")).join(delimiter),
    HOME: home,
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
    ...variables,
  };
}

function typeIn(folder: string, environment: Record<string, string>, line: string): ChildProcess {
  // npm starts what it runs as a child, so a terminal is a process group.
  const child = spawn("sh", ["-c", line], { cwd: folder, env: environment, detached: true });
  child.stdin.end();
  const closed = once(child, "close");
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-(child.pid as number), "SIGINT");
    await closed;
  });
  return child;
}

/** Resolves to what a command has printed once that matches. */
function waitFor(child: ChildProcess, expected: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (data: Buffer) => {
      output += data;
      if (expected.test(output)) resolve(output);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", (code) => reject(new Error(`It ended with ${code}: ${output}`)));
  });
}

function replaceIn(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}
