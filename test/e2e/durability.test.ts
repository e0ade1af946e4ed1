import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite-store.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";

async function connect(gateway: TestGateway): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.mcpUrl)));
  return client;
}

const writerCount = 8;

test("a note that was acknowledged survives kill -9 in the midst of writing", async () => {
  const gateway = await startGateway();
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
