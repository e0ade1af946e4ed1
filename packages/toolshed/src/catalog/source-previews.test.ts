import { expect, onTestFinished, test } from "vitest";
import type { Credentials } from "../credential/credentials.ts";
import { openVault } from "../credential/vault.ts";
import { createLog } from "../log/log.ts";
import { review, type ToolSnapshots } from "../source/review/review.ts";
import type { SourceTool } from "../source/source.ts";
import { type SourceKind, type SourceRecord, webPage } from "../source/source-kind.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { UserError } from "../user-error.ts";
import { createCatalog } from "./catalog.ts";
import { type PreviewEvent, type PreviewRequest, SourcePreviews } from "./source-previews.ts";
import { Sources } from "./sources.ts";

/** Sources whose tools are given, and that tell which of them are open. */
async function setUp() {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  const open = new Set<string>();
  const listed: { snapshots: ToolSnapshots } = { snapshots: {} };
  const removed: string[] = [];
  const kind = (name: string): SourceKind => ({
    check: (config, secrets) => ({ config, secrets: secrets ?? {} }),
    change: (_record, config, secrets) => ({ config, secrets: secrets ?? {} }),
    secretNames: () => ({ env: [], headers: [] }),
    destination: (config) => String((config as { at?: string }).at),
    async inspect(record) {
      const { fails = record.id, hangs } = record.config as { fails?: string; hangs?: true };
      const code = fails.includes(`${name}_page`) ? webPage : undefined;
      if (fails.includes(name)) throw new UserError(`${name} fails`, { code });
      if (hangs) await expect.poll(() => open.has(`${name} ${record.id}`)).toBe(false);
      return { config: record.config, found: [] };
    },
    async open(first) {
      let record: SourceRecord = first;
      const key = `${name} ${record.id}${Object(record.config).at ?? ""}`;
      open.add(key);
      const tools: SourceTool[] = [];
      return {
        source: { id: record.id, tools },
        providers: name === "mcp" ? [{ id: record.id, name: record.id, type: "apiKey" } as never] : [],
        get status() {
          const { snapshots } = listed;
          return {
            target: "",
            state: "running" as const,
            reason: null,
            restarts: 0,
            stderr: ["starting"],
            changes: review(snapshots, record.snapshots, record.trust, record.rejected),
            flags: [],
          };
        },
        get snapshots() {
          return listed.snapshots;
        },
        reviewed: () => ({}),
        async update(next) {
          record = next;
        },
        find: async () => [],
        async close() {
          open.delete(key);
        },
      };
    },
  });
  const sources = await Sources.open({
    store,
    vault: await openVault(store, "secret"),
    catalog: createCatalog([]),
    credentials: {
      connectedTo: async () => ({ has: () => false }),
      removeAll: async (id: string) => removed.push(id),
      onConnected() {},
    } as unknown as Credentials,
    providers: new Map(),
    kinds: { mcp: async () => kind("mcp"), openapi: async () => kind("openapi") },
    log: createLog(() => {}),
  });
  return { sources, previews: new SourcePreviews(sources), open, listed, removed };
}

const one = (change: Partial<PreviewRequest>): PreviewRequest => ({
  key: "a",
  id: "notes",
  kind: "mcp",
  config: {},
  ...change,
});

/** Previews until the first event of this type, and gives all events and the way to leave. */
async function follow(previews: SourcePreviews, requests: PreviewRequest[], until: PreviewEvent["type"]) {
  const events: PreviewEvent[] = [];
  const leaving = new AbortController();
  const ended = previews.run(
    requests,
    "ann",
    async (event) => {
      events.push(event);
    },
    leaving.signal,
  );
  await expect.poll(() => events.some(({ type }) => type === until)).toBe(true);
  const found = events.find((event) => event.type === "found");
  const leave = () => {
    leaving.abort();
    return ended;
  };
  return { events, ticket: found?.preview.ticket ?? "", leave };
}

test("stores nothing and closes what it opened when the person leaves", async () => {
  const { sources, previews, open } = await setUp();
  const { ticket, leave } = await follow(previews, [one({})], "done");
  expect([...open]).toEqual(["mcp notes"]);
  expect(sources.list()).toEqual([]);
  expect(previews.peek(ticket, "someone-else")).toBeUndefined();
  await leave();
  expect([...open]).toEqual([]);
  expect(previews.peek(ticket, "ann")).toBeUndefined();
});

test("leaving while it connects closes it", async () => {
  const { sources, previews, open } = await setUp();
  const { leave } = await follow(previews, [one({ config: { hangs: true } })], "progress");
  await expect.poll(() => open.size).toBe(1);
  await leave();
  expect([...open]).toEqual([]);
  expect(sources.list()).toEqual([]);
});

test("adds exactly what was previewed, without connecting again", async () => {
  const { sources, previews, open } = await setUp();
  const { ticket, leave } = await follow(previews, [one({})], "done");
  const draft = previews.take(ticket, "ann");
  await sources.addDraft(draft as NonNullable<typeof draft>);
  await leave();
  expect([...open]).toEqual(["mcp notes"]);
  expect(sources.list()).toMatchObject([{ id: "notes" }]);
  // The id is taken from then on.
  await expect(sources.draft({ id: "notes", kind: "mcp", config: {} }, "ann")).rejects.toThrow(
    "choose another id",
  );
  expect(sources.suggestId("notes")).toBe("notes_2");
});

test.each([
  ["https://a.example.com/mcp", "", "mcp"],
  ["https://a.example.com/mcp", "mcp", "openapi"],
  ["https://a.example.com/openapi.json", "", "openapi"],
  ["https://a.example.com/openapi.json", "openapi", "mcp"],
])("finds out what %s is if %j fails", async (url, fails, kind) => {
  const { previews } = await setUp();
  const request = one({ kind: "address", config: { url } });
  // The config of a request becomes that of its kind, so the failure is given by the id.
  const { events, leave } = await follow(
    previews,
    [{ ...request, id: fails === "" ? "a" : `a_${fails}` }],
    "done",
  );
  expect(events.find((event) => event.type === "found")).toMatchObject({ preview: { kind } });
  await leave();
});

test("says why a source cannot be connected, with its last lines, and continues with the others", async () => {
  const { previews } = await setUp();
  const requests = [one({ config: { fails: "mcp" } }), one({ key: "b", id: "other" })];
  const { events, leave } = await follow(previews, requests, "done");
  expect(events.find((event) => event.type === "failed")).toEqual({
    type: "failed",
    key: "a",
    error: "mcp fails",
    lines: ["starting"],
  });
  expect(events.find((event) => event.type === "found")).toMatchObject({ key: "b" });
  await leave();
});

test.each([
  ["https://a.example.com/mcp", "mcp_openapi_page", "openapi fails"],
  ["https://a.example.com/openapi", "openapi_page_mcp", "openapi fails"],
  ["https://a.example.com/openapi", "openapi_mcp", "mcp fails"],
])("says of %s that it serves a web page where it does: %s", async (url, id, error) => {
  const { previews } = await setUp();
  const { events, leave } = await follow(previews, [one({ id, kind: "address", config: { url } })], "done");
  expect(events.find((event) => event.type === "failed")).toMatchObject({ error });
  await leave();
});

test("bounds how many previews a person and all people have", async () => {
  const { previews } = await setUp();
  const leave = previews.enter("ann");
  previews.enter("ann");
  expect(() => previews.enter("ann")).toThrow("Too many");
  leave();
  previews.enter("ann");
  for (const person of ["b", "c", "d", "e"]) for (const _ of [1, 2]) previews.enter(person);
  expect(() => previews.enter("f")).toThrow("Too many");
});

test("an edit that fails leaves the source as it is, and one to another address ends its connections", async () => {
  const { sources, open, removed } = await setUp();
  await sources.add({ id: "notes", kind: "mcp", config: { at: "here" } }, "ann");
  await expect(sources.edit("notes", { config: { at: "there", fails: "mcp" } }, "ann")).rejects.toThrow(
    "mcp fails",
  );
  expect([...open]).toEqual(["mcp noteshere"]);
  await sources.edit("notes", { config: { at: "here", more: 1 } }, "ann");
  expect(removed).toEqual([]);
  expect(await sources.settings("notes")).toMatchObject({ config: { at: "here", more: 1 } });
  await sources.edit("notes", { config: { at: "there" } }, "ann");
  expect(removed).toEqual(["notes"]);
  expect([...open]).toEqual(["mcp notesthere"]);
});

test("decides tool by tool, only about what was seen", async () => {
  const { sources, listed } = await setUp();
  const tool = (hash: string) => ({ hash, sensitive: true });
  listed.snapshots = { a: tool("1"), b: tool("1") };
  await sources.add({ id: "notes", kind: "mcp", config: {} }, "ann");
  listed.snapshots = { a: tool("2"), b: tool("2"), c: tool("1") };
  const seen = (await sources.review("notes"))?.tools ?? [];
  expect(seen.map(({ name, kind, heldBack }) => [name, kind, heldBack])).toEqual([
    ["a", "changed", true],
    ["b", "changed", true],
    ["c", "new", true],
  ]);
  const [a, b, c] = seen as [(typeof seen)[number], (typeof seen)[number], (typeof seen)[number]];
  await sources.approve("notes", [a]);
  await sources.reject("notes", [b]);
  expect((await sources.review("notes"))?.tools).toMatchObject([
    { name: "b", rejected: true, heldBack: true },
    { name: "c", rejected: false },
  ]);
  listed.snapshots = { ...listed.snapshots, c: tool("2") };
  await expect(sources.approve("notes", [c])).rejects.toThrow("has changed again");
  await expect(sources.reject("notes", [c])).rejects.toThrow("has changed again");
  listed.snapshots = { ...listed.snapshots, b: tool("3") };
  expect((await sources.review("notes"))?.tools).toMatchObject([
    { name: "b", rejected: false, heldBack: true },
    {},
  ]);
  await sources.approve("notes");
  expect((await sources.review("notes"))?.tools).toEqual([]);
});
