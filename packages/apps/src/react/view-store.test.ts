import { expect, test, vi } from "vitest";
import { AppBridge } from "../bridge/app-bridge.ts";
import { createMemoryTransports } from "../rpc/memory-transport.ts";
import { App } from "../view/app.ts";
import { storeOf } from "./view-store.ts";

const appInfo = { name: "view", version: "1.0.0" };

function createHost(): AppBridge {
  return new AppBridge(null, { name: "host", version: "1.0.0" }, {}, { hostContext: { theme: "dark" } });
}

test("what the host sends in the moment of the handshake is there, though nobody listened yet", async () => {
  const [inside, outside] = createMemoryTransports();
  const bridge = createHost();
  bridge.oninitialized = async () => {
    await Promise.all([
      bridge.sendToolInput({ arguments: { city: "Bern" } }),
      bridge.sendToolResult({ content: [{ type: "text", text: "sun" }] }),
    ]);
  };
  const app = new App(appInfo);
  const store = storeOf(app);
  await bridge.connect(outside);
  await app.connect(inside);

  expect(store.state.connection).toEqual({ app, isConnected: true, error: null });
  expect(store.state.hostContext).toEqual({ theme: "dark" });
  expect(store.state.toolInput).toEqual({ input: { city: "Bern" }, isComplete: true });
  expect(store.state.toolResult.result?.content).toEqual([{ type: "text", text: "sun" }]);
});

test("a change of the context that comes before the end of the handshake does not end it", async () => {
  const [inside, outside] = createMemoryTransports();
  const app = new App(appInfo);
  const store = storeOf(app);
  outside.onmessage = async (message) => {
    if (!("method" in message && "id" in message)) return;
    await outside.send({
      jsonrpc: "2.0",
      method: "ui/notifications/host-context-changed",
      params: { locale: "de-CH" },
    });
    expect(store.state).toMatchObject({
      hostContext: { locale: "de-CH" },
      connection: { isConnected: false },
    });
    const result = {
      protocolVersion: "2026-01-26",
      hostInfo: appInfo,
      hostCapabilities: {},
      hostContext: {},
    };
    await outside.send({ jsonrpc: "2.0", id: message.id, result });
  };
  await outside.start();
  await app.connect(inside);
  store.retain();
  expect(store.state.connection.isConnected).toBe(true);
  expect.assertions(2);
});

test("an App has one store, which keeps its state when everyone has let go of it", async () => {
  const [inside, outside] = createMemoryTransports();
  const bridge = createHost();
  const app = new App(appInfo);
  const release = storeOf(app).retain();
  await bridge.connect(outside);
  await app.connect(inside);
  release();
  await bridge.sendToolResult({ content: [] });
  expect(storeOf(app).state.toolResult.status).toBe("done");
  expect(app.transport).toBe(inside);
});

test("an App with an owner is closed when the last user lets go, but not within one task", async () => {
  const [inside, outside] = createMemoryTransports();
  const bridge = createHost();
  const onAppCreated = vi.fn();
  const app = new App(appInfo);
  const store = storeOf(app, { onAppCreated });
  await bridge.connect(outside);
  await app.connect(inside);
  const releaseFirst = store.retain();
  releaseFirst();
  const release = store.retain();
  await Promise.resolve();
  expect(store.state.connection.isConnected).toBe(true);
  expect(onAppCreated).toHaveBeenCalledOnce();
  expect(onAppCreated).toHaveBeenCalledWith(app);

  release();
  await store.nextChange();
  expect(app.transport).toBeUndefined();
  expect(store.state.connection).toEqual({ app: null, isConnected: false, error: null });
});

test("a connection that fails is an error in the state, and the next user tries again", async () => {
  const app = new App(appInfo);
  const connect = vi.spyOn(app, "connect").mockRejectedValue(new Error("no host"));
  const store = storeOf(app, {});
  const release = store.retain();
  await store.nextChange();
  expect(store.state.connection).toEqual({ app: null, isConnected: false, error: new Error("no host") });
  release();
  store.retain();
  await store.nextChange();
  expect(connect).toHaveBeenCalledTimes(2);
});

test("what onAppCreated throws is an error in the state", async () => {
  const store = storeOf(new App(appInfo), {
    onAppCreated: () => {
      throw new Error("not so");
    },
  });
  store.retain();
  expect(store.state.connection.error).toEqual(new Error("not so"));
});
