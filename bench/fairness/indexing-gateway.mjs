// A built gateway that starts with a plugin of 100,000 tools and tells its URL at once: <dist folder>
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";
import { loadSilence } from "../load-silence.mjs";
import { givenSets, loadSet } from "../search/load-set.mjs";

const toolCount = 100_000;
const [, , built] = process.argv;
const { runGateway } = await import(new URL("cli/gateway/run-gateway.js", built));
const { createLog } = await import(new URL("log/log.js", built));
const silence = await loadSilence(built);
const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
process.on("SIGTERM", () => process.exit());
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

const inputSchema = z.object({ query: z.string().default("") });
const known = givenSets.flatMap((set) => loadSet(set).tools);
const tools = Array.from({ length: toolCount }, (_, index) => {
  const { name, description } = known[index % known.length];
  return defineTool({
    path: `bench.group_${index % 100}.tool_${index}`,
    name,
    description: `${description} ${known[(index * 7) % known.length].name}`,
    inputSchema,
    annotations: { readOnlyHint: true },
    handler: () => "done",
  });
});
const { gateway } = await runGateway({
  home,
  environment: { TOOLSHED_CALLS_PER_MINUTE: "999999999" },
  plugins: [definePlugin({ id: "bench", name: "Bench", description: "", tools })],
  port: 0,
  background: false,
  log: createLog(() => {}),
  telemetry: silence,
  drainMs: 0,
  onStopAsked() {},
});
process.send({ mcpUrl: gateway.mcpUrl });
