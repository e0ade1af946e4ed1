// The built gateway with as many tools as asked for, all but two of them beside those that are called.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";
import { loadSilence } from "../load-silence.mjs";
import { echo } from "./echo.mjs";

const count = Number(process.argv[2]);
/** Another checkout to run instead of this one. */
const checkout = process.argv[3] ?? fileURLToPath(new URL("../..", import.meta.url));
const dist = pathToFileURL(join(checkout, "packages/toolshed/dist/"));
const built = (file) => import(new URL(file, dist).href);
// Checkouts from before the command had rooms have it in the other place.
const { runGateway } = await built("cli/gateway/run-gateway.js").catch(() => built("cli/run-gateway.js"));
const { createLog } = await built("log/log.js");
const silence = await loadSilence(dist);
const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
process.on("SIGTERM", () => process.exit());
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

const inputSchema = z.object({ text: z.string().default("") });
const outputSchema = z.object({ text: z.string(), length: z.int() });
const tool = (path, description, readOnly = true) =>
  defineTool({
    path,
    readOnly,
    name: path,
    description,
    inputSchema,
    outputSchema,
    handler: (_ctx, input) => echo(input),
  });
const plugin = definePlugin({
  id: "bench",
  name: "Bench",
  description: "",
  tools: [
    tool("bench.echo", "Give back a text."),
    tool("bench.change", "Give back a text.", false),
    ...Array.from({ length: count - 2 }, (_, index) =>
      tool(
        `bench.group_${index % 100}.tool_${index}`,
        `Does thing number ${index} for group ${index % 100}.`,
      ),
    ),
  ],
});

const { gateway } = await runGateway({
  home,
  environment: {
    TOOLSHED_CALLS_PER_MINUTE: "999999999",
    TOOLSHED_SECRET: "a secret that all gateways of a run share",
    DATABASE_URL: process.env.DATABASE_URL,
  },
  plugins: [plugin],
  port: 0,
  background: false,
  log: createLog(() => {}),
  telemetry: silence,
  drainMs: 0,
  onStopAsked() {},
});
if (process.env.BENCH_RESULTS === "off") {
  const { url, secret } = JSON.parse(readFileSync(join(home, "gateway.json"), "utf8"));
  const settings = { keep: false, days: 7, maxBytes: 16_384, totalBytes: 500 * 1024 * 1024 };
  const response = await fetch(`${url}/api/v1/settings/results`, {
    method: "PUT",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
  if (!response.ok) throw new Error(await response.text());
}
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpuMs: (user + system) / 1000 });
});
global.gc?.();
process.send({ url: gateway.mcpUrl, memory: process.memoryUsage().rss });
