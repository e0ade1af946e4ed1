import { afterEach, describe, expect, test, vi } from "vitest";
import type { Tool } from "../protocol/mcp-types.ts";
import { createMemoryTransports } from "../rpc/memory-transport.ts";
import { App } from "../view/app.ts";
import { AppBridge, type HostOptions } from "./app-bridge.ts";
import type { McpClient } from "./mcp-client.ts";

type Answer = (params: Record<string, unknown>, options: FakeOptions) => unknown;
type FakeOptions = { signal: AbortSignal; onprogress?: (progress: object) => void };

const visible = (name: string, ...visibility: string[]): Tool => ({
  name,
  inputSchema: { type: "object" },
  ...(visibility.length > 0 && { _meta: { ui: { visibility } } }),
});

/** A client of either SDK major, as far as a bridge can tell them apart. */
class FakeClient implements McpClient {
  readonly requests: string[] = [];
  readonly handlers = new Map<string, () => void>();
  readonly answers: Record<string, Answer>;
  readonly major: 1 | 2;
  tools: Tool[][] = [[visible("both"), visible("for-models", "model")], [visible("for-apps", "app")]];
  capabilities: object | undefined = {
    tools: { listChanged: true },
    resources: { listChanged: true },
    prompts: { listChanged: true },
  };

  constructor(answers: Record<string, Answer> = {}, major: 1 | 2 = 2) {
    this.answers = answers;
    this.major = major;
  }

  getServerCapabilities() {
    return this.capabilities as never;
  }

  async request(
    { method, params = {} }: { method: string; params?: Record<string, unknown> },
    schema: never,
    options: FakeOptions,
  ) {
    this.requests.push(method);
    const result =
      method === "tools/list"
        ? {
            tools: this.tools[Number(params.cursor ?? 0)],
            ...(this.tools[Number(params.cursor ?? 0) + 1] && {
              nextCursor: `${Number(params.cursor ?? 0) + 1}`,
            }),
          }
        : await (this.answers[method] ?? (() => ({ content: [] })))(params, options);
    const { safeParse, "~standard": standard } = schema as {
      safeParse: (v: unknown) => { data: object };
      "~standard": { validate(v: unknown): { value: object } };
    };
    return this.major === 1 ? safeParse(result).data : standard.validate(result).value;
  }

  setNotificationHandler(target: string | { shape: { method: { value: string } } }, handler: () => void) {
    if ((typeof target === "string") !== (this.major === 2)) throw new TypeError("not of this major");
    this.handlers.set(typeof target === "string" ? target : target.shape.method.value, handler);
  }

  notify(method: string) {
    this.handlers.get(method)?.();
  }
}

async function connected(
  client: McpClient | null = null,
  options: HostOptions = {},
  app = new App({ name: "view", version: "1" }),
) {
  const bridge = new AppBridge(client, { name: "host", version: "1" }, {}, options);
  const [inside, outside] = createMemoryTransports();
  await bridge.connect(outside);
  await app.connect(inside);
  return { bridge, app };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the handshake", () => {
  test("declares the capabilities that follow from handlers, and what the constructor got wins", async () => {
    const given = { message: { text: {} }, serverTools: {} };
    const bridge = new AppBridge(null, { name: "host", version: "1" }, given);
    const app = new App({ name: "view", version: "1" });
    bridge.onopenlink = () => ({});
    bridge.onmessage = () => ({});
    bridge.onupdatemodelcontext = () => ({});
    bridge.setRequestHandler("ui/download-file", () => ({}));
    bridge.oncreatesamplingmessage = () => ({
      model: "m",
      role: "assistant",
      content: { type: "text", text: "" },
    });
    bridge.onloggingmessage = () => {};
    const [inside, outside] = createMemoryTransports();
    await bridge.connect(outside);
    await app.connect(inside);
    expect(app.getHostCapabilities()).toEqual({
      serverTools: {},
      message: { text: {} },
      openLinks: {},
      updateModelContext: {},
      downloadFile: {},
      sampling: {},
      logging: {},
    });
    expect(bridge.getCapabilities()).toBe(given);
    expect((await connected()).app.getHostCapabilities()).toEqual({});
  });

  test("warns when a View connects twice, and not when its sandbox was filled again or the bridge closed", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const [inside, outside] = createMemoryTransports();
    const bridge = new AppBridge(null, { name: "host", version: "1" });
    await bridge.connect(outside);
    await inside.start();
    const params = {
      appInfo: { name: "v", version: "1" },
      appCapabilities: {},
      protocolVersion: "2026-01-26",
    };
    const initialize = () => inside.send({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params });
    await initialize();
    await bridge.sendSandboxResourceReady({ html: "" });
    await initialize();
    expect(warn).not.toHaveBeenCalled();
    await initialize();
    expect(warn.mock.calls).toEqual([[expect.stringContaining("second ui/initialize")]]);
    await bridge.close();
    const [newInside, newOutside] = createMemoryTransports();
    await bridge.connect(newOutside);
    await newInside.start();
    await newInside.send({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params });
    expect(warn).toHaveBeenCalledOnce();
  });

  test("sends style variables as they are, and warns once of those the specification does not name", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const variables = { "--color-text-primary": "black", "--brand": "red", "--color-ring-ghost": "blue" };
    const { bridge, app } = await connected(null, { hostContext: { styles: { variables } } });
    expect(app.getHostContext()?.styles?.variables).toEqual(variables);
    bridge.setHostContext({ styles: { variables: { "--other": "1px" } } });
    expect(warn.mock.calls).toEqual([[expect.stringContaining("--brand, --color-ring-ghost")]]);
    expect(warn.mock.calls[0]?.[0]).toContain("Official Views reject a host context");
  });

  test("a method without a handler says what is missing", async () => {
    const { app } = await connected();
    await expect(app.openLink({ url: "x" })).rejects.toThrow(
      "Method not found: ui/open-link (onopenlink is not set)",
    );
    const client = new FakeClient();
    client.capabilities = {};
    const served = await connected(client);
    await expect(served.app.callServerTool({ name: "x" })).rejects.toThrow(
      "Method not found: tools/call (the server has no tools)",
    );
  });
});

describe.each([1, 2] as const)("with a client of SDK %d.x", (major) => {
  test("tools, resources and prompts are the server's", async () => {
    const client = new FakeClient(
      {
        "tools/call": ({ name, arguments: args }) => ({
          content: [{ type: "text", text: `${name} ${JSON.stringify(args)}` }],
        }),
        "resources/read": ({ uri }) => ({ contents: [{ uri, text: "" }] }),
        "resources/list": () => ({ resources: [{ uri: "ui://a", name: "a" }] }),
        "resources/templates/list": () => ({ resourceTemplates: [] }),
        "prompts/list": () => ({ prompts: [{ name: "p" }] }),
      },
      major,
    );
    const { app } = await connected(client);
    expect(await app.callServerTool({ name: "both", arguments: { a: 1 } })).toEqual({
      content: [{ type: "text", text: 'both {"a":1}' }],
    });
    expect(await app.readServerResource({ uri: "ui://a" })).toEqual({
      contents: [{ uri: "ui://a", text: "" }],
    });
    expect(await app.listServerResources()).toEqual({ resources: [{ uri: "ui://a", name: "a" }] });
    expect(await app.request({ method: "resources/templates/list" })).toEqual({ resourceTemplates: [] });
    expect(await app.request({ method: "prompts/list" })).toEqual({ prompts: [{ name: "p" }] });
  });

  test("changes of its lists reach every View of it, until that closes", async () => {
    const client = new FakeClient({}, major);
    const views = [await connected(client), await connected(client)];
    const heard = views.map(({ app }) => {
      const fallback = vi.fn();
      app.fallbackNotificationHandler = fallback;
      return fallback;
    });
    for (const list of ["tools", "resources", "prompts"]) client.notify(`notifications/${list}/list_changed`);
    await settled();
    expect(heard.map((fallback) => fallback.mock.calls.map(([{ method }]) => method))).toEqual(
      Array(2).fill([
        "notifications/tools/list_changed",
        "notifications/resources/list_changed",
        "notifications/prompts/list_changed",
      ]),
    );
    await views[0]?.bridge.close();
    client.notify("notifications/tools/list_changed");
    await settled();
    expect(heard.map(({ mock }) => mock.calls.length)).toEqual([3, 4]);
  });
});

test("announces a list change only once the View is ready", async () => {
  const client = new FakeClient({}, 2);
  const bridge = new AppBridge(client, { name: "host", version: "1" });
  const [inside, outside] = createMemoryTransports();
  const sent: string[] = [];
  const send = outside.send.bind(outside);
  outside.send = (message) => {
    if ("method" in message) sent.push(message.method);
    return send(message);
  };
  await bridge.connect(outside);
  client.notify("notifications/tools/list_changed");
  client.notify("notifications/tools/list_changed");
  await settled();
  expect(sent).toEqual([]);

  await new App({ name: "view", version: "1" }).connect(inside);
  await settled();
  expect(sent).toEqual(["notifications/tools/list_changed"]);
});

describe("the proxy", () => {
  test("passes progress on, and the View's cancellation to the server", async () => {
    const aborted = vi.fn();
    const client = new FakeClient({
      "tools/call": (_params, { signal, onprogress }) =>
        new Promise(() => {
          signal.addEventListener("abort", aborted);
          onprogress?.({ progress: 1, total: 2 });
        }),
    });
    const { app } = await connected(client);
    const controller = new AbortController();
    const progress = vi.fn();
    const call = app.callServerTool({ name: "both" }, { signal: controller.signal, onprogress: progress });
    await expect.poll(() => progress).toHaveBeenCalledWith({ progress: 1, total: 2 });
    controller.abort("stop");
    await expect(call).rejects.toThrow(new Error("stop"));
    expect(aborted).toHaveBeenCalledOnce();
  });

  test("is cancelled when the View ends", async () => {
    const aborted = vi.fn();
    const client = new FakeClient({
      "tools/call": (_params, { signal }) => new Promise(() => signal.addEventListener("abort", aborted)),
    });
    const { app, bridge } = await connected(client);
    const call = app.callServerTool({ name: "both" });
    await expect.poll(() => client.requests).toContain("tools/call");
    await bridge.close();
    await expect(call).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(aborted).toHaveBeenCalledOnce();
  });

  test("gives way to handlers, set before connect() or after, and takes over again", async () => {
    const client = new FakeClient({ "resources/list": () => ({ resources: [] }) });
    const bridge = new AppBridge(client, { name: "host", version: "1" });
    const mine = { resources: [{ uri: "ui://mine", name: "mine" }] };
    bridge.onlistresources = async () => mine;
    const [inside, outside] = createMemoryTransports();
    await bridge.connect(outside);
    const app = new App({ name: "view", version: "1" });
    await app.connect(inside);
    expect(await app.listServerResources()).toEqual(mine);
    bridge.onlistresources = undefined;
    expect(await app.listServerResources()).toEqual({ resources: [] });
  });

  test("is missing for what the server does not support, and without a server", async () => {
    const client = new FakeClient();
    client.capabilities = { resources: {} };
    for (const given of [client, null]) {
      const { app, bridge } = await connected(given);
      await expect(app.callServerTool({ name: "x" })).rejects.toMatchObject({ code: -32601 });
      bridge.fallbackRequestHandler = async () => ({ content: [{ type: "text", text: "fallback" }] });
      expect(await app.callServerTool({ name: "x" })).toMatchObject({ content: [{ text: "fallback" }] });
    }
    expect(client.requests).toEqual([]);
  });

  test("needs a client that is connected", async () => {
    const client = new FakeClient();
    client.capabilities = undefined;
    const [, outside] = createMemoryTransports();
    const bridge = new AppBridge(client, { name: "host", version: "1" });
    await expect(bridge.connect(outside)).rejects.toThrow("Client server capabilities not available");
    expect(bridge.transport).toBeUndefined();
  });
});

describe("visibility", () => {
  test("a listed tool that is not for apps is refused, on every page of the list; others pass", async () => {
    const client = new FakeClient();
    client.tools = [
      [visible("both")],
      [visible("for-models", "model"), visible("for-none", "nobody")],
      [visible("for-apps", "app")],
    ];
    const { app } = await connected(client);
    for (const name of ["for-models", "for-none"]) {
      await expect(app.callServerTool({ name })).rejects.toMatchObject({
        code: -32000,
        message: `Tool ${name} is not visible to apps`,
      });
    }
    expect(client.requests).toEqual(["tools/list", "tools/list", "tools/list"]);
    for (const name of ["both", "for-apps", "unlisted"]) await app.callServerTool({ name });
    expect(client.requests.slice(3)).toEqual(["tools/call", "tools/call", "tools/call"]);
  });

  test("the list is read again after it changed", async () => {
    const client = new FakeClient();
    const { app } = await connected(client);
    await app.callServerTool({ name: "both" });
    client.tools = [[visible("both", "model")]];
    client.notify("notifications/tools/list_changed");
    await expect(app.callServerTool({ name: "both" })).rejects.toThrow("not visible");
  });

  test("holds for the host's own handler too", async () => {
    const { app, bridge } = await connected(new FakeClient());
    const oncalltool = vi.fn(async () => ({ content: [] }));
    bridge.oncalltool = oncalltool;
    await expect(app.callServerTool({ name: "for-models" })).rejects.toThrow("not visible");
    await app.callServerTool({ name: "both" });
    expect(oncalltool).toHaveBeenCalledOnce();
  });

  test("a list that cannot be read fails the call, and is tried again; one that does not exist hides nothing", async () => {
    const client = new FakeClient();
    const { app } = await connected(client);
    const request = vi.spyOn(client, "request");
    request.mockRejectedValueOnce(new Error("offline"));
    await expect(app.callServerTool({ name: "for-models" })).rejects.toThrow("offline");
    await expect(app.callServerTool({ name: "for-models" })).rejects.toThrow("not visible");
    client.notify("notifications/tools/list_changed");
    request.mockRejectedValueOnce(Object.assign(new Error("what?"), { code: -32601 }));
    await app.callServerTool({ name: "for-models" });
  });
});

describe("resources", () => {
  test("the host decides which ones a View can read, regardless of who serves them", async () => {
    const client = new FakeClient({ "resources/read": ({ uri }) => ({ contents: [{ uri, text: "" }] }) });
    const { app, bridge } = await connected(client, {
      canReadResource: async (uri) => uri.startsWith("ui://"),
    });
    await app.readServerResource({ uri: "ui://a" });
    await expect(app.readServerResource({ uri: "file:///etc/passwd" })).rejects.toMatchObject({
      code: -32000,
    });
    const onreadresource = vi.fn(async () => ({ contents: [] }));
    bridge.onreadresource = onreadresource;
    await expect(app.readServerResource({ uri: "file:///etc/passwd" })).rejects.toMatchObject({
      code: -32000,
    });
    expect(onreadresource).not.toHaveBeenCalled();
  });
});

describe("the host's context", () => {
  test("that changes during the handshake is told after it", async () => {
    const bridge = new AppBridge(null, { name: "host", version: "1" });
    const [theirs, outside] = createMemoryTransports();
    const received: unknown[] = [];
    theirs.onmessage = (message) => received.push(message);
    await theirs.start();
    await bridge.connect(outside);
    bridge.setHostContext({ theme: "light" });
    const params = {
      appInfo: { name: "v", version: "1" },
      appCapabilities: {},
      protocolVersion: "2025-11-21",
    };
    await theirs.send({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params });
    await expect.poll(() => received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      result: { protocolVersion: "2026-01-26", hostContext: { theme: "light" } },
    });
    bridge.setHostContext({ theme: "dark" });
    expect(received).toHaveLength(1);
    await theirs.send({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
    expect(received[1]).toMatchObject({
      method: "ui/notifications/host-context-changed",
      params: { theme: "dark" },
    });
  });
});

describe("the View", () => {
  test("that speaks before the handshake is served, with one warning", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const bridge = new AppBridge(null, { name: "host", version: "1" });
    bridge.onopenlink = async () => ({});
    const onping = vi.fn();
    bridge.onping = onping;
    const [theirs, outside] = createMemoryTransports();
    await theirs.start();
    await bridge.connect(outside);
    await theirs.send({ jsonrpc: "2.0", id: 1, method: "ping" });
    await theirs.send({ jsonrpc: "2.0", id: 2, method: "ui/open-link", params: { url: "x" } });
    await theirs.send({ jsonrpc: "2.0", id: 3, method: "ui/open-link", params: { url: "x" } });
    expect(onping).toHaveBeenCalledOnce();
    expect(warn).toHaveBeenCalledOnce();
  });

  test("has its tools read again when they change", async () => {
    const app = new App({ name: "view", version: "1" }, { tools: { listChanged: true } });
    const { bridge } = await connected(null, {}, app);
    const changed = vi.fn();
    bridge.addEventListener("toollistchanged", changed);
    app.onlisttools = async ({ cursor }) =>
      cursor ? { tools: ["b"] } : { tools: ["a"], nextCursor: "next" };
    await app.sendToolListChanged();
    await expect.poll(() => changed).toHaveBeenCalledOnce();
    expect(changed.mock.calls[0]?.[0].tools.map((tool: Tool) => tool.name)).toEqual(["a", "b"]);
  });

  test("cannot itself send the event that says so", async () => {
    const { bridge, app } = await connected();
    const changed = vi.fn();
    const onerror = vi.fn();
    bridge.ontoollistchanged = changed;
    bridge.onerror = onerror;
    await app.notification({ method: "toollistchanged", params: { tools: [] } });
    expect(changed).not.toHaveBeenCalled();
    expect(onerror).toHaveBeenCalledOnce();
  });

  test("whose list of tools has no end is an error", async () => {
    const app = new App({ name: "view", version: "1" }, { tools: {} });
    app.onlisttools = async () => ({ tools: ["again"], nextCursor: "more" });
    const { bridge } = await connected(null, {}, app);
    await expect(bridge.listTools()).rejects.toThrow("more than 100 pages");
  });
});
