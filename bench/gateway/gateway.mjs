// The built gateway with as many tools as asked for, all but one of them beside the one that is called.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";
import { runGateway } from "../../packages/toolshed/dist/cli/run-gateway.js";
import { createLog } from "../../packages/toolshed/dist/log/log.js";
import { silence } from "../../packages/toolshed/dist/telemetry/silence.js";
import { echo } from "./echo.mjs";

const count = Number(process.argv[2]);
const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
process.on("SIGTERM", () => process.exit());
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

const inputSchema = z.object({ text: z.string().default("") });
const outputSchema = z.object({ text: z.string(), length: z.int() });
const tool = (path, description) =>
  defineTool({
    path,
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
    ...Array.from({ length: count - 1 }, (_, index) =>
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
global.gc?.();
process.send({ url: gateway.mcpUrl, memory: process.memoryUsage().rss });
