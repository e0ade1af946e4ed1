import { expect, test } from "vitest";
import { toToolResult } from "../../call/outcome.ts";
import type { FoundTools } from "../../search/index-catalog.ts";
import type { SourceTool } from "../../source/source.ts";
import { searchTools } from "./search-tools.ts";

const tool = {
  path: "mail.send",
  name: "send",
  description: "Send a message.",
  inputSchema: { type: "object" },
  destructive: false,
  readOnly: false,
} as unknown as SourceTool;

async function textsOf(found: FoundTools, reconnect?: string): Promise<string[]> {
  const search = searchTools({
    index: {
      search: async (_query, _limit, keep) => ({
        ...found,
        tools: found.tools.filter((one) => keep(one, "mail")),
      }),
      searchEach: async () => found,
      close() {},
    },
    visibility: async (caller) => ({
      caller,
      accessTo: () => "open",
      isVisible: () => true,
      isHiddenByProvider: () => false,
      isQuarantined: () => false,
      connectionsFor: () => [],
      reconnectFor: () => reconnect,
    }),
    dashboardUrl: "http://localhost",
  });
  const outcome = await search.run({ query: "send" }, { caller: { userId: "u" } } as never);
  return toToolResult(outcome).content.map((block) => (block as { text: string }).text);
}

test("answers with the tools alone once all are indexed", async () => {
  const texts = await textsOf({ tools: [tool] });
  expect(texts).toHaveLength(1);
  expect(JSON.parse(texts[0] as string)).toMatchObject([{ path: "mail.send" }]);
});

test("says that tools may be missing while they are being indexed", async () => {
  const [found, note] = await textsOf({ tools: [tool], indexing: { indexed: 1_200, total: 10_000 } });
  expect(JSON.parse(found as string)).toMatchObject([{ path: "mail.send" }]);
  expect(note).toBe(
    "Tools are still being indexed (1,200 of 10,000), so some may be missing. Search again in a few seconds.",
  );
});

test("says once how to reconnect what the tools that were found need", async () => {
  const sentence = "Reconnect it at http://localhost/connections?reconnect=mail";
  const texts = await textsOf({ tools: [tool, { ...tool, path: "mail.read" }] }, sentence);
  expect(texts.slice(1)).toEqual([sentence]);
});
