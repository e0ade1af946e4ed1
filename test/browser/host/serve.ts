import { createServer, type IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { listen } from "../../fixtures/listen.ts";

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
