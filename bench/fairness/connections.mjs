// What the owner's calls take while others hold thousands of connections, beside a bare hono server under the same attack.
// Usage: node bench/fairness/connections.mjs [--counts=10000,20000] [--seconds=60] [--kinds=strangers,token,proxy]
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startGateway } from "./gateway.mjs";

const { values } = parseArgs({
  options: {
    counts: { type: "string", default: "10000,20000" },
    seconds: { type: "string", default: "60" },
    kinds: { type: "string", default: "strangers,token,proxy" },
  },
});
const counts = values.counts.split(",").map(Number);
const kinds = values.kinds.split(",");
const ms = 1_000 * Number(values.seconds);
/** How many connections one process holds. */
const perProcess = 5_000;
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));

const gateway = await startGateway(["owner", "other"]);
const [owner, other] = gateway.people;
// Runs in its own process, like the gateway.
const bare = fork(fileOf("bare-hono.mjs"));
process.on("exit", () => bare.kill("SIGKILL"));
const [bareUrl] = await once(bare, "message");

const call = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "call_tool", arguments: { path: "samples.notes.list", arguments: {} } },
});
const requests = {
  strangers: (host) => `GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  proxy: (host) => `GET /sign-in HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n`,
  token: (host) =>
    `POST /api/mcp/${other.token} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 40\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"ping"}`,
};

/** Every second call uses a new connection. */
async function measure(url, path) {
  const kept = new Agent({ keepAlive: true });
  const times = [];
  let failures = 0;
  const ask = (agent) =>
    new Promise((resolve, reject) => {
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      const asked = request(url + path, { method: "POST", agent, headers, timeout: 20_000 }, (answer) => {
        answer.resume();
        answer.on("end", () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(answer.statusCode)),
        );
      });
      asked.on("timeout", () => asked.destroy(new Error("timeout")));
      asked.on("error", reject);
      asked.end(call);
    });
  const end = performance.now() + ms;
  for (let at = 0; performance.now() < end; at += 1) {
    const began = performance.now();
    await ask(at % 2 === 0 ? kept : new Agent()).catch(() => {
      failures += 1;
    });
    times.push(performance.now() - began);
    await setTimeout(20);
  }
  times.sort((one, another) => one - another);
  return { calls: times.length, failures, p99: times[Math.floor(times.length * 0.99)] };
}

async function measureUnder(url, path, count, raw) {
  const flooders = [];
  for (let left = count; left > 0; left -= perProcess) {
    const args = [url, String(Math.min(left, perProcess)), Buffer.from(raw).toString("base64")];
    const child = fork(fileOf("connection-flood.mjs"), args);
    await once(child, "message");
    flooders.push(child);
  }
  await setTimeout(5_000);
  const measured = await measure(url, path);
  const sums = { opened: 0, closed: 0, open: 0 };
  for (const child of flooders) {
    child.send("stop");
    const [told] = await once(child, "message");
    for (const name of Object.keys(sums)) sums[name] += told[name];
  }
  await setTimeout(3_000);
  return { ...measured, ...sums };
}

const path = `/api/mcp/${owner.token}`;
process.stdout.write("kind        count  server   calls  failed  p99 ms   opened   closed\n");
for (const kind of kinds) {
  for (const count of counts) {
    for (const [name, url] of [
      ["ours", gateway.url],
      ["hono", bareUrl],
    ]) {
      const raw = requests[kind](new URL(url).host);
      const { calls, failures, p99, opened, closed } = await measureUnder(url, path, count, raw);
      const cells = [calls, failures, p99.toFixed(1), opened, closed].map((cell) => String(cell).padStart(8));
      process.stdout.write(
        `${kind.padEnd(10)} ${String(count).padStart(6)}  ${name.padEnd(6)}${cells.join("")}\n`,
      );
    }
  }
}
await gateway.end();
process.exit();
