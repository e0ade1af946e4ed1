import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const udp = createSocket("udp4").bind(0, "127.0.0.1");
  udp.on("message", () => hits.push("datagram"));
  await once(udp, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    udp.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, udpPort: udp.address().port, hits };
}
