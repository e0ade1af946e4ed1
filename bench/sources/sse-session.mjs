import { once } from "node:events";
import { Agent, get, request } from "node:http";

/** A session with a server of the older HTTP and SSE transport, by hand: as little work for the client as possible. */
export async function openSseSession(url, inFlight) {
  const { hostname, port, pathname } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const waiting = new Map();
  let nextId = 0;
  let endpoint = "";
  let closed = false;

  const opening = get({ hostname, port, path: pathname, headers: { accept: "text/event-stream" } });
  const [stream] = await once(opening, "response");
  let buffered = "";
  const opened = new Promise((resolve) => {
    stream.setEncoding("utf8").on("data", (data) => {
      buffered += data;
      for (let end = buffered.indexOf("\n\n"); end !== -1; end = buffered.indexOf("\n\n")) {
        const event = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        const text = event.slice(event.indexOf("data: ") + 6);
        if (event.includes("event: endpoint")) {
          endpoint = text;
          resolve();
          continue;
        }
        const { id } = JSON.parse(text);
        waiting.get(id)?.(text);
        waiting.delete(id);
      }
    });
  });
  await opened;

  function post(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const outgoing = request({ agent, hostname, port, path: endpoint, method: "POST", headers }, (incoming) =>
      incoming.resume(),
    );
    // An answer on the stream may come before that of its request, which closing then breaks off.
    outgoing.on("error", (error) => {
      if (!closed) throw error;
    });
    outgoing.end(body);
  }
  function ask(method, params) {
    const id = nextId++;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      post({ id, method, params });
    });
  }

  const clientInfo = { name: "bench", version: "1" };
  await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  post({ method: "notifications/initialized" });
  return {
    ask,
    close() {
      closed = true;
      opening.destroy();
      agent.destroy();
    },
  };
}
