import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { startHeldService } from "../fixtures/held-service.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const pluginWith = (slowUrl: string) => `
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";

const tool = (handler) =>
  defineTool({ name: "Test", description: "Test", inputSchema: z.object({}), handler });

export default definePlugin({
  id: "careless",
  name: "Careless",
  description: "Leaves promises and timers behind",
  tools: {
    rejects: tool(() => {
      Promise.reject(new Error("left behind by a plugin"));
      return "done";
    }),
    throws: tool(() => {
      setTimeout(() => { throw new Error("thrown from a timer"); });
      return "done";
    }),
    slow: tool(async () => (await fetch("${slowUrl}")).text()),
  },
});
`;

async function startCareless() {
  const gateway = await startGateway({});
  const service = await startHeldService();
  const file = join(temporaryFolder(), "careless.ts");
  writeFileSync(file, pluginWith(service.url));
  await runCommand(["add", "plugin", file], { TOOLSHED_HOME: gateway.home });
  const { call } = await connectClient(gateway.mcpUrl);
  const text = async (path: string) => (await call(path)).content[0]?.text;
  return { gateway, service, text };
}

test("a rejection that nobody handles is logged, and the gateway keeps serving", async () => {
  const { gateway, text } = await startCareless();
  expect(await text("careless.rejects")).toBe("done");
  await expect.poll(() => gateway.output()).toContain("unhandled rejection: Error: left behind by a plugin");
  expect(await text("careless.rejects")).toBe("done");
});

test("after an exception nobody caught, calls under way are answered and the gateway exits for its supervisor", async () => {
  const { gateway, service, text } = await startCareless();
  const slow = text("careless.slow");
  await service.asked;
  expect(await text("careless.throws")).toBe("done");
  await expect.poll(() => gateway.output()).toContain("uncaught exception: Error: thrown from a timer");
  service.release();
  expect(await slow).toBe("released");
  await expect.poll(() => gateway.exitCode()).toBe(70);
});
