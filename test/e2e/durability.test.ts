import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";

async function connect(gateway: TestGateway): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.mcpUrl)));
  return client;
}

test("a note that was acknowledged survives kill -9 in the midst of writing", async () => {
  const gateway = await startGateway();
  const acknowledged: string[] = [];
  const client = await connect(gateway);
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let count = 0; ; count++) {
      const title = `${writer}-${count}`;
      await client.callTool({
        name: "call_tool",
        arguments: { path: "samples.notes.create", arguments: { title } },
      });
      acknowledged.push(title);
      if (acknowledged.length === 200) await gateway.end("SIGKILL");
    }
  });
  await Promise.allSettled(writers);
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);

  const again = await connect(await startGateway({ home: gateway.home }));
  const kept = new Set<string>();
  for (const title of acknowledged) {
    const answer = await again.callTool({
      name: "call_tool",
      arguments: { path: "samples.notes.search", arguments: { query: title, limit: 100 } },
    });
    const { notes } = answer.structuredContent as { notes: { title: string }[] };
    for (const note of notes) kept.add(note.title);
  }
  expect(acknowledged.filter((title) => !kept.has(title))).toEqual([]);
  await again.close();
});
