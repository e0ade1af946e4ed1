// How long a View takes from the model's call to its first text on screen: through show_tool and the frame, beside the
// same View shown natively by a source endpoint, in the published AppBridge and Chromium, by turns.
// BENCH_ROUNDS sets how often.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { whenRunning } from "../../scripts/when-running.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 11);
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const command = fileOf("../../packages/toolshed/bin/toolshed.js");
const servers = [
  ["server-basic-vanillajs", "get-time", "app.get_time", "Server Time"],
  ["server-basic-react", "get-time", "app.get_time", "Server Time"],
  ["server-budget-allocator", "get-budget-data", "app.get_budget_data", "Allocated"],
  ["server-system-monitor", "get-system-info", "app.get_system_info", "Hostname"],
];

async function startGateway(name) {
  const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
  const env = { ...process.env, TOOLSHED_HOME: home, PORT: "0", TOOLSHED_CALLS_PER_MINUTE: "999999" };
  const child = spawn(process.execPath, [command, "start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const { mcpUrl: search } = await whenRunning(child, home);
  const run = (...args) => execFileSync(process.execPath, [command, ...args], { env }).toString();
  const file = fileOf(`../../test/peers/node_modules/@modelcontextprotocol/${name}/dist/index.js`);
  run("add", "mcp", "app", "--", process.execPath, file, "--stdio");
  const [, native] = /MCP URL {4}(\S+)/.exec(run("endpoint", "create", "native", "--source", "app"));
  return {
    search,
    native,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function connect(url) {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

const { outputFiles } = await build({
  entryPoints: [fileOf("../../test/browser/frame/page.ts")],
  bundle: true,
  write: false,
  format: "iife",
  logLevel: "error",
});
const script = outputFiles[0].text;
const pages = createServer((request, response) => {
  response.setHeader("content-type", request.url === "/page.js" ? "text/javascript" : "text/html");
  response.end(request.url === "/page.js" ? script : '<!doctype html><body><script src="/page.js"></script>');
});
await new Promise((resolve) => pages.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
});

/** From the model's call until the View's text is there. The host reads the View's page while the tool runs. */
async function show(client, { uri, call, input, text, depth }) {
  const page = await browser.newPage();
  await page.exposeFunction("answer", async (params) => ({ result: await client.callTool(params) }));
  await page.goto(`http://127.0.0.1:${pages.address().port}/`);
  const started = performance.now();
  const [{ contents }, result] = await Promise.all([client.readResource({ uri }), client.callTool(call)]);
  const showing = page.evaluate(
    async ([html, input, result]) => {
      await frameHost.mount({ html });
      await frameHost.show(input, result);
    },
    [contents[0].text, input, result],
  );
  let view = page;
  for (let level = 0; level < depth; level += 1) view = view.frameLocator("iframe");
  await view.getByText(text).first().waitFor();
  const took = performance.now() - started;
  await showing;
  await page.close();
  return took;
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
process.stdout.write(
  `${"".padEnd(28)}${"native ms".padStart(12)}${"frame ms".padStart(12)}${"ratio".padStart(8)}\n`,
);
for (const [name, tool, path, text] of servers) {
  const gateway = await startGateway(name);
  const [native, search] = await Promise.all([connect(gateway.native), connect(gateway.search)]);
  const { tools } = await native.listTools();
  const { ui } = tools.find((listed) => listed.name === tool)._meta;
  const input = { path, arguments: {} };
  const ways = {
    native: () =>
      show(native, { uri: ui.resourceUri, call: { name: tool, arguments: {} }, input: {}, text, depth: 1 }),
    frame: () =>
      show(search, {
        uri: "ui://toolshed/view.html",
        call: { name: "show_tool", arguments: input },
        input,
        text,
        depth: 2,
      }),
  };
  const times = { native: [], frame: [] };
  for (const way of Object.values(ways)) await way();
  for (let round = 0; round < rounds; round += 1)
    for (const [way, run] of Object.entries(ways)) times[way].push(await run());
  const [direct, framed] = [median(times.native), median(times.frame)];
  const cells = [direct.toFixed(0).padStart(12), framed.toFixed(0).padStart(12)];
  process.stdout.write(`${name.padEnd(28)}${cells.join("")}${(framed / direct).toFixed(2).padStart(8)}\n`);
  await Promise.all([native.close(), search.close()]);
  await gateway.stop();
}
await browser.close();
pages.close();
