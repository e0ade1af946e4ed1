// Starts an example and a host that shows it. Usage: node examples/start.mjs [view-react | view-vanilla | MCP URL],
// with PORT (the host's, 3100), SANDBOX_PORT and MCP_PORT (3001) in the environment.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { install } from "../scripts/install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
if (!existsSync("node_modules")) install(".", "Installing packages");

const shown = process.argv[2] ?? "view-react";
const children = [];
// One without the other shows nothing, so both end together.
process.on("exit", () => {
  for (const child of children) child.kill();
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));

const mcpUrl = URL.canParse(shown) ? shown : await startExample(shown);
const page = await start("host-minimal", [mcpUrl], {});
process.stdout.write(`${mcpUrl}\nOpen ${page} to see it. Ctrl+C stops it.\n`);

function startExample(name) {
  if (/^view-[a-z]+$/.test(name) && existsSync(`examples/${name}/start.mjs`)) {
    return start(name, [], { PORT: process.env.MCP_PORT ?? "3001", PORT_VARIABLE: "MCP_PORT" });
  }
  process.stderr.write(`No example named "${name}". Try: node examples/start.mjs view-react\n`);
  process.exit(1);
}

/** Resolves to the address that the example prints once it listens. */
function start(name, args, env) {
  const child = spawn(process.execPath, [`examples/${name}/start.mjs`, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  child.on("exit", (code) => process.exit(code ?? 1));
  return new Promise((resolve) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      const [address] = output.match(/^http\S+(?=\n)/m) ?? [];
      if (address) resolve(address);
    });
  });
}
