// What a large OpenAPI document costs, in Toolshed and in Executor: to import, to keep, to start with, and to call.
// node bench/sources/openapi.mjs [tools] [calls]
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startExecutor } from "../run/executor.mjs";
import { residentMb } from "./resident-mb.mjs";
import { startToolshed } from "./start-toolshed.mjs";
import { syntheticDocument } from "./synthetic-document.mjs";

const toolCount = Number(process.argv[2] ?? 10_000);
const callCount = Number(process.argv[3] ?? 300);
const importMs = 120_000;
const folder = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const document = JSON.stringify(syntheticDocument(toolCount));
const service = createServer((request, response) => {
  const isRefused = request.url !== "/openapi.json" && request.headers.authorization !== "Bearer key";
  response.writeHead(isRefused ? 401 : 200, { "content-type": "application/json" });
  response.end(request.url === "/openapi.json" ? document : '{"id":"1","name":"one"}');
}).listen(0, "127.0.0.1");
await once(service, "listening");
const baseUrl = `http://127.0.0.1:${service.address().port}`;
const documentUrl = `${baseUrl}/openapi.json`;
const isAnswered = (text) => text.includes('"name"') && text.includes("one");

/** Each: starts, imports, and calls one tool. `open` gives what does the last two. */
const programs = {
  Toolshed: {
    async open(home) {
      const { pid, end, request, call } = await startToolshed(home);
      return {
        pid,
        end,
        async importDocument() {
          const config = { url: documentUrl, baseUrl, allowPrivate: ["127.0.0.1"], auth: { how: "bearer" } };
          const { toolCount } = await request("POST", "/sources", { id: "bench", kind: "openapi", config });
          await request("PUT", "/connections/bench", { key: "key" });
          return toolCount;
        },
        call: () => call("bench.things1.get", { id: "1" }),
      };
    },
  },
  Executor: {
    async open(home) {
      const executor = await startExecutor(home);
      if (!executor) return undefined;
      const request = async (path, body) => {
        const response = await fetch(`${executor.url}/api${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(importMs),
        });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response.json();
      };
      return {
        pid: executor.pid,
        end: executor.end,
        async importDocument() {
          const bearer = {
            type: "apiKey",
            slug: "bearer",
            headers: { Authorization: ["Bearer ", { type: "variable", name: "token" }] },
          };
          const { toolCount } = await request("/openapi/specs", {
            spec: { kind: "url", url: documentUrl },
            slug: "bench",
            baseUrl,
            authenticationTemplate: [bearer],
          });
          const connection = { owner: "user", name: "main", integration: "bench", template: "bearer" };
          await request("/connections", { ...connection, values: { token: "key" } });
          return toolCount;
        },
        async call() {
          const { structuredContent } = await executor.execute(
            `return await tools.bench.user.main.things1.getThings1Id({ id: "1" })`,
          );
          return JSON.stringify(structuredContent);
        },
      };
    },
  },
};

const figures = new Map();
for (const [name, { open }] of Object.entries(programs)) {
  const home = join(folder, name);
  mkdirSync(home);
  try {
    figures.set(name, await measure(() => open(home)));
  } catch (error) {
    process.stdout.write(`${name} cannot be measured: ${error.message.slice(0, 300)}\n`);
  }
}
service.close();

const ours = figures.get("Toolshed");
const theirs = figures.get("Executor");
process.stdout.write(
  `\nA document of ${toolCount} operations (${(document.length / 2 ** 20).toFixed(1)} MB)\n`,
);
process.stdout.write(
  `${"".padEnd(44)}${["Toolshed", "Executor", "ratio"].map((head) => head.padStart(10)).join("")}\n`,
);
for (const row of Object.keys(ours ?? {})) {
  const cells = [
    ours[row].toFixed(1),
    theirs?.[row].toFixed(1) ?? "",
    theirs ? (theirs[row] / ours[row]).toFixed(1) : "",
  ];
  process.stdout.write(`${row.padEnd(44)}${cells.map((cell) => cell.padStart(10)).join("")}\n`);
}
if (!theirs)
  process.stdout.write('Executor is not there, or could not: "npm install --prefix bench/peers" adds it.\n');
process.exit(0);

async function measure(open) {
  const [program, emptyStartMs] = await timed(open);
  if (!program) throw new Error("it does not start here");
  await sleep(1000);
  const emptyMb = residentMb(program.pid);
  const [count, importMs] = await timed(program.importDocument);
  if (count !== toolCount) throw new Error(`${count} of ${toolCount} tools`);
  const callMs = await p50(program.call);
  const mb = residentMb(program.pid);
  await program.end();
  await sleep(500);

  const [again, startMs] = await timed(open);
  const [, firstMs] = await timed(() => check(again.call));
  const startedMb = residentMb(again.pid);
  await again.end();
  return {
    "start with nothing (ms)": emptyStartMs,
    "import and connect (ms)": importMs,
    "memory that adds (MB)": mb - emptyMb,
    "start with it imported (ms)": startMs,
    "start until the first call is answered (ms)": startMs + firstMs,
    "memory after such a start (MB)": startedMb,
    "call of a tool, p50 (ms)": callMs,
  };
}

async function timed(action) {
  const started = performance.now();
  const result = await action();
  return [result, performance.now() - started];
}

async function check(call) {
  const text = await call();
  if (!isAnswered(text)) throw new Error(`Unexpected answer: ${text.slice(0, 300)}`);
}

async function p50(call) {
  const times = [];
  for (let index = 0; index < callCount; index += 1) times.push((await timed(() => check(call)))[1]);
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
}
