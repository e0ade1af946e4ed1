import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { onTestFinished } from "vitest";

export type Handler = (request: Request) => Response | Promise<Response>;

/** Serves a web-standard handler on a free port of the loopback until the test ends. Returns the origin. */
export async function serve(name: "127.0.0.1" | "localhost", handler: Handler): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const response = await handler(await toRequest(incoming));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body) await pipeline(response.body, outgoing);
      else outgoing.end();
    } catch {
      // A stream ends with the test, whichever side goes first.
      outgoing.destroy();
    }
  });
  return `http://${name}:${await listen(server)}`;
}

/** Listens on the loopback; `localhost` may mean the sixth or the fourth version of it. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "GET", url = "/", headers } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: headers as Record<string, string>,
    ...(hasBody && { body: Buffer.concat(chunks) }),
  });
}
