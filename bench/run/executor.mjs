// Executor, if it is installed beside: `npm ci` in bench/peers.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const command = fileURLToPath(new URL("../peers/node_modules/.bin/executor", import.meta.url));
const port = 4788;
const startMs = 60_000;

export async function startExecutor(home) {
  if (!existsSync(command)) return undefined;
  const child = spawn(command, ["web", "--port", `${port}`], {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: "ignore",
    detached: true,
  });
  const end = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(200)) {
    const client = new Client({ name: "bench", version: "1" });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
      const execute = () => client.callTool({ name: "execute", arguments: { code: "return 1+1" } });
      await execute();
      return { execute, end };
    } catch {
      await client.close().catch(() => {});
    }
  }
  end();
  return undefined;
}
