import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { freePort } from "../fixtures/free-port.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { spawnGateway } from "../fixtures/gateway-process.ts";
import { startHeldService } from "../fixtures/held-service.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
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

test("a gateway outlives the reader of its output", async () => {
  const home = temporaryFolder();
  const { child, running, end } = spawnGateway(home, { PORT: String(await freePort()) });
  onTestFinished(async () => {
    await end("SIGKILL");
  });
  await running;
  const { mcpUrl } = await (await requestAsCommand({ home }, "GET", "/status")).json();
  const file = join(temporaryFolder(), "careless.ts");
  writeFileSync(file, pluginWith("http://127.0.0.1:1"));
  await runCommand(["add", "plugin", file], { TOOLSHED_HOME: home });
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  const { call } = await connectClient(mcpUrl);
  // Each logs a line.
  for (let count = 0; count < 3; count++)
    expect((await call("careless.rejects")).content[0]?.text).toBe("done");
  expect(child.exitCode).toBeNull();
  expect(await end("SIGTERM")).toBe(0);
  expect(readdirSync(home)).not.toContain("gateway.json");
});

test.each(["SIGHUP", "SIGTERM", "SIGINT"] as const)(
  "%s ends a gateway after the calls under way are answered, with its database whole",
  async (signal) => {
    const { gateway, service, text } = await startCareless();
    const slow = text("careless.slow");
    await service.asked;
    const ended = gateway.end(signal);
    // Closing a terminal sends it twice.
    if (signal === "SIGHUP") process.kill(gateway.pid, signal);
    const isReady = () =>
      fetch(`${gateway.url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady).toBe(false);
    service.release();
    expect(await slow).toBe("released");
    expect(await ended).toBe(0);
    expect(readdirSync(gateway.home)).not.toContain("gateway.json");
    const wal = join(gateway.home, "toolshed.db-wal");
    expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0);
  },
);
