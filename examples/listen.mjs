import { createServer } from "node:http";
import { toListener } from "./to-listener.mjs";

/** Serves a handler on a port of this machine. If the port is taken, says which variable sets another and exits. */
export function listen(handler, { host = "127.0.0.1", port, variable = "PORT", onListening }) {
  const server = createServer(toListener(handler));
  server.on("error", (error) => {
    if (error.code !== "EADDRINUSE") throw error;
    process.stderr.write(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: ${variable}=${port + 10}\n`,
    );
    process.exit(1);
  });
  server.listen(port, host, onListening);
}
