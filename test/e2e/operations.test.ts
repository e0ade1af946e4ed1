import { writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { granolaKey, startGranola } from "../fixtures/granola-server.ts";
import { startHeldService } from "../fixtures/held-service.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { startOtlpReceiver } from "../fixtures/otlp-receiver.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

test("load balancers get an answer under any name, and nobody else does", async () => {
  const { url } = await startGateway();
  const ask = (path: string, method = "GET") =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      get(`${url}${path}`, { method, headers: { host: "10.1.2.3:8080" } }, async (response) => {
        let body = "";
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode, body });
      }).on("error", reject);
    });
  expect(await ask("/health")).toEqual({ status: 200, body: '{"status":"alive"}' });
  expect(await ask("/ready")).toEqual({ status: 200, body: '{"status":"ready"}' });
  expect((await ask("/ready", "HEAD")).status).toBe(200);
  for (const path of ["/", "/health/", "/health?x", "/api/v1/status", "//ready"]) {
    expect((await ask(path)).status).toBe(403);
  }
  expect((await ask("/ready", "POST")).status).toBe(403);
});

/** A gateway with a call under way. */
async function startSlowCall(environment: Record<string, string> = {}) {
  const service = await startHeldService();
  const home = temporaryFolder();
  const file = join(home, "slow.ts");
  writeFileSync(
    file,
    `import { definePlugin, defineTool } from "@toolshed/sdk";
    import { z } from "zod";
    export default definePlugin({ id: "slow", name: "Slow", description: "", tools: { wait: { now: defineTool({
      name: "Wait", description: "Wait a while.", inputSchema: z.object({}),
      handler: async () => (await fetch("${service.url}")).text(),
    }) } } });`,
  );
  writeFileSync(join(home, "plugins.json"), JSON.stringify([file]));
  const gateway = await startGateway({ home, environment });
  const { call } = await connectClient(gateway.mcpUrl);
  await call("samples.notes.list");
  const underWay = call("slow.wait.now");
  await service.asked;
  return { gateway, service, call, underWay };
}

test("SIGTERM lets the call under way finish, takes no new one, and ends with 0", async () => {
  const { gateway, service, call, underWay } = await startSlowCall();
  const ended = gateway.end("SIGTERM");
  const next = () =>
    call("samples.notes.list").then(
      () => "answered",
      () => "refused",
    );
  await expect.poll(next).toBe("refused");
  service.release();
  expect((await underWay).content[0]?.text).toBe("released");
  expect(await ended).toBe(0);
});

test("a call that takes longer than the limit does not keep it from ending", async () => {
  const { gateway, underWay } = await startSlowCall({ TOOLSHED_DRAIN_SECONDS: "0.2" });
  expect(await gateway.end("SIGTERM")).toBe(0);
  expect(JSON.stringify(await underWay)).toContain("The call of slow.wait.now was cancelled.");
});

test("settings that are none are named with the next step", async () => {
  for (const [name, value] of [
    ["TOOLSHED_LOG", "xml"],
    ["TOOLSHED_LOG_LEVEL", "loud"],
    ["TOOLSHED_DRAIN_SECONDS", "soon"],
  ] as const) {
    const environment = { TOOLSHED_HOME: temporaryFolder(), PORT: "0", [name]: value };
    const { code, stderr } = await finished(spawnCommand(["start"], environment));
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${name} is "${value}": give .*\n$`));
  }
});

test("traces and metrics reach a collector, a caller's trace continues, and no output holds a secret", async () => {
  const [granola, collector] = [await startGranola(), await startOtlpReceiver()];
  const gateway = await startGateway({
    environment: { GRANOLA_API_URL: granola.url, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  const home = { TOOLSHED_HOME: gateway.home };
  const connected = await runCommand(["connect", "granola-personal"], home, { input: granolaKey });
  const { call } = await connectClient(gateway.mcpUrl);
  await call("granola.personal.notes.list");
  await call(`nothing.${gateway.token}`);
  await fetch(`${gateway.url}/api/mcp/tsk_wrong_${"a".repeat(40)}`, { method: "POST" });
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const status = await fetch(`${gateway.url}/api/v1/status`, {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  expect(status.status).toBe(401);
  expect(await gateway.end("SIGTERM")).toBe(0);

  const spans = collector.spans();
  const called = spans.find(({ name }) => name === "call granola.personal.notes.list");
  const request = spans.find(({ spanId }) => spanId === called?.parentSpanId);
  expect(request?.name).toBe("POST /api/mcp/:token");
  expect(spans.some((span) => span.traceId === traceId && span.name.startsWith("GET /api/v1"))).toBe(true);
  expect(collector.metricNames()).toEqual(
    expect.arrayContaining(["toolshed.calls", "toolshed.call.duration", "http.server.request.duration"]),
  );

  const outputs = [collector.received(), gateway.output(), connected.stdout, connected.stderr];
  for (const secret of [gateway.token, granolaKey]) {
    for (const output of outputs) expect(output).not.toContain(secret);
  }
});

test("a log in JSON has one object a line and no token, not even at the start", async () => {
  const child = spawnCommand(["start"], {
    TOOLSHED_HOME: temporaryFolder(),
    PORT: "0",
    TOOLSHED_LOG: "json",
  });
  child.stdout?.once("data", () => child.kill("SIGTERM"));
  const { code, stdout, stderr } = await finished(child);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toContain("tsk_");
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.map(({ message }) => message)).toEqual(["running", "stopped"]);
});
