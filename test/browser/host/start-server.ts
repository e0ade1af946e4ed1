import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { root } from "../../fixtures/source-files.ts";

/** Starts a published MCP App server as its users do. Returns its MCP URL. */
export async function startServer(name: string): Promise<string> {
  const port = await findPort();
  const entry = `${root}test/peers/node_modules/@modelcontextprotocol/${name}/dist/index.js`;
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const url = `http://localhost:${port}/mcp`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${output}`);
    await sleep(50);
  }
  return url;
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
