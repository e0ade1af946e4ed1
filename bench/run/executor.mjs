// Executor, if it is installed beside: `npm ci` in bench/peers.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const command = fileURLToPath(new URL("../peers/node_modules/.bin/executor", import.meta.url));

export async function startExecutor(home, startMs = 60_000) {
  if (!existsSync(command)) return undefined;
  const port = await freePort();
  const child = spawn(command, ["web", "--port", `${port}`], {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: "ignore",
    detached: true,
  });
  const end = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has already ended.
    }
  };
  process.on("exit", end);
  for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(200)) {
    const client = new Client({ name: "bench", version: "1" });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
      const execute = (code = "return 1+1") => client.callTool({ name: "execute", arguments: { code } });
      await execute();
      return { execute, end, pid: child.pid, url: `http://127.0.0.1:${port}` };
    } catch {
      await client.close().catch(() => {});
    }
  }
  end();
  return undefined;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}
