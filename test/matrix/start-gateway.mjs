import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { whenRunning } from "../../scripts/when-running.mjs";
import { startHost } from "./start-server.mjs";

const command = "packages/toolshed/bin/toolshed.js";

/** Starts the built gateway, to which servers are added as sources while they are shown. */
export async function startGateway() {
  const home = mkdtempSync(join(tmpdir(), "matrix-gateway-"));
  // Views that poll call their server more often than people do.
  const env = { ...process.env, TOOLSHED_HOME: home, PORT: "0", TOOLSHED_CALLS_PER_MINUTE: "999999" };
  const child = spawn(process.execPath, [command, "start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const run = async (...args) =>
    (await promisify(execFile)(process.execPath, [command, ...args], { env })).stdout;
  const { signInLink, mcpUrl } = await whenRunning(child, home);
  return {
    signInLink,
    mcpUrl,
    async add(name, server, tool) {
      const id = toPath(name);
      await run("add", "mcp", id, server.mcpUrl, "--allow-private");
      const [, endpointUrl] = /MCP URL {4}(\S+)/.exec(await run("endpoint", "create", name, "--source", id));
      const host = await startHost(endpointUrl);
      return {
        path: `${id}.${toPath(tool)}`,
        hostUrl: host.url,
        async close() {
          await host.stop();
          await run("remove", id);
        },
      };
    },
    async close() {
      child.kill();
      await once(child, "exit");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A name as the gateway has it in paths. */
const toPath = (name) => name.replaceAll("-", "_");
