import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { HostOptions } from "../bridge/app-bridge.ts";
import { AppBridge } from "../bridge/app-bridge.ts";
import { McpUiResourceTeardownRequestSchema, McpUiToolInputNotificationSchema } from "../protocol/schemas.ts";
import type { McpUiAppCapabilities, McpUiHostCapabilities } from "../protocol/ui-types.ts";
import { createMemoryTransports } from "../rpc/memory-transport.ts";
import { App, type AppOptions } from "./app.ts";

interface Setup {
  app?: App;
  capabilities?: McpUiAppCapabilities;
  options?: AppOptions;
  hostCapabilities?: McpUiHostCapabilities;
  hostOptions?: HostOptions;
}

async function connected({ capabilities, options, hostCapabilities, hostOptions, ...setup }: Setup = {}) {
  const app = setup.app ?? new App({ name: "view", version: "1.2.3" }, capabilities, options);
  const bridge = new AppBridge(null, { name: "host", version: "3.2.1" }, hostCapabilities, hostOptions);
  const [inside, outside] = createMemoryTransports();
  await bridge.connect(outside);
  await app.connect(inside);
  return { app, bridge };
}

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

afterEach(() => {
  vi.restoreAllMocks();
});

describe("connecting", () => {
  test("that fails closes the transport and can be tried again", async () => {
    const [inside, outside] = createMemoryTransports();
    outside.onmessage = async () => {
      await outside.send({ jsonrpc: "2.0", id: 0, error: { code: -32000, message: "not today" } });
    };
    await outside.start();
    const app = new App({ name: "view", version: "1" });
    await expect(app.connect(inside)).rejects.toMatchObject({ code: -32000, message: "not today" });
    expect(app.transport).toBeUndefined();
    await connected({ app });
  });

  test("calls made too early warn, and throw when strict", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await expect(new App({ name: "v", version: "1" }).openLink({ url: "x" })).rejects.toThrow(
      "Not connected",
    );
    const problem = "App.openLink() called before connect() completed the ui/initialize handshake";
    expect(warn).toHaveBeenCalledWith(expect.stringContaining(problem));
    const strict = new App({ name: "v", version: "1" }, {}, { strict: true });
    await expect(strict.openLink({ url: "x" })).rejects.toThrow(problem);
  });

  test("handlers that come too late warn once, and throw when strict", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { app } = await connected();
    app.ontoolresult = () => {};
    app.addEventListener("toolresult", () => {});
    app.onhostcontextchanged = () => {};
    const problem = "handler registered after connect() completed the ui/initialize handshake";
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`"toolresult" ${problem}`)]]);
    const strict = await connected({ options: { strict: true } });
    expect(() => strict.app.addEventListener("toolinput", () => {})).toThrow(`"toolinput" ${problem}`);
  });

  test("warns after a while that no host answers, and not when one does", async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const app = new App({ name: "v", version: "1" });
    await connected({ app });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(warn).not.toHaveBeenCalled();
    await app.close();
    const [inside, outside] = createMemoryTransports();
    await outside.start();
    const connecting = app.connect(inside);
    await vi.advanceTimersByTimeAsync(5_000);
    const problem = "No answer: is this page in a host?";
    expect(warn.mock.calls).toEqual([[expect.stringContaining(problem)]]);
    await app.close();
    await expect(connecting).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  });
});

describe("events", () => {
  test("the handler runs first, then listeners; one that throws stops none of them", async () => {
    const app = new App({ name: "view", version: "1" });
    const calls: string[] = [];
    const onerror = vi.fn();
    app.onerror = onerror;
    const removed = () => calls.push("removed");
    app.addEventListener("toolinput", removed);
    app.addEventListener("toolinput", () => {
      calls.push("first");
      throw new Error("sync");
    });
    app.addEventListener("toolinput", async () => {
      calls.push("second");
      throw new Error("async");
    });
    app.removeEventListener("toolinput", removed);
    app.ontoolinput = () => calls.push("replaced");
    app.ontoolinput = ({ arguments: args }) => calls.push(`handler ${JSON.stringify(args)}`);
    const { bridge } = await connected({ app });
    await bridge.sendToolInput({});
    expect(calls).toEqual(["handler {}", "first", "second"]);
    await expect.poll(() => onerror.mock.calls.map(([error]) => error.message)).toEqual(["sync", "async"]);
  });

  test("what a handler throws goes to the console when there is no onerror", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { app, bridge } = await connected();
    app.onhostcontextchanged = () => {
      throw new Error("broken");
    };
    bridge.setHostContext({ theme: "dark" });
    expect(error.mock.calls).toEqual([[new Error("broken")]]);
    app.onerror = vi.fn();
    bridge.setHostContext({ theme: "light" });
    expect(app.onerror).toHaveBeenCalledWith(new Error("broken"));
    expect(error).toHaveBeenCalledOnce();
  });

  test("a handler by method must not replace another, unless it comes in the form of SDK 1.x", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const app = new App({ name: "view", version: "1" });
    app.ontoolinput = () => {};
    app.setRequestHandler("x/y", () => ({}));
    app.setNotificationHandler("x/y", () => {});
    expect(() => app.setNotificationHandler("ui/notifications/tool-input", () => {})).toThrow(
      'Handler for "ui/notifications/tool-input" is already registered',
    );
    expect(() => app.setRequestHandler("x/y", () => ({}))).toThrow("already registered");
    expect(() => app.setNotificationHandler("x/y", () => {})).toThrow("already registered");
    expect(warn).not.toHaveBeenCalled();
    app.setNotificationHandler(McpUiToolInputNotificationSchema, () => {});
    app.setRequestHandler(McpUiResourceTeardownRequestSchema, () => ({}));
    expect(warn.mock.calls.map(([problem]) => problem)).toEqual([
      expect.stringContaining(
        'setNotificationHandler("ui/notifications/tool-input", { params: Schema.shape.params }, handler)',
      ),
      expect.stringContaining("ontoolinput handler replaced"),
      expect.stringContaining(
        'setRequestHandler("ui/resource-teardown", { params: Schema.shape.params }, handler)',
      ),
    ]);
  });

  test("setNotificationHandler serves an event in place of its handler, in every form", async () => {
    const app = new App({ name: "view", version: "1" });
    const replaced = vi.fn();
    const bySchema = vi.fn();
    app.ontoolinput = replaced;
    app.setNotificationHandler(McpUiToolInputNotificationSchema, bySchema);
    const byMethod = vi.fn();
    app.setNotificationHandler("ui/notifications/tool-cancelled", byMethod);
    const byParams = vi.fn();
    const { params } = McpUiToolInputNotificationSchema.shape;
    app.setNotificationHandler("x/custom", { params }, byParams);
    const { bridge } = await connected({ app });
    await bridge.sendToolInput({ arguments: { a: 1 } });
    await bridge.sendToolCancelled({ reason: "r" });
    await bridge.notification({ method: "x/custom", params: { arguments: {} } });
    await expect.poll(() => byParams).toHaveBeenCalled();
    expect(replaced).not.toHaveBeenCalled();
    expect(bySchema.mock.calls[0]?.[0]).toEqual({
      method: "ui/notifications/tool-input",
      params: { arguments: { a: 1 } },
    });
    expect(byMethod.mock.calls[0]?.[0]).toEqual({
      method: "ui/notifications/tool-cancelled",
      params: { reason: "r" },
    });
    expect(byParams.mock.calls[0]?.[0]).toEqual({ arguments: {} });
    app.removeNotificationHandler("ui/notifications/tool-input");
    expect(app.ontoolinput).toBeUndefined();
  });
});

describe("requests of the host", () => {
  test("handlers get the fields of both SDK majors", async () => {
    const { app, bridge } = await connected({ capabilities: { tools: {} } });
    bridge.onopenlink = () => ({ opened: true });
    const extras: unknown[] = [];
    app.oncalltool = async (_params, extra) => {
      const { mcpReq } = extra;
      extras.push(
        extra.requestId === mcpReq.id,
        extra._meta,
        mcpReq._meta,
        mcpReq.method,
        extra.signal === mcpReq.signal,
      );
      const opened = await extra.sendRequest({
        method: "ui/open-link",
        params: { url: "https://a.example" },
      });
      return { content: [], structuredContent: opened };
    };
    const result = await bridge.callTool({ name: "x", _meta: { trace: 1 } });
    expect(extras).toEqual([true, { trace: 1 }, { trace: 1 }, "tools/call", true]);
    expect(result.structuredContent).toEqual({ opened: true });
  });

  test("other ones go to setRequestHandler, then to the fallback, then nowhere", async () => {
    const { app, bridge } = await connected();
    await expect(bridge.request({ method: "x/y" })).rejects.toMatchObject({
      code: -32601,
      message: "Method not found: x/y",
    });
    app.fallbackRequestHandler = async ({ method }) => ({ fallback: method });
    expect(await bridge.request({ method: "x/y" })).toEqual({ fallback: "x/y" });
    app.setRequestHandler("x/y", async (request) => ({ handled: request }));
    expect(await bridge.request({ method: "x/y", params: { a: 1 } })).toEqual({
      handled: { method: "x/y", params: { a: 1 } },
    });
    const { params } = McpUiToolInputNotificationSchema.shape;
    app.removeRequestHandler("x/y");
    app.setRequestHandler("x/y", { params }, async (read) => ({ read }));
    expect(await bridge.request({ method: "x/y", params: { arguments: {} } })).toEqual({
      read: { arguments: {} },
    });
    await expect(bridge.request({ method: "x/y", params: { arguments: 1 } })).rejects.toMatchObject({
      code: -32602,
    });
    app.removeRequestHandler("x/y");
    app.fallbackRequestHandler = undefined;
    await expect(bridge.request({ method: "x/y" })).rejects.toMatchObject({ code: -32601 });
  });
});

describe("tools of the View", () => {
  test("need the capability, and without it leave nothing half done", async () => {
    const { app, bridge } = await connected();
    const assign = () => {
      app.oncalltool = async () => text("x");
    };
    const problem = "App tools are not enabled: pass { tools: {} } to new App()";
    expect(assign).toThrow(problem);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => app.registerTool("x", {}, () => text("x"))).toThrow(problem);
    }
    await expect(bridge.listTools()).rejects.toMatchObject({ code: "CAPABILITY_NOT_SUPPORTED" });
    await expect(bridge.request({ method: "tools/list" })).rejects.toThrow(
      `Method not found: tools/list (${problem})`,
    );
    await expect(bridge.callTool({ name: "x" })).rejects.toThrow("has not declared the tools capability");
    await expect(bridge.request({ method: "tools/list" })).rejects.toMatchObject({ code: -32601 });
  });

  test("may be stated as names, or with more", async () => {
    const { app, bridge } = await connected({ capabilities: { tools: {} } });
    app.onlisttools = async () => ({ tools: ["greet", { name: "add", description: "adds" }] });
    expect(await bridge.request({ method: "tools/list" })).toEqual({
      tools: [
        { name: "greet", inputSchema: { type: "object" } },
        { name: "add", description: "adds", inputSchema: { type: "object" } },
      ],
    });
  });

  test("lists tools in pages; registered tools are on the first", async () => {
    const app = new App({ name: "view", version: "1" });
    app.registerTool("registered", {}, () => text(""));
    app.onlisttools = async ({ cursor }) => (cursor ? { tools: ["b"] } : { tools: ["a"], nextCursor: "2" });
    const { bridge } = await connected({ app });
    expect((await bridge.listTools({})).tools.map(({ name }) => name)).toEqual(["registered", "a", "b"]);
    expect((await bridge.listTools({ cursor: "2" })).tools.map(({ name }) => name)).toEqual(["b"]);
  });
});
