import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { whenRunning } from "../../scripts/when-running.mjs";

const command = fileURLToPath(new URL("../../packages/toolshed/bin/toolshed.js", import.meta.url));

/** The built gateway in a process group of its own, with a client that is connected. */
export async function startToolshed(home) {
  const child = spawn(process.execPath, [command, "start"], {
    env: { ...process.env, TOOLSHED_HOME: home, PORT: "0", TOOLSHED_CALLS_PER_MINUTE: "999999999" },
    detached: true,
  });
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("close", resolve));
    process.kill(-child.pid, "SIGTERM");
    await ended;
  };
  process.on("exit", () => child.kill("SIGKILL"));
  child.stderr.resume();
  const { mcpUrl, url } = await whenRunning(child, home);
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl)));
  const { secret } = JSON.parse(readFileSync(join(home, "gateway.json"), "utf8"));

  return {
    pid: child.pid,
    end,
    async request(method, path, body) {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
    async call(path, args) {
      const answer = await client.callTool({ name: "call_tool", arguments: { path, arguments: args } });
      return answer.content[0].text;
    },
  };
}
