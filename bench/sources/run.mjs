// A call through the gateway to an MCP server, beside the same call to the server itself and through mcp-hub, in one run.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { load } from "../gateway/load.mjs";
import { check, mcpCall, text } from "./echo-call.mjs";
import { loadWith } from "./load-with.mjs";
import { openSseSession } from "./sse-session.mjs";
import { startGateway } from "./start-gateway.mjs";

const durationMs = Number(process.env.BENCH_MS ?? 3_000);
const rounds = 7;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const command = here("../../packages/toolshed/bin/toolshed.js");
const program = here("../../test/fixtures/broken-upstreams/upstream.mjs");
const hub = here("../peers/node_modules/mcp-hub/dist/cli.js");
const folder = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
const children = [];
// The official client leaves a listener behind for each of its requests, and Node warns of every one.
process.removeAllListeners("warning");
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const upstream = fork(here("./http-upstream.mjs"));
children.push(upstream);
const [{ url: upstreamUrl }] = await once(upstream, "message");
const proxy = fork(here("./bare-proxy.mjs"), [upstreamUrl]);
children.push(proxy);
const [{ url: proxyUrl }] = await once(proxy, "message");

const started = await startGateway({ command, home: join(folder, "home"), program, upstreamUrl });
children.push(started.child);
const { searchUrl, programUrl, remoteUrl } = started;

const client = new Client({ name: "bench", version: "1" });
await client.connect(new StdioClientTransport({ command: process.execPath, args: [program] }));
const callDirectly = async () =>
  check(JSON.stringify(await client.callTool({ name: "echo", arguments: { text } })));

const own = mcpCall("echo", { text });
const found = (source) => mcpCall("call_tool", { path: `${source}.echo`, arguments: { text } });
const targets = [
  {
    name: "stdio, directly",
    run: (inFlight, ms) => loadWith({ send: callDirectly, inFlight, durationMs: ms }),
  },
  { name: "stdio, source endpoint", beside: "stdio, directly", url: programUrl, ...own },
  { name: "stdio, call_tool", beside: "stdio, directly", url: searchUrl, ...found("program") },
  { name: "HTTP, directly", url: upstreamUrl, ...own },
  { name: "HTTP, bare proxy", beside: "HTTP, directly", url: proxyUrl, ...own },
  { name: "HTTP, source endpoint", beside: "HTTP, directly", url: remoteUrl, ...own },
  { name: "HTTP, call_tool", beside: "HTTP, directly", url: searchUrl, ...found("remote") },
];
const hubUrl = existsSync(hub) ? await startHub() : undefined;
targets.push(
  throughClient("stdio, MCP client", new StreamableHTTPClientTransport(new URL(programUrl)), "echo"),
);
if (hubUrl) {
  targets.push(
    throughClient("mcp-hub, MCP client", new SSEClientTransport(new URL(`${hubUrl}/mcp`)), "program__echo"),
  );
  targets.push({
    name: "mcp-hub, MCP",
    beside: "stdio, directly",
    async run(inFlight, ms) {
      const { ask, close } = await openSseSession(`${hubUrl}/mcp`, inFlight);
      const call = { name: "program__echo", arguments: { text } };
      const result = await loadWith({
        send: async () => check(await ask("tools/call", call)),
        inFlight,
        durationMs: ms,
      });
      close();
      return result;
    },
  });
  targets.push({
    name: "mcp-hub, its own API",
    beside: "stdio, directly",
    url: `${hubUrl}/api/servers/tools`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ server_name: "program", tool: "echo", arguments: { text } }),
    check,
  });
} else process.stdout.write('mcp-hub is not installed: "npm install --prefix bench/peers" adds it.\n');

const measure = ({ name, beside, run, ...target }, inFlight, ms) =>
  run ? run(inFlight, ms) : load({ ...target, inFlight, durationMs: ms });
const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

// Warm up first, so that the first measurement does not include it.
for (const target of targets) await measure(target, 16, durationMs);
for (const inFlight of [1, 16]) {
  // The speed of a machine changes from second to second: all take turns, and are compared within each round.
  const results = new Map(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) {
      results.get(target.name).push(await measure(target, inFlight, durationMs / 3));
    }
  }
  const compare = (name, other, difference) =>
    median(results.get(name).map((result, round) => difference(result, results.get(other)[round])));

  process.stdout.write(
    `\n${inFlight} in flight, medians of ${rounds} rounds\n${"".padEnd(24)}${["p50 ms", "added ms", "p99 ms", "calls/s"].map((head) => head.padStart(10)).join("")}\n`,
  );
  for (const { name, beside } of targets) {
    const of = (figure) => median(results.get(name).map((result) => result[figure]));
    const added = beside ? compare(name, beside, (own, direct) => own.p50 - direct.p50).toFixed(2) : "";
    const row = [of("p50").toFixed(2), added, of("p99").toFixed(2), of("perSecond").toFixed(0)];
    process.stdout.write(`${name.padEnd(24)}${row.map((cell) => cell.padStart(10)).join("")}\n`);
  }
  if (hubUrl) {
    const ratio = (ours, theirs) =>
      compare(ours, theirs, (own, other) => own.perSecond / other.perSecond).toFixed(2);
    process.stdout.write(
      [
        `${ratio("stdio, source endpoint", "mcp-hub, MCP")}× the calls of mcp-hub, each asked by MCP with as little work for the client as possible`,
        `${ratio("stdio, source endpoint", "mcp-hub, its own API")}× those of mcp-hub by its own API`,
        `${ratio("stdio, MCP client", "mcp-hub, MCP client")}× with the official client, which takes longer than either\n`,
      ].join("\n"),
    );
  }
}
process.exit(0);

function throughClient(name, transport, tool) {
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const opening = client.connect(transport);
  const send = async () => check(JSON.stringify(await client.callTool({ name: tool, arguments: { text } })));
  return {
    name,
    beside: "stdio, directly",
    run: (inFlight, ms) => opening.then(() => loadWith({ send, inFlight, durationMs: ms })),
  };
}

async function startHub() {
  const config = join(folder, "hub.json");
  writeFileSync(
    config,
    JSON.stringify({ mcpServers: { program: { command: process.execPath, args: [program] } } }),
  );
  const port = await freePort();
  const env = {
    ...process.env,
    XDG_STATE_HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    HOME: folder,
  };
  children.push(
    spawn(process.execPath, [hub, "--port", String(port), "--config", config], { env, stdio: "ignore" }),
  );
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    const health = await fetch(`${url}/api/health`)
      .then((response) => response.text())
      .catch(() => "");
    if (/"connected"/.test(health)) return url;
    await sleep(200);
  }
  process.stdout.write("mcp-hub did not start.\n");
  return undefined;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}
