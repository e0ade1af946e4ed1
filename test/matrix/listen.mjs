import { once } from "node:events";
import { createServer } from "node:net";

/** Listens on a free port, and returns it. */
export async function listen(server, host) {
  server.listen(0, host);
  await once(server, "listening");
  return server.address().port;
}

/** A port that was free a moment ago. */
export async function findPort() {
  const server = createServer();
  const port = await listen(server, "127.0.0.1");
  server.close();
  await once(server, "close");
  return port;
}
