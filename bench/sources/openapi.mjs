// What a large OpenAPI document costs: import, memory, and a call of one of its tools.
// node bench/sources/openapi.mjs [tools] [calls]
import { once } from "node:events";
import { createServer } from "node:http";
import { createGuardedFetch } from "../../packages/toolshed/dist/net/guarded-fetch.js";
import { createOpenapiSource } from "../../packages/toolshed/dist/source/openapi/create-openapi-source.js";

const toolCount = Number(process.argv[2] ?? 10_000);
const callCount = Number(process.argv[3] ?? 2000);

const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"id":"1","name":"one"}');
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const baseUrl = `http://127.0.0.1:${server.address().port}`;
const fetch = createGuardedFetch({ allowPrivate: ["127.0.0.1"] });

const text = JSON.stringify(syntheticDocument(toolCount));
globalThis.gc?.();
const before = process.memoryUsage().rss;
const started = performance.now();
const { source, skipped } = await createOpenapiSource({ id: "bench", text, baseUrl, fetch });
const importMs = performance.now() - started;
globalThis.gc?.();
const megabytes = (process.memoryUsage().rss - before) / 1024 / 1024;

const tool = source.tools.find(({ readOnly }) => readOnly);
const call = { auth: { getToken: async () => "token" }, signal: new AbortController().signal };
const direct = await measure(() => globalThis.fetch(`${baseUrl}/bare`).then((response) => response.json()));
const through = await measure(async () => tool.run((await tool.parse({ id: "1" })).input, call));

// biome-ignore lint/suspicious/noConsole: the figures are what it is for
console.table({
  "document (MB)": (text.length / 1024 / 1024).toFixed(1),
  tools: source.tools.length,
  skipped: skipped.length,
  "import (ms)": importMs.toFixed(0),
  "memory of the source (MB)": megabytes.toFixed(0),
  "bare fetch, p50 (ms)": direct.toFixed(3),
  "call of a tool, p50 (ms)": through.toFixed(3),
});

await fetch.close();
server.close();

async function measure(once) {
  const times = [];
  for (let index = 0; index < callCount; index++) {
    const at = performance.now();
    await once();
    times.push(performance.now() - at);
  }
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
}

/** Four operations on each of many resources, whose schemas refer to one another. */
function syntheticDocument(operations) {
  const paths = {};
  const schemas = {};
  for (let index = 0; index < operations / 4; index++) {
    const schema = { $ref: `#/components/schemas/Thing${index}` };
    const content = { "application/json": { schema } };
    const responses = { 200: { description: "The thing", content } };
    const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
    schemas[`Thing${index}`] = {
      type: "object",
      required: ["name"],
      properties: {
        id: { type: "string", readOnly: true },
        name: { type: "string", description: `What thing ${index} is called` },
        previous: { $ref: `#/components/schemas/Thing${Math.max(0, index - (index % 10))}` },
      },
    };
    paths[`/things${index}`] = {
      post: { summary: `Create thing ${index}`, requestBody: { required: true, content }, responses },
    };
    paths[`/things${index}/{id}`] = {
      parameters: [id],
      get: { summary: `Get thing ${index}`, responses },
      patch: { summary: `Update thing ${index}`, requestBody: { content }, responses },
      delete: { summary: `Delete thing ${index}`, responses: { 204: { description: "Gone" } } },
    };
  }
  return { openapi: "3.0.3", info: { title: "Bench", version: "1" }, paths, components: { schemas } };
}
