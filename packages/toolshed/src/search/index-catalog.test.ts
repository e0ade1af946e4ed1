import { expect, test } from "vitest";
import { createCatalog } from "../catalog/catalog.ts";
import type { Source, SourceTool } from "../source/source.ts";
import { type CatalogIndex, indexCatalog } from "./index-catalog.ts";

const source = (id: string, ...names: string[]): Source => ({
  id,
  tools: names.map(
    (name) =>
      ({
        path: `${id}.${name}`,
        name,
        description: "",
        inputSchema: {},
        destructive: false,
      }) as unknown as SourceTool,
  ),
});
const large = (id: string, count: number, verb = "keep") =>
  source(id, ...Array.from({ length: count }, (_, at) => `${verb}_${at}`));
const search = (index: CatalogIndex, query: string) => index.search(query, 10, () => true);
const find = async (index: CatalogIndex, query: string) =>
  (await search(index, query)).tools.map(({ path }) => path);
const turn = () => new Promise((resolve) => setImmediate(resolve));
async function complete(index: CatalogIndex): Promise<number> {
  let turns = 0;
  for (; (await search(index, "")).indexing; turns++) await turn();
  return turns;
}

test("finds what is in the catalog at that moment", async () => {
  const catalog = createCatalog([source("mail", "send")]);
  const index = indexCatalog(catalog);
  expect(await search(index, "send")).toEqual({ tools: [catalog.find("mail.send")] });

  catalog.set(source("post", "send"));
  catalog.set(source("mail", "read"));
  expect(await find(index, "send")).toEqual(["post.send"]);
  expect(await find(index, "read")).toEqual(["mail.read"]);

  catalog.remove("post");
  expect(await find(index, "send")).toEqual([]);
  index.close();
});

test("answers the first search after a start before all tools are indexed, and says so", async () => {
  const index = indexCatalog(createCatalog([large("large", 10_000), source("mail", "send")]));
  const { tools, indexing } = await search(index, "send");
  expect(tools.map(({ path }) => path)).toEqual(["mail.send"]);
  expect(indexing?.total).toBe(10_001);
  expect(indexing?.indexed).toBeLessThan(10_001);

  expect(await complete(index)).toBeGreaterThan(1);
  expect((await find(index, "keep_9999"))[0]).toBe("large.keep_9999");
  index.close();
});

test("indexes all tools without a search", async () => {
  const many = large("large", 2_000);
  const lastIsRead = new Promise<void>((resolve) => {
    Object.defineProperty(many.tools.at(-1), "description", {
      get() {
        resolve();
        return "";
      },
    });
  });
  const index = indexCatalog(createCatalog([many]));
  await lastIsRead;
  expect((await search(index, "keep")).indexing).toBeUndefined();
  index.close();
});

test("never shows tools that the source no longer has, however far it is indexed", async () => {
  const catalog = createCatalog([large("large", 2_000)]);
  const index = indexCatalog(catalog);
  for (let change = 0; change < 20; change++) {
    catalog.set(large("large", 500 + 100 * change));
    for (let turns = 0; turns < change; turns++) await turn();
    const { tools } = await search(index, "keep");
    expect(tools.filter((tool) => catalog.find(tool.path) !== tool)).toEqual([]);
    expect(new Set(tools.map(({ path }) => path)).size).toBe(tools.length);
  }
  catalog.remove("large");
  expect(await search(index, "keep")).toEqual({ tools: [] });
  index.close();
});

test("several queries share the places, in turn and each tool once", async () => {
  const index = indexCatalog(
    createCatalog([source("mail", "send", "read"), source("notes", "read", "list")]),
  );
  await complete(index);
  const { tools, steps } = await index.searchEach(["send mail", "read notes", "list notes"], 4, () => true);
  expect(tools).toHaveLength(4);
  expect(steps?.map(({ text, paths }) => [text, paths[0]])).toEqual([
    ["send mail", "mail.send"],
    ["read notes", "notes.read"],
    ["list notes", "notes.list"],
  ]);
  const few = await index.searchEach(["send mail", "read notes", "list notes"], 2, () => true);
  expect(few.tools.map(({ path }) => path)).toEqual(["mail.send", "notes.read"]);
  index.close();
});

test("does nothing after it is closed", async () => {
  const catalog = createCatalog([large("large", 2_000)]);
  const index = indexCatalog(catalog);
  index.close();
  await expect(search(index, "keep")).rejects.toThrow("closed");
  const unread = source("late", "read");
  Object.defineProperty(unread.tools[0], "description", {
    get() {
      throw new Error("read after close");
    },
  });
  catalog.set(unread);
  await turn();
});
