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
/** Executor may take this long to import the document, and to start with it. */
const patienceMs = 120_000;
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
      const executor = await startExecutor(home, patienceMs);
      if (!executor) return undefined;
      const request = async (path, body) => {
        const response = await fetch(`${executor.url}/api${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(patienceMs),
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

const figures = {};
for (const [name, { open }] of Object.entries(programs)) {
  const home = join(folder, name);
  mkdirSync(home);
  figures[name] = {};
  await measure(() => open(home), figures[name]).catch((error) => {
    process.stdout.write(`${name} gives up: ${error.message.slice(0, 300)}\n`);
  });
}
service.close();

const line = (name, cells) =>
  process.stdout.write(`${name.padEnd(44)}${cells.map((cell) => cell.padStart(10)).join("")}\n`);
process.stdout.write(`\n${toolCount} operations, ${(document.length / 2 ** 20).toFixed(1)} MB\n`);
line("", ["Toolshed", "Executor", "ratio"]);
for (const [row, ours] of Object.entries(figures.Toolshed)) {
  const theirs = figures.Executor[row];
  line(row, [
    ours.toFixed(1),
    theirs?.toFixed(1) ?? "",
    theirs === undefined ? "" : (theirs / ours).toFixed(1),
  ]);
}
process.exit(0);

/** Notes each figure as soon as it is known, so that those are shown of a program that does not come to the end. */
async function measure(open, rows) {
  const [program, emptyStartMs] = await timed(open);
  if (!program)
    throw new Error('it is not installed ("npm install --prefix bench/peers"), or does not start here');
  rows["start with nothing (ms)"] = emptyStartMs;
  await sleep(1000);
  const emptyMb = residentMb(program.pid);
  const [count, importedMs] = await timed(program.importDocument);
  if (count !== toolCount) throw new Error(`it has ${count} of ${toolCount} tools`);
  rows["import and connect (ms)"] = importedMs;
  rows["call of a tool, p50 (ms)"] = await p50(program.call);
  rows["memory that it adds (MB)"] = residentMb(program.pid) - emptyMb;
  await program.end();
  await sleep(1000);

  const [again, startMs] = await timed(open);
  if (!again) throw new Error(`with the document it does not start within ${patienceMs / 1000} s`);
  rows["start with it imported (ms)"] = startMs;
  const [, firstMs] = await timed(() => check(again.call));
  rows["start until a call is answered (ms)"] = startMs + firstMs;
  rows["memory after such a start (MB)"] = residentMb(again.pid);
  await again.end();
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
