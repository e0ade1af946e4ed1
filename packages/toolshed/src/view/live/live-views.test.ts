import { expect, onTestFinished, test, vi } from "vitest";
import { createCatalog } from "../../catalog/catalog.ts";
import { createLog } from "../../log/log.ts";
import type { SourceCall, SourceTool } from "../../source/source.ts";
import { createLocalEvents } from "../../store/local-events.ts";
import { neverCancelled } from "../../work/cancellation.ts";
import { createLocalLiveState, type LiveView } from "./live-state.ts";
import { LiveViews } from "./live-views.ts";

const listed = (name: string, more: object = {}) => ({ name, inputSchema: { type: "object" }, ...more });
const board: LiveView = {
  id: "board_k7m2q",
  showing: "s1",
  instance: "first",
  owner: { userId: "ann", endpointId: "e1" },
  path: "notes.board",
  title: "Board",
  tools: [listed("get-selection", { annotations: { readOnlyHint: true } })],
};
const path = "views.board_k7m2q.get_selection";

/** As many gateways as wanted, which share what is stored. */
function setUp(times: object = {}, isStillOpen = async () => true) {
  let now = 0;
  const events = createLocalEvents();
  const state = createLocalLiveState(events, () => now);
  const start = () => {
    const catalog = createCatalog();
    const live = new LiveViews({
      catalog,
      state,
      events,
      log: createLog(() => {}),
      isStillOpen,
      times,
    });
    onTestFinished(() => live.end());
    return { catalog, live };
  };
  const wait = (live: LiveViews, view = board) => live.wait(view, neverCancelled, 60_000);
  const call = ({ run }: SourceTool, input: object = {}, signal = new AbortController().signal) =>
    run(input, { signal } as SourceCall);
  const pass = (ms: number) => {
    now += ms;
  };
  return { ...start(), start, wait, call, pass };
}
const found = (catalog: ReturnType<typeof createCatalog>, at = path) => catalog.find(at) as SourceTool;
const text = (content: string) => ({ content: [{ type: "text", text: content }] });

test("a View on one gateway answers a caller on another, and only once", async () => {
  const { live, wait, call, start } = setUp();
  const other = start();
  await live.open(board);
  await other.live.settled();
  const answered = call(found(other.catalog), { a: 1 });
  const { calls } = await wait(live);
  expect(calls).toEqual([{ id: expect.any(String), name: "get-selection", arguments: { a: 1 } }]);
  const id = calls[0]?.id;
  await live.answer({ ...board, instance: "second" }, [{ id, result: text("from another page") }]);
  const another = { ...board, id: "list_abcde", showing: "s2" };
  await live.open(another);
  await live.answer(another, [{ id, result: text("from another View") }]);
  await live.answer(board, [null, 1, {}, { id: "made up", result: {} }, { id, result: text("one") }]);
  await live.answer(board, [{ id, result: text("two") }]);
  expect(await answered).toMatchObject({ content: [{ type: "text", text: "one" }], isError: false });
});

test.each([
  ["an error keeps its message", { error: { code: 7, message: "No\u200b selection" } }, "No selection"],
  ["an answer that is too large", { result: text("x".repeat(2_000_001)) }, /larger than 2 MB/],
  ["no answer at all", {}, "The View answered with something that is not a result."],
  ["a result that is none", { result: { content: [{ type: "nonsense" }] } }, /Invalid result/],
])("%s fails the call", async (_, answer, message) => {
  const { live, catalog, wait, call } = setUp();
  await live.open(board);
  const answered = call(found(catalog));
  const { calls } = await wait(live);
  await live.answer(board, [{ id: calls[0]?.id, ...answer }]);
  await expect(answered).rejects.toThrow(message);
});

test("closing a View fails its calls and removes its tools, and says so to those who could see them", async () => {
  const { live, catalog, call } = setUp();
  await live.open(board);
  const tool = found(catalog);
  const waiting = expect(call(tool)).rejects.toThrow(
    "The View of Board is closed. Ask for it to be shown again (show_tool notes.board).",
  );
  await live.close({ ...board, instance: "another" });
  expect(catalog.find(path)).toBeDefined();
  await live.close(board);
  await waiting;
  expect(catalog.find(path)).toBeUndefined();
  await expect(call(tool)).rejects.toThrow("is closed");
  expect(live.describeClosed(path, () => true)).toMatch(/^The View of Board is closed/);
  expect(live.describeClosed(path, () => false)).toBeUndefined();
  expect(live.describeClosed(`${path}s`, () => true)).toBeUndefined();
  expect(await live.wait(board, neverCancelled, 60_000)).toMatchObject({ calls: [], ended: "unknown" });
});

test("a View receives no calls after its endpoint is revoked", async () => {
  let isOpen = true;
  const { live, catalog, call } = setUp({}, async () => isOpen);
  await live.open(board);
  isOpen = false;
  await expect(call(found(catalog))).rejects.toThrow("is closed");
  expect(await live.wait(board, neverCancelled, 1)).toEqual({ calls: [], cancelled: [], ended: "unknown" });
});

test("another page takes a View over, and the calls of the first end", async () => {
  const { live, catalog, wait, call } = setUp({ changeMs: 0 });
  await live.open(board);
  const first = wait(live);
  const called = expect(call(found(catalog))).rejects.toThrow("was opened on another page");
  expect((await first).calls).toHaveLength(1);
  const waiting = wait(live);
  const second = { ...board, instance: "second" };
  await live.open(second);
  expect(await waiting).toMatchObject({ ended: "elsewhere" });
  await called;
  expect((await wait(live)).ended).toBe("elsewhere");
  const news = wait(live, second);
  call(found(catalog)).catch(() => {});
  expect((await news).calls).toHaveLength(1);
});

test("a page that asks again ends its first request, and one whose time is up gets nothing", async () => {
  const { live, wait } = setUp();
  await live.open(board);
  const first = wait(live);
  const second = live.wait(board, neverCancelled, 1);
  expect(await first).toMatchObject({ calls: [], isLast: true });
  expect(await second).toEqual({ calls: [], cancelled: [] });
});

test("a View learns which calls nobody waits for: those of a caller who left, and late ones", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { live, catalog, wait, call } = setUp();
  await live.open(board);
  const leaving = new AbortController();
  const left = expect(call(found(catalog), {}, leaving.signal)).rejects.toThrow("cancelled");
  const [id] = (await wait(live)).calls.map((one) => one.id);
  leaving.abort();
  await left;
  expect(await wait(live)).toEqual({ calls: [], cancelled: [id] });
  const late = expect(call(found(catalog))).rejects.toThrow("did not answer within 30 s");
  const news = await wait(live);
  await vi.advanceTimersByTimeAsync(30_000);
  await late;
  expect(await wait(live)).toEqual({ calls: [], cancelled: news.calls.map((one) => one.id) });
  // What was never delivered is not cancelled either.
  const undelivered = expect(call(found(catalog))).rejects.toThrow("did not answer");
  await vi.advanceTimersByTimeAsync(30_000);
  await undelivered;
  const last = live.wait(board, neverCancelled, 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await last).toEqual({ calls: [], cancelled: [] });
});

test("a View stays while its page is heard of, and for a moment longer", async () => {
  const { live, catalog, pass, wait } = setUp();
  await live.open(board);
  const waiting = wait(live);
  for (let round = 0; round < 5; round += 1) {
    pass(9_000);
    await live.sweep();
  }
  expect(catalog.find(path)).toBeDefined();
  live.endWaits();
  await waiting;
  await live.sweep();
  pass(10_000);
  await live.sweep();
  expect(catalog.find(path)).toBeDefined();
  pass(1);
  await live.sweep();
  expect(catalog.find(path)).toBeUndefined();
});

test("of many list changes only a few take effect, and the last one always does", async () => {
  const { live, catalog } = setUp({ changeMs: 50 });
  const changes = vi.fn();
  catalog.subscribe(changes);
  await live.open(board);
  const lists = Array.from({ length: 100 }, (_, index) => ({ ...board, tools: [listed(`tool-${index}`)] }));
  await Promise.all(lists.map((view) => live.open(view)));
  expect(changes.mock.calls.length).toBe(2);
  expect(catalog.tools.map((tool) => tool.path)).toEqual(["views.board_k7m2q.tool_99"]);
  await live.open({ ...board, tools: [listed("tool-99")] });
  expect(changes.mock.calls.length).toBe(2);
});

test("a View gets no more than 20 calls, a person no more than 50 Views, and nobody another's id", async () => {
  const { live, catalog, call } = setUp();
  await live.open(board);
  const calls = Array.from({ length: 20 }, () => call(found(catalog)).catch(() => "ended"));
  await expect(call(found(catalog))).rejects.toThrow("20 calls under way");
  for (let index = 1; index < 50; index += 1) await live.open({ ...board, id: `v${index}` });
  await expect(live.open({ ...board, id: "v50" })).rejects.toThrow("50 Views with tools open");
  await live.open({ ...board, id: "v50", owner: { userId: "bob" } });
  await expect(live.open({ ...board, showing: "s2" })).rejects.toThrow("Another View has this id");
  await live.close(board);
  expect(await Promise.all(calls)).toEqual(Array(20).fill("ended"));
});

test("a call is answered once, by the View that took it, and its answer is collected once", async () => {
  const state = createLocalLiveState(createLocalEvents());
  const answer = { result: text("one") };
  await state.send("here", { id: "c1", name: "get", arguments: {} });
  expect(await state.answer("here", "c1", answer)).toBe(false);
  expect((await state.take("there")).calls).toEqual([]);
  expect((await state.take("here")).calls).toHaveLength(1);
  expect((await state.take("here")).calls).toEqual([]);
  expect(await state.answer("there", "c1", answer)).toBe(false);
  expect(await state.answer("here", "c1", answer)).toBe(true);
  expect(await state.answer("here", "c1", { result: text("two") })).toBe(false);
  expect(await state.collect("c1")).toEqual(answer);
  expect(await state.collect("c1")).toBeUndefined();
});

test("a change that still waits for its turn does not bring a closed View back", async () => {
  const { live, catalog } = setUp();
  await live.open(board);
  const changing = live.open({ ...board, title: "Changed" });
  await live.close(board);
  await changing;
  expect(catalog.find(path)).toBeUndefined();
});

test("a late request to open a View doesn't bring back a closed one", async () => {
  const { live, catalog, start, pass } = setUp();
  const other = start();
  await live.open(board, 1);
  await live.close(board, 3);
  for (const gateway of [live, other.live])
    await expect(gateway.open({ ...board, title: "Late" }, 2)).rejects.toThrow("has closed the View");
  pass(60_000);
  await live.sweep();
  await expect(live.open(board, 1)).rejects.toThrow("has closed the View");
  expect(catalog.find(path)).toBeUndefined();
});

test("a request to open a View that is overtaken by the first one to close it doesn't open it", async () => {
  const { live, catalog } = setUp();
  await live.close(board, 2);
  await expect(live.open(board, 1)).rejects.toThrow("has closed the View");
  expect(catalog.find(path)).toBeUndefined();
});

test("a page opens a View again after closing it, as do other pages", async () => {
  const { live, catalog } = setUp({ changeMs: 0 });
  await live.open(board, 1);
  await live.close(board, 2);
  await live.open(board, 3);
  expect(catalog.find(path)).toBeDefined();
  await live.close(board, 4);
  const second = { ...board, instance: "second" };
  await live.open(second, 1);
  await expect(live.open(board, 3)).rejects.toThrow("has closed the View");
  await expect(live.wait(second, neverCancelled, 1)).resolves.not.toHaveProperty("ended");
});

test("a page that doesn't count its requests opens a View again after closing it", async () => {
  const { live, catalog } = setUp();
  await live.open(board);
  await live.close(board);
  await live.open(board);
  expect(catalog.find(path)).toBeDefined();
});
