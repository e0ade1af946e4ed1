import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { freePort } from "../fixtures/free-port.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { listen } from "../fixtures/listen.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

/** The arguments, standard error as a whole or a pattern, and standard input. */
type Wrong = readonly [typed: string | readonly string[], says: string | RegExp, input?: string];

/** Files that are not what the commands take. */
function makeFiles(folder: string) {
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  return {
    noServers: write("empty.json", "{}"),
    notJson: write("notes.md", "# Notes"),
    garbage: write(
      "garbage.mjs",
      "for (let at = 0; at < 200; at += 1) console.log('loading', at); setInterval(() => {}, 1000)",
    ),
    exitsEarly: write("early.mjs", "process.stderr.write('No license found\\n'); process.exit(3)"),
  };
}

/** Wrong commands, options and values. */
const misused: readonly Wrong[] = [
  ["serach", 'Unknown command "serach". Did you mean search?'],
  ["nonsense", 'Unknown command "nonsense". Run "toolshed --help" to list the commands.'],
  ["help statsu", 'Unknown command "statsu". Did you mean status?'],
  ["endpoint creat", 'Unknown command "creat". Did you mean create?'],
  ["add", 'Say what to do: toolshed add mcp|openapi|plugin. Run "toolshed add --help" for examples.'],
  ["search x --limt 3", 'Unknown option "--limt". Did you mean --limit?'],
  ["--json status", /^\{"error":\{"message":".*toolshed status --json\.","code":"usage"\}\}$/],
  ["start --port 80", 'Unknown option "--port". Run "toolshed start --help" to list the options.'],
  ["status now", "Too many arguments. For example: toolshed status"],
  ["search x --source", "--source needs a value: --source <source>."],
  ["read", "Missing <path>. For example: toolshed read samples.notes.list"],
  [["search", ""], 'Say what the tool should do. For example: toolshed search "find notes"'],
  ["search x --limit 1e99", "--limit must be a number from 1 to 50, such as --limit 5."],
  ["call samples.notes.list []", /^The arguments must be a JSON object\. For example: toolshed call /],
  ["call samples.notes.create title=x", /^The arguments must be JSON \(.*\)\. For example: toolshed call /],
  [
    "endpoint create x --approval maybe",
    '"maybe" is not a value of --approval. Use host, ask, dashboard or deny.',
  ],
  [
    "endpoint create x --expires soon",
    '"soon" is not a duration. Use minutes, hours or days, such as 30m, 12h or 90d.',
  ],
  ["endpoint create x --connection work", "--connection needs a name and a value: --connection NAME=value."],
  ["rules set samples.** maybe", '"maybe" is not a valid <effect>. Use allow, ask or deny.'],
  [
    "login http://example.com",
    /^"http:\/\/example\.com" is not the URL of a gateway: it begins with https:\/\/\. For example: toolshed login /,
  ],
];

/** Names, files, servers and services that fail. */
function failing(folder: string): readonly Wrong[] {
  const { noServers, notJson, garbage, exitsEarly } = makeFiles(folder);
  const server = (...args: string[]) => ["add", "mcp", "x", "--", process.execPath, ...args];
  return [
    [["endpoint", "create", " "], "`name` must not be empty"],
    ["endpoint create x --allow Foo.*", "allow.0: not a pattern such as samples.notes.* or samples.**"],
    ["invite --email ann", "`email` must be an email address, such as ann@example.com"],
    ["invite --role boss", /^There is no role "boss"\. There is: .*member.*\.$/],
    [
      "login https://127.0.0.1:1",
      /^That is not a token: tokens start with tsk_\. Create one with "toolshed endpoint create"\.$/,
      "secret",
    ],
    ["read samples.notes.lst", "Tool not found: samples.notes.lst. Did you mean samples.notes.list?"],
    ["call nope.nope", 'Tool not found: nope.nope. Find tools with "toolshed search <words>".'],
    ["remove nope", 'There is no source or plugin "nope". Run "toolshed sources" to list them.'],
    ["sources approve nope", 'There is no source "nope". Run "toolshed sources" to list them.'],
    ["connect granola-persnal", 'There is no provider "granola-persnal". Did you mean granola-personal?'],
    [
      "connect granola-personal --remove",
      'Granola is not connected. Run "toolshed connect" to list what is.',
    ],
    ["endpoint revoke lokal", 'There is no endpoint "lokal". Did you mean local?'],
    [
      "approvals approve nope",
      'No id in the list begins with "nope". "toolshed approvals" shows what there is now.',
    ],
    [
      "members remove ann@example.com",
      /^There is no member "ann@example\.com"\. There is: owner@toolshed\.local\.$/,
    ],
    [
      "add openapi x /missing.json",
      "The file /missing.json does not exist. Give the path of an OpenAPI document, or a URL that starts with https://.",
    ],
    [["add", "openapi", "x", noServers], /^This is not an OpenAPI document: it needs a field openapi/],
    ["add plugin ./missing.ts", "The file ./missing.ts does not exist. Check the path and try again."],
    [["run", folder], `${folder} is a folder. Give the path of a file in it.`],
    [
      ["import", noServers],
      `${noServers} has no MCP servers. Give a file with "mcpServers", such as .mcp.json.`,
    ],
    [["import", notJson], /is not JSON \(.*\)\. Give a file with "mcpServers", such as \.mcp\.json\.$/],
    [
      "backup /nonexistent/folder/file",
      "The folder /nonexistent/folder does not exist. Create it, or give another path.",
    ],
    [["backup", folder], `${folder} exists already: give another name.`],
    [
      "add mcp x -- no-such-program",
      "Command not found: no-such-program. Install it, or give its full path.",
    ],
    [
      server("/missing.js"),
      /^The server ended with exit code 1\. Check that the command starts an MCP server that speaks over stdio, and what it wrote:\n(.*\n)*Error: Cannot find module '\/missing\.js'/,
    ],
    [
      server(exitsEarly),
      /^The server ended with exit code 3\. Check .*, and what it wrote:\n(.*\n)*No license found$/,
    ],
    [
      server(garbage),
      /^The server does not speak MCP: it writes other text to its standard output\. Check .*\n(.*\n)*not a message: loading \d+/,
    ],
    [
      "add mcp x http://127.0.0.1:1/mcp",
      "127.0.0.1 is in a private network, which needs to be allowed by an admin. Add --allow-private to allow it.",
    ],
    [
      "add mcp x http://127.0.0.1:1/mcp --allow-private",
      "127.0.0.1:1 cannot be reached: connection refused. Check the URL and that the server runs.",
    ],
    [
      "add openapi x http://10.0.0.1/x.json",
      /10\.0\.0\.1 is in a private network.* Add --allow-private <host> to allow it\.$/,
    ],
    ["add mcp x linear", "`url` must be a full URL, such as https://example.com/mcp."],
    [
      "connect granola-personal",
      /^No key of Granola .* on standard input\. Pipe it in: toolshed connect granola-personal < key\.txt$/,
    ],
    [
      "connect granola-personal",
      "Couldn't reach Granola (connection refused), so the key was not saved. Check your connection and try again.",
      "grn_abc",
    ],
  ];
}

/** A stack frame, a validator's own words, or the name of an object that was not meant to be printed. */
const raw = /\n\s+at |✖|ZodError|Invalid input|Too small|Unrecognized|\[object|undefined|fetch failed/;

const atATime = 4;

test("40 wrong inputs each exit with their code, say what is wrong and what to do, and nothing raw", async () => {
  const folder = temporaryFolder();
  const gateway = await startGateway({ environment: { GRANOLA_API_URL: await closedAddress() } });
  const environment = { TOOLSHED_HOME: gateway.home, HOME: folder };
  const all = [
    ...misused.map((one) => ({ one, code: 2 })),
    ...failing(folder).map((one) => ({ one, code: 1 })),
  ];
  expect(all.length).toBeGreaterThanOrEqual(40);

  const work = async () => {
    for (let next = all.shift(); next; next = all.shift()) {
      const { code, one } = next;
      const [typed, says, input] = one;
      const args = typeof typed === "string" ? typed.split(" ") : typed;
      const command = `toolshed ${args.join(" ")}`;
      const ended = await runCommand(args, environment, { input });
      const said = ended.stderr.replace(/\n$/, "");
      expect.soft({ code: ended.code, stdout: ended.stdout }, command).toEqual({ code, stdout: "" });
      if (typeof says === "string") expect.soft(said, command).toBe(says);
      else expect.soft(said, command).toMatch(says);
      expect.soft(said, command).not.toMatch(raw);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
}, 180_000);

describe("a service that is offline", () => {
  test("is named by a call, with the reason", async () => {
    const environment = {
      TOOLSHED_HOME: temporaryFolder(),
      PORT: "0",
      GRANOLA_API_URL: await closedAddress(),
    };
    onTestFinished(async () => {
      await runCommand(["stop"], environment);
    });
    const called = await runCommand(["call", "granola.personal.notes.list"], {
      ...environment,
      GRANOLA_PERSONAL_API_KEY: "grn_abc",
    });
    expect(called).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "Couldn't reach Granola (connection refused). Check your connection and try again.",
      ),
    });
  });
});

describe("no gateway", () => {
  test("a gateway that was logged in to and doesn't answer exits with 3", async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, "login.json"), JSON.stringify({ url: "http://127.0.0.1:1", token: "tsk_x" }));
    const { code, stderr } = await runCommand(["search", "notes"], { TOOLSHED_HOME: home });
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr:
        "Couldn't reach the gateway at http://127.0.0.1:1 (connection refused). Check the URL and that it runs.\n",
    });
  });

  test("an address that answers, but not as a gateway, exits with 3, and with --json as a document", async () => {
    const url = `http://127.0.0.1:${await listen((_, response) => response.end("<h1>It works</h1>"))}`;
    const home = temporaryFolder();
    writeFileSync(join(home, "login.json"), JSON.stringify({ url, token: "tsk_x" }));
    const { code, stdout, stderr } = await runCommand(["search", "notes", "--json"], { TOOLSHED_HOME: home });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        message: `${url} answered 200, and not as a Toolshed gateway does. Check the URL.`,
        code: "unreachable",
      },
    });
  });

  test("a home that is not writable, or has a damaged file, is named", async () => {
    const unwritable = await runCommand(["status"], {
      TOOLSHED_HOME: join(makeFiles(temporaryFolder()).noServers, "home"),
    });
    expect(unwritable).toMatchObject({ code: 1, stdout: "" });
    expect(unwritable.stderr).toMatch(/^Cannot write to the home folder .*: set TOOLSHED_HOME .*\n$/);
    const home = temporaryFolder();
    writeFileSync(join(home, "login.json"), "{");
    const damaged = await runCommand(["search", "notes"], { TOOLSHED_HOME: home });
    expect(damaged).toMatchObject({ code: 1, stdout: "" });
    expect(damaged.stderr).toMatch(/login\.json/);
    expect(damaged.stderr).not.toMatch(raw);
  });
});

test("exits with 0 when the reader closes the pipe early", async () => {
  const child = spawnCommand(["help", "settings"], {});
  child.stdout?.once("data", () => child.stdout?.destroy());
  expect(await finished(child)).toMatchObject({ code: 0, stderr: "" });
});

/** Where nothing listens. */
const closedAddress = async () => `http://127.0.0.1:${await freePort()}/v1`;
