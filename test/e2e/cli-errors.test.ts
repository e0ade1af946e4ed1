import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

/** What was typed, how it exits, and what it prints on standard error, as a whole or in its parts. */
interface Wrong {
  readonly args: readonly string[];
  readonly code: number;
  readonly says: string | RegExp;
  /** Standard input. */
  readonly input?: string;
}

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

function wrongInputs(folder: string): readonly Wrong[] {
  const { noServers, notJson, garbage, exitsEarly } = makeFiles(folder);
  return [
    // Commands and options
    { args: ["serach"], code: 2, says: 'Unknown command "serach". Did you mean search?' },
    {
      args: ["nonsense"],
      code: 2,
      says: 'Unknown command "nonsense". Run "toolshed --help" to list the commands.',
    },
    { args: ["help", "statsu"], code: 2, says: 'Unknown command "statsu". Did you mean status?' },
    { args: ["endpoint", "creat"], code: 2, says: 'Unknown command "creat". Did you mean create?' },
    {
      args: ["add"],
      code: 2,
      says: 'Say what to do: toolshed add mcp|openapi|plugin. Run "toolshed add --help" for examples.',
    },
    { args: ["search", "x", "--limt", "3"], code: 2, says: 'Unknown option "--limt". Did you mean --limit?' },
    {
      args: ["--json", "status"],
      code: 2,
      says: /^\{"error":\{"message":".*toolshed status --json\.","code":"usage"\}\}$/,
    },
    {
      args: ["start", "--port", "80"],
      code: 2,
      says: 'Unknown option "--port". Run "toolshed start --help" to list the options.',
    },
    { args: ["status", "now"], code: 2, says: "Too many arguments. For example: toolshed status" },
    { args: ["search", "x", "--source"], code: 2, says: "--source needs a value: --source <source>." },
    // Values
    { args: ["read"], code: 2, says: "Missing <path>. For example: toolshed read samples.notes.list" },
    {
      args: ["search", ""],
      code: 2,
      says: 'Say what the tool should do. For example: toolshed search "find notes"',
    },
    {
      args: ["search", "x", "--limit", "1e99"],
      code: 2,
      says: "--limit must be a number from 1 to 50, such as --limit 5.",
    },
    {
      args: ["call", "samples.notes.list", "[]"],
      code: 2,
      says: /^The arguments must be a JSON object\. For example: toolshed call /,
    },
    {
      args: ["call", "samples.notes.create", "title=x"],
      code: 2,
      says: /^The arguments must be JSON \(.*\)\. For example: toolshed call /,
    },
    {
      args: ["endpoint", "create", "x", "--approval", "maybe"],
      code: 2,
      says: '"maybe" is not a value of --approval. Use host, ask, dashboard or deny.',
    },
    {
      args: ["endpoint", "create", "x", "--expires", "soon"],
      code: 2,
      says: '"soon" is not a duration. Use minutes, hours or days, such as 30m, 12h or 90d.',
    },
    {
      args: ["endpoint", "create", "x", "--connection", "work"],
      code: 2,
      says: "--connection needs a name and a value: --connection NAME=value.",
    },
    { args: ["endpoint", "create", " "], code: 1, says: "`name` must not be empty" },
    {
      args: ["rules", "set", "samples.**", "maybe"],
      code: 2,
      says: '"maybe" is not a valid <effect>. Use allow, ask or deny.',
    },
    {
      args: ["invite", "--email", "ann"],
      code: 1,
      says: "`email` must be an email address, such as ann@example.com",
    },
    {
      args: ["invite", "--role", "boss"],
      code: 1,
      says: /^There is no role "boss"\. There is: .*member.*\.$/,
    },
    {
      args: ["login", "http://example.com"],
      code: 2,
      says: /^"http:\/\/example\.com" is not the URL of a gateway: it begins with https:\/\/\. For example: toolshed login /,
    },
    {
      args: ["login", "https://127.0.0.1:1"],
      code: 1,
      says: /^That is not a token: tokens start with tsk_\. Create one with "toolshed endpoint create"\.$/,
      input: "secret",
    },
    // Names
    {
      args: ["read", "samples.notes.lst"],
      code: 1,
      says: "Tool not found: samples.notes.lst. Did you mean samples.notes.list?",
    },
    {
      args: ["call", "nope.nope"],
      code: 1,
      says: 'Tool not found: nope.nope. Find tools with "toolshed search <words>".',
    },
    {
      args: ["remove", "nope"],
      code: 1,
      says: 'There is no source or plugin "nope". Run "toolshed sources" to list them.',
    },
    {
      args: ["sources", "approve", "nope"],
      code: 1,
      says: 'There is no source "nope". Run "toolshed sources" to list them.',
    },
    {
      args: ["connect", "granola-persnal"],
      code: 1,
      says: 'There is no provider "granola-persnal". Did you mean granola-personal?',
    },
    {
      args: ["connect", "granola-personal", "--remove"],
      code: 1,
      says: 'Granola is not connected. Run "toolshed connect" to list what is.',
    },
    {
      args: ["endpoint", "revoke", "lokal"],
      code: 1,
      says: 'There is no endpoint "lokal". Did you mean local?',
    },
    {
      args: ["approvals", "approve", "nope"],
      code: 1,
      says: 'No id in the list begins with "nope". "toolshed approvals" shows what there is now.',
    },
    {
      args: ["members", "remove", "ann@example.com"],
      code: 1,
      says: /^There is no member "ann@example\.com"\. There is: owner@toolshed\.local\.$/,
    },
    // Files
    {
      args: ["add", "openapi", "x", "/missing.json"],
      code: 1,
      says: "The file /missing.json does not exist. Give the path of an OpenAPI document, or a URL that starts with https://.",
    },
    {
      args: ["add", "openapi", "x", noServers],
      code: 1,
      says: /^This is not an OpenAPI document: it needs a field openapi/,
    },
    {
      args: ["add", "plugin", "./missing.ts"],
      code: 1,
      says: "The file ./missing.ts does not exist. Check the path and try again.",
    },
    { args: ["run", folder], code: 1, says: `${folder} is a folder. Give the path of a file in it.` },
    {
      args: ["import", noServers],
      code: 1,
      says: `${noServers} has no MCP servers. Give a file with "mcpServers", such as .mcp.json.`,
    },
    {
      args: ["import", notJson],
      code: 1,
      says: /is not JSON \(.*\)\. Give a file with "mcpServers", such as \.mcp\.json\.$/,
    },
    {
      args: ["backup", "/nonexistent/folder/file"],
      code: 1,
      says: "The folder /nonexistent/folder does not exist. Create it, or give another path.",
    },
    { args: ["backup", folder], code: 1, says: `${folder} exists already: give another name.` },
    // Servers and services
    {
      args: ["add", "mcp", "x", "--", "no-such-program"],
      code: 1,
      says: "Command not found: no-such-program. Install it, or give its full path.",
    },
    {
      args: ["add", "mcp", "x", "--", process.execPath, "/missing.js"],
      code: 1,
      says: /^The server ended with exit code 1\. Check that the command starts an MCP server that speaks over stdio, and what it wrote:\n(.*\n)*Error: Cannot find module '\/missing\.js'/,
    },
    {
      args: ["add", "mcp", "x", "--", process.execPath, exitsEarly],
      code: 1,
      says: /^The server ended with exit code 3\. Check .*, and what it wrote:\n(.*\n)*No license found$/,
    },
    {
      args: ["add", "mcp", "x", "--", process.execPath, garbage],
      code: 1,
      says: /^The server does not speak MCP: it writes other text to its standard output\. Check .*\n(.*\n)*not a message: loading \d+/,
    },
    {
      args: ["add", "mcp", "x", "http://127.0.0.1:1/mcp"],
      code: 1,
      says: "127.0.0.1 is in a private network, which needs to be allowed by an admin. Add --allow-private to allow it.",
    },
    {
      args: ["add", "mcp", "x", "http://127.0.0.1:1/mcp", "--allow-private"],
      code: 1,
      says: "127.0.0.1:1 cannot be reached: connection refused. Check the URL and that the server runs.",
    },
    {
      args: ["add", "openapi", "x", "http://10.0.0.1/x.json"],
      code: 1,
      says: /10\.0\.0\.1 is in a private network.* Add --allow-private <host> to allow it\.$/,
    },
    {
      args: ["add", "mcp", "x", "linear"],
      code: 1,
      says: "`url` must be a full URL, such as https://example.com/mcp.",
    },
    {
      args: ["connect", "granola-personal"],
      code: 1,
      says: /^No key of Granola .* on standard input\. Pipe it in: toolshed connect granola-personal < key\.txt$/,
    },
    {
      args: ["connect", "granola-personal"],
      code: 1,
      says: "Couldn't reach Granola (connection refused), so the key was not saved. Check your connection and try again.",
      input: "grn_abc",
    },
  ];
}

/** A stack frame, a validator's own words, or the name of an object that was not meant to be printed. */
const raw = /\n\s+at |✖|ZodError|Invalid input|Too small|Unrecognized|\[object|undefined|fetch failed/;

const atATime = 4;

test("40 wrong inputs each exit with their code, say what is wrong and what to do, and nothing raw", async () => {
  const folder = temporaryFolder();
  const gateway = await startGateway({ environment: { GRANOLA_API_URL: await closedAddress() } });
  const environment = { TOOLSHED_HOME: gateway.home, HOME: folder };
  const all = wrongInputs(folder);
  expect(all.length).toBeGreaterThanOrEqual(40);

  async function check({ args, code, says, input }: Wrong): Promise<void> {
    const typed = `toolshed ${args.join(" ")}`;
    const ended = await finished(spawnCommand([...args], environment, [], input));
    const said = ended.stderr.replace(/\n$/, "");
    expect.soft({ code: ended.code, stdout: ended.stdout }, typed).toEqual({ code, stdout: "" });
    if (typeof says === "string") expect.soft(said, typed).toBe(says);
    else expect.soft(said, typed).toMatch(says);
    expect.soft(said, typed).not.toMatch(raw);
  }
  const left = [...all];
  const work = async () => {
    for (let one = left.shift(); one; one = left.shift()) await check(one);
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
    const server = createServer((_, response) => response.end("<h1>It works</h1>")).listen(0, "127.0.0.1");
    onTestFinished(() => {
      server.close();
    });
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
}
