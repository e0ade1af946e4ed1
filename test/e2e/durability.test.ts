import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { startHeldService } from "../fixtures/held-service.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";

async function connect(gateway: TestGateway): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.mcpUrl)));
  return client;
}

const writerCount = 8;

test("a note that was acknowledged survives kill -9 in the midst of writing", async () => {
  const gateway = await startGateway({});
  const acknowledged: string[] = [];
  const client = await connect(gateway);
  const writers = Array.from({ length: writerCount }, async (_, writer) => {
    for (let count = 0; ; count++) {
      const title = `${writer}-${count}`;
      await client.callTool({
        name: "call_tool",
        arguments: { path: "samples.notes.create", arguments: { title } },
      });
      acknowledged.push(title);
      if (acknowledged.length === 1_000) await gateway.end("SIGKILL");
    }
  });
  await Promise.allSettled(writers);
  expect(acknowledged.length).toBeGreaterThanOrEqual(1_000);

  const restarted = await startGateway({ home: gateway.home });
  const again = await connect(restarted);
  const answer = await again.callTool({ name: "call_tool", arguments: { path: "samples.notes.list" } });
  await again.close();
  expect((answer.structuredContent as { total: number }).total).toBeGreaterThanOrEqual(acknowledged.length);
  await restarted.end("SIGINT");

  const store = await openSqliteStore(join(gateway.home, "toolshed.db"));
  const rows = await store.db.selectFrom("plugin_data").select("value").execute();
  await store.close();
  const kept = new Set(rows.map(({ value }) => JSON.parse(value).title));
  expect(acknowledged.filter((title) => !kept.has(title))).toEqual([]);
});

test("a call that was running when the gateway was killed is in the record, as interrupted", async () => {
  const gateway = await startGateway({});
  const service = await startHeldService();
  const plugin = join(gateway.home, "payments.mjs");
  writeFileSync(
    plugin,
    `export default {
      id: "payments",
      name: "Payments",
      description: "",
      authProviders: [],
      tools: [{
        path: "payments.pay",
        name: "Pay",
        description: "Pay",
        readOnly: false,
        inputSchema: { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }),
          jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) } } },
        handler: () => fetch("${service.url}"),
      }],
    };`,
  );
  await runCommand(["add", "plugin", plugin], { TOOLSHED_HOME: gateway.home });
  const client = await connect(gateway);
  const call = client.callTool({
    name: "call_tool",
    arguments: { path: "payments.pay", arguments: { amount: 3, api_key: "hunter2" } },
  });
  const failed = call.then(
    () => false,
    () => true,
  );
  await service.asked;
  const listed = async (of: TestGateway) => {
    const { calls } = (await (await requestAsCommand(of, "GET", "/calls")).json()) as { calls: unknown[] };
    return calls;
  };
  const row = { path: "payments.pay", arguments: '{"amount":3,"api_key":"[masked]"}' };
  expect(await listed(gateway)).toMatchObject([{ ...row, outcome: "started" }]);
  await gateway.end("SIGKILL");
  expect(await failed).toBe(true);

  const restarted = await startGateway({ home: gateway.home });
  expect(await listed(restarted)).toMatchObject([{ ...row, outcome: "unknown" }]);
  const status = await runCommand(["status"], { TOOLSHED_HOME: gateway.home });
  expect(status.stdout).toContain("payments.pay  interrupted: the gateway stopped while it ran");
});
