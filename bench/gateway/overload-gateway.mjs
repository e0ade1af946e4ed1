// A built gateway with a tool that costs nothing and one that costs CPU in the gateway's process: <dist folder> <ms>
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";
import { loadSilence } from "../load-silence.mjs";
import { echo } from "./echo.mjs";

const [, , built, burnMs] = process.argv;
const { runGateway } = await import(new URL("cli/gateway/run-gateway.js", built));
const { createLog } = await import(new URL("log/log.js", built));
const silence = await loadSilence(built);
const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
process.on("SIGTERM", () => process.exit());
process.on("disconnect", () => process.exit());
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

const tool = (path, handler) =>
  defineTool({
    path,
    name: path,
    description: "Give back a text.",
    inputSchema: z.object({ text: z.string().default("") }),
    outputSchema: z.object({ text: z.string(), length: z.int() }),
    readOnly: true,
    handler,
  });
const plugin = definePlugin({
  id: "bench",
  name: "Bench",
  description: "",
  tools: [
    tool("bench.echo", (_ctx, input) => echo(input)),
    tool("bench.burn", (_ctx, input) => {
      const until = performance.now() + Number(burnMs);
      while (performance.now() < until);
      return echo(input);
    }),
  ],
});

const { gateway } = await runGateway({
  home,
  environment: { TOOLSHED_CALLS_PER_MINUTE: "999999999", DATABASE_URL: process.env.DATABASE_URL },
  plugins: [plugin],
  port: 0,
  background: false,
  log: createLog(() => {}),
  telemetry: silence,
  drainMs: 0,
  onStopAsked() {},
});
process.send({ url: gateway.mcpUrl });
