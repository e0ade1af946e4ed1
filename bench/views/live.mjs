// How long a call of an open View's own tool takes through the gateway, by stream and by long poll, and what 200 open
// Views cost: all with pages that only speak the protocol. BENCH_CALLS sets how many calls.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { whenRunning } from "../../scripts/when-running.mjs";

const calls = Number(process.env.BENCH_CALLS ?? 300);
const openViews = 200;
/** A person has at most 50. */
const viewsPerPerson = 50;
const idleMs = 10_000;
const settleMs = 3_000;
const command = fileURLToPath(new URL("../../packages/toolshed/bin/toolshed.js", import.meta.url));
const shown = "samples.notes.list";
const tools = ["get-selection", "get-form-data", "set-highlight"].map((name) => ({
  name,
  description: `What the View answers for ${name}`,
  inputSchema: { type: "object", properties: { id: { type: "string", description: "The id of a note" } } },
  annotations: { readOnlyHint: true },
}));

async function startGateway() {
  const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
  const env = { ...process.env, TOOLSHED_HOME: home, PORT: "0" };
  const child = spawn(process.execPath, [command, "start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const { url: origin, mcpUrl } = await whenRunning(child, home);
  const token = mcpUrl.split("/").at(-1);
  const run = (...args) => execFileSync(process.execPath, [command, ...args], { env }).toString();
  return {
    origin,
    token,
    run,
    /** Resident memory in KB, and processor time in milliseconds. */
    usage() {
      const [, rss] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"));
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
      return { kb: Number(rss), cpuMs: (Number(fields[11]) + Number(fields[12])) * 10 };
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function connect(url) {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** What the page that shows a View asks, by `view_request`. */
async function showView(client) {
  const { _meta } = await client.callTool({ name: "show_tool", arguments: { path: shown } });
  const { handle } = _meta["toolshed/view"];
  return async (method, params) => {
    const { content } = await client.callTool({
      name: "view_request",
      arguments: { handle, method, params },
    });
    const { result, error } = JSON.parse(content[0].text);
    if (error) throw new Error(error.message);
    return result;
  };
}

/** A page that answers every call with its arguments, until the function that it gives is called. */
async function openPage(client, way) {
  const ask = await showView(client);
  const instance = crypto.randomUUID();
  const { id, stream } = await ask("live/open", { instance, title: "Bench", tools });
  const leaving = new AbortController();
  const answersTo = (batch) =>
    batch.calls.map((call) => ({
      id: call.id,
      result: { content: [{ type: "text", text: JSON.stringify(call.arguments) }] },
    }));
  const post = (url, body) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify({ ticket: stream.ticket, instance, ...body }),
      signal: leaving.signal,
    });
  async function poll() {
    for (let answers = []; !leaving.signal.aborted; )
      answers = answersTo(await ask("live/poll", { instance, answers }));
  }
  async function listen() {
    let text = "";
    const { body } = await post(stream.url);
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split("\n\n");
      text = events.pop();
      for (const event of events.filter((one) => one.startsWith("data: ")))
        post(`${stream.url}/answers`, { answers: answersTo(JSON.parse(event.slice(6))) }).catch(() => {});
    }
  }
  (way === "poll" ? poll() : listen()).catch(() => {});
  return { path: `views.${id}.get_selection`, leave: () => leaving.abort() };
}

const print = (name, value, aim) =>
  process.stdout.write(`${name.padEnd(52)}${value.padStart(14)}   aim: ${aim}\n`);
const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)];

/** A call from the client to the View and back, and beside it one of a tool that the gateway has itself. */
async function timeCalls(client, path) {
  const call = async () => {
    const began = performance.now();
    await client.callTool({ name: "call_tool", arguments: { path, arguments: {} } });
    return performance.now() - began;
  };
  for (let round = 0; round < 30; round += 1) await call();
  const times = [];
  for (let round = 0; round < calls; round += 1) times.push(await call());
  return times;
}

async function showTimes() {
  const gateway = await startGateway();
  const url = `${gateway.origin}/api/mcp/${gateway.token}`;
  const [client, pageClient] = [await connect(url), await connect(url)];
  for (const [way, aim] of [
    ["stream", "under 30 ms"],
    ["poll", "under 120 ms"],
  ]) {
    const page = await openPage(pageClient, way);
    const times = await timeCalls(client, page.path);
    page.leave();
    const ms = (share) => `${percentile(times, share).toFixed(1)} ms`;
    print(`call of a View's tool by ${way}, p50 (p95 ${ms(0.95)})`, ms(0.5), aim);
  }
  print(
    "call of a sample tool, p50",
    `${percentile(await timeCalls(client, shown), 0.5).toFixed(1)} ms`,
    "-",
  );
  await Promise.all([client.close(), pageClient.close()]);
  await gateway.stop();
}

/** A client of a person of their own. */
async function invite({ origin, run }, name) {
  const [, code] = /\/invitation\/(\S+)/.exec(run("invite", "--role", "member"));
  const send = (path, body, cookie = "") =>
    fetch(`${origin}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, cookie },
      body: JSON.stringify(body),
    });
  const person = { name, email: `${name}@example.com`, password: "a long password" };
  const joined = await send(`/session/invitation/${code}`, person);
  const cookies = joined.headers.getSetCookie().map((line) => line.split(";")[0]);
  const { token } = await (await send("/endpoints", { name: "bench" }, cookies.join("; "))).json();
  return connect(`${origin}/api/mcp/${token}`);
}

async function showCosts(way) {
  const gateway = await startGateway();
  const people = [];
  for (let index = 0; index < openViews / viewsPerPerson; index += 1)
    people.push(await invite(gateway, `person${index}`));
  // What a gateway needs for its first Views, whether they are open or not, is not counted.
  for (let index = 0; index < openViews; index += 1) await showView(people[index % people.length]);
  await sleep(settleMs);
  const before = gateway.usage();
  const pages = [];
  for (let index = 0; index < openViews; index += 1)
    pages.push(await openPage(people[index % people.length], way));
  await sleep(settleMs);
  const open = gateway.usage();
  await sleep(idleMs);
  const after = gateway.usage();
  const idle = ((after.cpuMs - open.cpuMs) / idleMs) * 100;
  const each = (after.kb - before.kb) / openViews;
  print(`${openViews} open Views by ${way}, memory of each`, `${each.toFixed(0)} KB`, "under 200 KB");
  print(`${openViews} open Views by ${way}, idle processor`, `${idle.toFixed(1)} %`, "under 5 % of a core");
  for (const page of pages) page.leave();
  await Promise.all(people.map((client) => client.close()));
  await gateway.stop();
}

await showTimes();
for (const way of ["stream", "poll"]) await showCosts(way);
