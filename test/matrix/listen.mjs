import { once } from "node:events";

/** Listens on a free port, and returns it. */
export async function listen(server, host) {
  server.listen(0, host);
  await once(server, "listening");
  return server.address().port;
}
