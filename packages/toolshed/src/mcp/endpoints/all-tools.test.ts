import { expect, test } from "vitest";
import { ann } from "../../../../../test/fixtures/caller.ts";
import { createCatalog } from "../../catalog/catalog.ts";
import type { Caller } from "../../policy/caller.ts";
import type { SourceTool } from "../../source/source.ts";
import type { ListedTool } from "../listed-tool.ts";
import { createAllTools } from "./all-tools.ts";

const caller: Caller = { ...ann, audience: "host", listsAll: true };
const toTool = (path: string) =>
  ({ path, name: path, description: "", inputSchema: { type: "object" } }) as unknown as SourceTool;

function setUp(paths: readonly string[]) {
  const source = (id: string, all: readonly string[]) => ({ id, tools: all.map(toTool) }) as never;
  const catalog = createCatalog([source("one", paths)]);
  const hidden = new Set<string>();
  const called: unknown[] = [];
  const searching = ["search_tools", "call_tool"].map(
    (name): ListedTool => ({
      listed: { name, description: "Finds.", inputSchema: { type: "object" } },
      async run(_, visit) {
        called.push(visit.caller.audience);
        return { kind: "ok", result: { content: [] } };
      },
    }),
  );
  const tools = createAllTools({
    catalog,
    searching,
    visibility: async () => ({ isVisible: ({ path }: SourceTool) => !hidden.has(path) }) as never,
    call: async ({ path }) => {
      called.push(path);
      return { kind: "ok", result: { content: [] } };
    },
  });
  const names = async () => (await tools.list(caller)).map(({ listed }) => listed.name);
  return {
    hidden,
    called,
    tools,
    names,
    add: (id: string, all: readonly string[]) => catalog.set(source(id, all)),
  };
}

test("lists the tools that search first, and then every tool that the caller sees", async () => {
  const { hidden, names, tools } = setUp(["notes.list", "notes.delete"]);
  expect(await names()).toEqual(["search_tools", "call_tool", "notes_delete", "notes_list"]);
  hidden.add("notes.delete");
  expect(await names()).toEqual(["search_tools", "call_tool", "notes_list"]);
  expect(await tools.find("notes_delete", caller)).toBeUndefined();
});

test("runs the tools that search for a model, which doesn't get the tools of Views", async () => {
  const { called, tools } = setUp([]);
  await (await tools.find("search_tools", caller))?.run({}, { caller } as never);
  expect(called).toEqual(["model"]);
});

test("never gives the name of a tool to another one", async () => {
  const { add, called, names, tools } = setUp(["a_b.c", "call.tool"]);
  const before = await names();
  expect(before.filter((name) => name === "call_tool")).toHaveLength(1);
  expect(before).toContain("a_b_c");
  add("two", ["a.b_c"]);
  const after = await names();
  expect(new Set(after).size).toBe(after.length);
  expect(await tools.find("a_b_c", caller)).toBeUndefined();
  for (const name of after.slice(2)) await (await tools.find(name, caller))?.run({}, { caller } as never);
  expect(called.sort()).toEqual(["a.b_c", "a_b.c", "call.tool"]);
});

test("lists at most 500, and says how many are left to search for", async () => {
  const paths = Array.from({ length: 1_700 }, (_, index) => `notes.list_${index}`);
  const { tools, names } = setUp(paths);
  const [search, ...rest] = await tools.list(caller);
  expect(rest).toHaveLength(501);
  expect(search?.listed.description).toBe("Finds. 1,200 more tools are not listed and found here.");
  const listed = new Set(await names());
  const left = paths.find((path) => !listed.has(path.replace(".", "_"))) ?? "";
  expect(await tools.find(left.replace(".", "_"), caller)).toBeDefined();
});
