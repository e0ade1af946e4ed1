import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { AppBridge } from "../bridge/app-bridge.ts";
import { ProtocolError } from "../rpc/error.ts";
import { createMemoryTransports } from "../rpc/memory-transport.ts";
import { App } from "../view/app.ts";
import { viewState } from "./view-state.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

type Params = Record<string, unknown>;

/** A View in a host that keeps its states by key, or in one that keeps none. */
async function open(stored?: Map<unknown, unknown>) {
  const app = new App({ name: "board", version: "1" }, {}, { autoResize: false });
  const [ofView, ofHost] = createMemoryTransports();
  const bridge = new AppBridge(null, { name: "host", version: "1" });
  const asked: { method: string; params: Params | undefined }[] = [];
  bridge.fallbackRequestHandler = ({ method, params = {} }) => {
    asked.push({ method, params });
    if (!stored) throw new ProtocolError(-32601, "Method not found");
    if (params.state === "too large") throw new ProtocolError(-32602, "up to 64 KB");
    if (method === "toolshed/state/write") stored.set(params.key, params.state);
    return { version: 1, ...(stored.has(params.key) && { state: stored.get(params.key) }) };
  };
  await bridge.connect(ofHost);
  await app.connect(ofView);
  return { app, bridge, asked };
}

test("reads and writes a state, apart from that under a key", async () => {
  const stored = new Map<unknown, unknown>([[undefined, { open: 1 }]]);
  const { app } = await open(stored);
  const state = viewState<{ open: number }>(app);
  const keyed = viewState(app, { key: "size" });
  expect(viewState(app)).toBe(state);
  expect(await state.read()).toEqual({ open: 1 });
  expect(await keyed.read()).toBeUndefined();
  const changed = vi.fn();
  const stop = state.subscribe(changed);
  const written = [state.write({ open: 2 }), state.write({ open: 3 })];
  expect(state.value).toEqual({ open: 3 });
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  const ofKey = keyed.write(12);
  await vi.advanceTimersByTimeAsync(300);
  await Promise.all([...written, ofKey]);
  expect([...stored]).toEqual([
    [undefined, { open: 3 }],
    ["size", 12],
  ]);
});

test("combines writes within 300 ms, and stores continuous ones every 300 ms", async () => {
  const { app, asked } = await open(new Map());
  const state = viewState<number>(app);
  const written: Promise<void>[] = [];
  for (let count = 0; count < 10; count += 1) {
    written.push(state.write(count));
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(300);
  await Promise.all(written);
  expect(asked.map(({ params }) => params?.state)).toEqual([2, 5, 8, 9]);
});

test("keeps a value that is set while the stored one is read", async () => {
  const { app } = await open(new Map([[undefined, "old"]]));
  const state = viewState<string>(app);
  const reading = state.read();
  const written = state.write("new");
  expect(await reading).toBe("new");
  await state.flush();
  await written;
  expect(await state.read()).toBe("new");
});

test("rejects the write of a value that the gateway refuses, and stores the next", async () => {
  const stored = new Map();
  const { app } = await open(stored);
  const state = viewState<string>(app);
  const refused = expect(state.write("too large")).rejects.toThrow("up to 64 KB");
  await vi.advanceTimersByTimeAsync(300);
  await refused;
  const written = state.write("small");
  await state.flush();
  await written;
  expect(stored.get(undefined)).toBe("small");
});

test("stores what waits before it answers a teardown, and leaves the View its own handler", async () => {
  const stored = new Map();
  const { app, bridge } = await open(stored);
  const [state, keyed] = [viewState(app), viewState(app, { key: "a" })];
  const own = vi.fn(async () => ({}));
  state.write(1).catch(() => {});
  app.onteardown = undefined;
  app.onteardown = own;
  for (const value of [1, 2]) {
    state.write(value).catch(() => {});
    keyed.write(value).catch(() => {});
  }
  expect(await bridge.teardownResource({})).toEqual({});
  expect([...stored]).toEqual([
    [undefined, 2],
    ["a", 2],
  ]);
  expect(own).toHaveBeenCalledTimes(1);
});

test("is kept in memory by a host without a gateway", async () => {
  const { app } = await open();
  const state = viewState(app);
  expect(await state.read()).toBeUndefined();
  const written = state.write("here");
  await state.flush();
  await written;
  expect(await state.read()).toBe("here");
});
