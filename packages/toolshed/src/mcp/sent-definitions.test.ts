import { expect, onTestFinished, test } from "vitest";
import { ann } from "../../../../test/fixtures/caller.ts";
import { createCatalog } from "../catalog/catalog.ts";
import type { Caller } from "../policy/caller.ts";
import type { SourceTool } from "../source/source.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { createDefinitionStats } from "../store/stats/definition-stats.ts";
import { toPinnedTool } from "./endpoints/exposed-tools.ts";
import type { ListedTool, Visit } from "./listed-tool.ts";
import { SentDefinitions } from "./sent-definitions.ts";

const caller: Caller = { ...ann, endpointId: "e1" };
const toTool = (path: string) =>
  ({
    path,
    name: path,
    description: "x".repeat(1_000),
    inputSchema: { type: "object" },
  }) as unknown as SourceTool;
const search: ListedTool = {
  listed: { name: "search_tools", inputSchema: { type: "object" } },
  run: async () => ({ kind: "ok", result: { content: [{ type: "text", text: "found" }] } }),
};

async function setUp() {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  const tools = ["one.a", "one.b", "one.hidden"].map(toTool);
  const catalog = createCatalog([{ id: "one", tools } as never]);
  const isVisible = ({ path }: SourceTool) => path !== "one.hidden";
  const stats = createDefinitionStats(store);
  const sent = new SentDefinitions({ stats, catalog, visibility: async () => ({ isVisible }) as never });
  return { stats, sent };
}

test("compares the lists and answers that were sent with the definitions of all visible tools", async () => {
  const { stats, sent } = await setUp();
  expect(await sent.read("ann")).toEqual({ lists: 0, definedChars: 0, sentChars: 0, since: null });
  sent.listed(caller, [search.listed]);
  sent.listed(caller, [search.listed]);
  sent.listed({ ...caller, userId: "bob" }, [search.listed]);
  await sent.counting(search).run({}, { caller } as Visit);
  const list = JSON.stringify([search.listed]).length;
  const one = JSON.stringify(toPinnedTool("one.a", toTool("one.a"))).length;
  const mine = { lists: 2, definedChars: 2 * 2 * one, sentChars: 2 * list + "found".length };
  expect(await sent.read("ann")).toMatchObject(mine);
  // Stored once, and added to what was stored before.
  expect(await sent.read("ann")).toMatchObject(mine);
  sent.listed(caller, [search.listed]);
  expect(await sent.read(undefined)).toMatchObject({ lists: 4, definedChars: 4 * 2 * one });
  await stats.prune(Date.now() + 2 * 24 * 60 * 60 * 1000);
  expect(await sent.read(undefined)).toMatchObject({ lists: 0, since: null });
});

test("leaves out what Views ask for", async () => {
  const { sent } = await setUp();
  await sent.counting(search).run({}, { caller: { ...caller, viewSource: "one" } } as Visit);
  expect((await sent.read("ann")).sentChars).toBe(0);
});
