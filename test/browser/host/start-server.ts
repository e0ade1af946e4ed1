import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { freePort } from "../../fixtures/free-port.ts";
import { root } from "../../fixtures/source-files.ts";

/** Starts a published MCP App server as its users do. Returns its MCP URL. */
export async function startPublished(name: string): Promise<string> {
  const port = await freePort();
  const entry = `test/peers/node_modules/@modelcontextprotocol/${name}/dist/index.js`;
  await start(entry, [], { PORT: port });
  return `http://localhost:${port}/mcp`;
}

/** Starts the MCP server of `examples/view-vanilla`. Returns its MCP URL. */
export async function startPalette(): Promise<string> {
  const port = await freePort();
  await startPaletteAt(port);
  return `http://127.0.0.1:${port}/mcp`;
}

/** The same on a port of the test's choice. Returns what stops it. */
export function startPaletteAt(port: number): Promise<() => Promise<void>> {
  return start("examples/view-vanilla/start.mjs", [], { PORT: port });
}

/** Starts the MCP server of `examples/view-react`. Returns its MCP URL. */
export async function startGardens(): Promise<string> {
  const port = await freePort();
  await start("examples/view-react/start.mjs", [], { PORT: port });
  return `http://127.0.0.1:${port}/mcp`;
}

/** Starts `examples/host-minimal` for an MCP server. Returns the page's address. */
export async function startMinimalHost(mcpUrl: string): Promise<string> {
  const port = await freePort();
  await start("examples/host-minimal/start.mjs", [mcpUrl], { PORT: port, SANDBOX_PORT: await freePort() });
  return `http://127.0.0.1:${port}`;
}

/** Starts an example and the minimal host with one command, as its README says. Returns the page's address. */
export async function startExample(name: string): Promise<string> {
  const port = await freePort();
  const ports = { PORT: port, SANDBOX_PORT: await freePort(), MCP_PORT: await freePort() };
  await start("examples/start.mjs", [name], ports);
  return `http://127.0.0.1:${port}`;
}

type Ports = { PORT: number; SANDBOX_PORT?: number; MCP_PORT?: number };

async function start(file: string, args: string[], ports: Ports): Promise<() => Promise<void>> {
  const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const child = spawn(process.execPath, [root + file, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  // Each of them prints its address once it listens.
  const listening = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(`:${ports.PORT}`)) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`${file} ended:\n${output}`)));
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // What starts others has to end them first; a published server would wait for its connections.
    child.kill(ports.MCP_PORT ? "SIGTERM" : "SIGKILL");
    await once(child, "exit");
  };
  onTestFinished(stop);
  await listening;
  return stop;
}
