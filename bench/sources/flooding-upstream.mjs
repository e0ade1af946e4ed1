// An MCP server that floods, to measure what other sources notice of it. By its first arguments:
//   lists <tools> <times a second> [changing]   tools/list_changed, with a list that is the same or another each time
//   progress <times a second>                   progress of every call, which never ends
//   noise <kilobytes a second>                  lines on stderr
//   results <megabytes>                         one text of that length, as the answer to every call
// It speaks stdio, or HTTP if FLOOD_HTTP is set: then it tells its URL to its parent, or prints it.
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const [kind = "lists", ...rest] = process.argv.slice(2);
const [first = "5000", second = "5", third] = rest;
let revision = 0;
const largeText = kind === "results" ? "a line of a text\n".repeat((Number(first) * 1024 * 1024) / 17) : "";
const large = { result: { content: [{ type: "text", text: largeText }] } };

const properties = Object.fromEntries(
  ["query", "limit", "cursor", "folder"].map((name) => [
    name,
    { type: "string", description: `The ${name}` },
  ]),
);
const toTool = (_, index) => ({
  name: `tool_${index}`,
  description: `Does thing number ${index}${index === 0 && third === "changing" ? `, revision ${revision}` : ""}`,
  inputSchema: { type: "object", properties, required: ["query"] },
  annotations: { readOnlyHint: true },
});
const listTools = () =>
  Array.from({ length: kind === "lists" ? Number(first) : 1 }, toTool).concat({
    name: "echo",
    description: "Answers with its text",
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
  });

/** What it answers a request with. Nothing if it never does. */
function answer({ method, params }, tell) {
  if (method === "initialize") {
    const capabilities = { tools: { listChanged: true } };
    const { protocolVersion } = params;
    return { result: { protocolVersion, capabilities, serverInfo: { name: "flooding", version: "1" } } };
  }
  if (method === "tools/list") return { result: { tools: listTools() } };
  if (method === "ping") return { result: {} };
  if (method === "tools/call") {
    if (kind === "results") return large;
    if (kind !== "progress") return { result: { content: [{ type: "text", text: "echo" }] } };
    const progressToken = params._meta?.progressToken;
    let progress = 0;
    every(Number(first), () =>
      tell({ method: "notifications/progress", params: { progressToken, progress: ++progress } }),
    );
    return undefined;
  }
  return { error: { code: -32601, message: "Method not found" } };
}

/** Timers are too slow for thousands a second, so several go together. */
function every(timesASecond, action) {
  const together = Math.max(1, Math.round(timesASecond / 100));
  return setInterval(
    () => {
      for (let count = 0; count < together; count += 1) action();
    },
    (1000 * together) / timesASecond,
  );
}

function flood(tell) {
  if (kind === "lists" && Number(second) > 0) {
    every(Number(second), () => {
      revision += 1;
      tell({ method: "notifications/tools/list_changed" });
    });
  }
  if (kind === "noise") every(Number(first), () => process.stderr.write(`${"x".repeat(1023)}\n`));
}

const toText = (message) => JSON.stringify({ jsonrpc: "2.0", ...message });

function serveStdio() {
  const tell = (message) => process.stdout.write(`${toText(message)}\n`);
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      const { id, ...message } = JSON.parse(line);
      if (message.method === "notifications/initialized") flood(tell);
      if (id === undefined) return;
      const answered = answer(message, tell);
      if (answered) tell({ id, ...answered });
    })
    .on("close", () => process.exit());
}

function serveHttp() {
  const streams = new Set();
  const toEvents = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    return (message) => response.write(`data: ${toText(message)}\n\n`);
  };
  flood((message) => {
    for (const tell of streams) tell(message);
  });
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      const tell = toEvents(response);
      streams.add(tell);
      response.flushHeaders();
      return response.on("close", () => streams.delete(tell));
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, ...message } = JSON.parse(body || "{}");
    if (id === undefined) return response.writeHead(202).end();
    let tell;
    const answered = answer(message, (told) => {
      tell ??= toEvents(response);
      tell(told);
    });
    if (answered)
      response.writeHead(200, { "content-type": "application/json" }).end(toText({ id, ...answered }));
  });
  server.listen(0, "127.0.0.1", () => {
    const url = `http://127.0.0.1:${server.address().port}/mcp`;
    if (process.send) process.send({ url });
    else process.stdout.write(`${url}\n`);
  });
}

if (process.env.FLOOD_HTTP) serveHttp();
else serveStdio();
