import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "../../fixtures/listen.ts";

export interface Canary {
  origin: string;
  port: number;
  /** A UDP port, for WebRTC. */
  udpPort: number;
  /** Everything that reached it. */
  hits: string[];
}

/** A server on the loopback that nothing in a View may reach; it answers with a page that forges messages. */
export async function startCanary(page = ""): Promise<Canary> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" }).end(page);
  });
  server.on("connection", () => hits.push("connection"));
  server.on("upgrade", (request, socket) => {
    hits.push(`${request.method} ${request.url}`);
    socket.destroy();
  });
  const port = await listen(server);
  const udp = createSocket("udp4").bind(0, "127.0.0.1");
  udp.on("message", () => hits.push("datagram"));
  await once(udp, "listening");
  onTestFinished(() => {
    udp.close();
  });
  return { origin: `http://127.0.0.1:${port}`, port, udpPort: udp.address().port, hits };
}
