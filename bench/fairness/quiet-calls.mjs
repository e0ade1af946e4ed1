import { Agent, request } from "node:http";

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
};
const params = { _meta: meta, name: "call_tool", arguments: { path: "samples.notes.list", arguments: {} } };
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
/** A person is no benchmark: some time passes between two calls. */
const pauseMs = 5;

/** What one person's calls take, one after the other. */
export async function measureQuietCalls({ url, token }, durationMs) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "call_tool",
  };
  const send = () =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        { agent, hostname, port, path: "/api/mcp", method: "POST", headers },
        (incoming) => {
          let text = "";
          incoming.setEncoding("utf8");
          incoming.on("data", (data) => {
            text += data;
          });
          incoming.on("end", () => resolve(text));
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  const times = [];
  for (const until = performance.now() + durationMs; performance.now() < until; ) {
    const started = performance.now();
    const answer = await send();
    times.push(performance.now() - started);
    if (!answer.includes("notes")) throw new Error(`Unexpected answer: ${answer.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p99: at(0.99), max: at(1), count: times.length };
}
