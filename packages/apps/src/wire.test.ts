import { describe, expect, test, vi } from "vitest";
import { AppBridge } from "./bridge/app-bridge.ts";
import * as methods from "./protocol/methods.ts";
import { createMemoryTransports } from "./rpc/memory-transport.ts";
import type { JSONRPCMessage } from "./rpc/message.ts";
import { App } from "./view/app.ts";

/*
 * Every method of the protocol as JSON, with what sends it and what it means to the one who gets it. Each row is read
 * in both directions: the call must put this JSON on the wire, and this JSON must call the handler with the meaning.
 */
interface Row {
  method: string;
  from: "view" | "host";
  /** What is called to send it. */
  call: (side: never) => unknown;
  params?: object;
  /** The handler, `on…`, that gets it; none where the library itself is the receiver. */
  handler?: string;
  /** What the handler gets, if that is not just the params. */
  meaning?: object;
  /** The answer, for requests. */
  result?: object;
  /** What the caller gets, if that is not just the result. */
  resultMeaning?: object;
  /** Params that must not get to the handler. */
  malformed?: unknown[];
}

const view = (call: (app: App) => unknown) => ({ from: "view" as const, call: call as Row["call"] });
const host = (call: (bridge: AppBridge) => unknown) => ({ from: "host" as const, call: call as Row["call"] });

const text = { type: "text" as const, text: "hi" };
const link = { type: "resource_link" as const, uri: "file:///a.csv", name: "a.csv" };
const tool = { name: "greet", inputSchema: { type: "object" as const } };
const badContent = [
  {},
  { content: "hi" },
  { content: [null] },
  { content: [{ type: 1 }] },
  { content: Array(1) },
  { content: [{ type: "text" }] },
];

const rows: Row[] = [
  {
    method: "ui/open-link",
    ...view((app) => app.openLink({ url: "https://a.example" })),
    params: { url: "https://a.example" },
    handler: "onopenlink",
    result: { isError: true },
    malformed: [undefined, {}, { url: 1 }, { url: null }, [], "x"],
  },
  {
    method: "ui/download-file",
    ...view((app) => app.downloadFile({ contents: [link] })),
    params: { contents: [link] },
    handler: "ondownloadfile",
    result: {},
    malformed: [
      {},
      { contents: {} },
      { contents: [{ type: "resource_link" }] },
      { contents: [{ type: "resource" }] },
    ],
  },
  {
    method: "ui/message",
    ...view((app) => app.sendMessage({ role: "user", content: [text] })),
    params: { role: "user", content: [text] },
    handler: "onmessage",
    result: {},
    malformed: [
      ...badContent.map((bad) => ({ role: "user", ...bad })),
      { content: [text] },
      { role: 1, content: [text] },
    ],
  },
  {
    method: "ui/update-model-context",
    ...view((app) => app.updateModelContext({ content: [text], structuredContent: { a: 1 } })),
    params: { content: [text], structuredContent: { a: 1 } },
    handler: "onupdatemodelcontext",
    result: {},
    malformed: [{ content: text }, { structuredContent: "a" }, { structuredContent: [1] }],
  },
  {
    method: "ui/request-display-mode",
    ...view((app) => app.requestDisplayMode({ mode: "fullscreen" })),
    params: { mode: "fullscreen" },
    handler: "onrequestdisplaymode",
    result: { mode: "inline" },
    malformed: [{}, { mode: "huge" }, { mode: ["pip"] }],
  },
  {
    method: "tools/call",
    ...view((app) => app.callServerTool({ name: "add" }, { onprogress: undefined })),
    params: { name: "add" },
    handler: "oncalltool",
    meaning: { name: "add", arguments: {} },
    result: { structuredContent: { sum: 3 } },
    resultMeaning: { content: [], structuredContent: { sum: 3 } },
    malformed: [{}, { name: 1 }, { name: "add", arguments: [] }, { name: "add", arguments: "x" }],
  },
  {
    method: "resources/read",
    ...view((app) => app.readServerResource({ uri: "ui://a" })),
    params: { uri: "ui://a" },
    handler: "onreadresource",
    result: { contents: [{ uri: "ui://a", text: "" }] },
    malformed: [{}, { uri: {} }],
  },
  {
    method: "resources/list",
    ...view((app) => app.listServerResources({ cursor: "2" })),
    params: { cursor: "2" },
    handler: "onlistresources",
    result: { resources: [{ uri: "ui://a", name: "a" }] },
    malformed: [{ cursor: 2 }],
  },
  {
    method: "resources/templates/list",
    ...view((app) => app.request({ method: "resources/templates/list", params: {} })),
    params: {},
    handler: "onlistresourcetemplates",
    result: { resourceTemplates: [{ uriTemplate: "ui://{a}", name: "a" }] },
    malformed: [{ cursor: 2 }],
  },
  {
    method: "prompts/list",
    ...view((app) => app.request({ method: "prompts/list", params: {} })),
    params: {},
    handler: "onlistprompts",
    result: { prompts: [{ name: "a" }] },
    malformed: [{ cursor: {} }],
  },
  {
    method: "sampling/createMessage",
    ...view((app) =>
      app.createSamplingMessage({ messages: [{ role: "user", content: text }], maxTokens: 9 }),
    ),
    params: { messages: [{ role: "user", content: text }], maxTokens: 9 },
    handler: "oncreatesamplingmessage",
    result: { model: "m", role: "assistant", content: text },
    malformed: [{}, { messages: [] }, { messages: ["hi"], maxTokens: 9 }, { messages: [], maxTokens: "9" }],
  },
  {
    method: "notifications/message",
    ...view((app) => app.sendLog({ level: "info", data: { a: 1 }, logger: "l" })),
    params: { level: "info", data: { a: 1 }, logger: "l" },
    handler: "onloggingmessage",
    malformed: [{}, { level: 1, data: "x" }, { level: "info", data: "x", logger: 1 }],
  },
  {
    method: "ui/notifications/size-changed",
    ...view((app) => app.sendSizeChanged({ width: 300, height: 200 })),
    params: { width: 300, height: 200 },
    handler: "onsizechange",
    malformed: [{ width: "300" }, { height: null }, { width: {} }],
  },
  {
    method: "ui/notifications/request-teardown",
    ...view((app) => app.requestTeardown()),
    params: {},
    handler: "onrequestteardown",
  },
  {
    method: "notifications/tools/list_changed",
    ...view((app) => app.sendToolListChanged()),
    params: {},
  },
  {
    method: "ui/notifications/sandbox-proxy-ready",
    ...view((app) => app.notification({ method: "ui/notifications/sandbox-proxy-ready", params: {} })),
    params: {},
    handler: "onsandboxready",
  },
  {
    method: "ui/notifications/tool-input",
    ...host((bridge) => bridge.sendToolInput({ arguments: { a: 1 } })),
    params: { arguments: { a: 1 } },
    handler: "ontoolinput",
    malformed: [{ arguments: 1 }, { arguments: [] }, { arguments: null }],
  },
  {
    method: "ui/notifications/tool-input-partial",
    ...host((bridge) => bridge.sendToolInputPartial({})),
    params: {},
    handler: "ontoolinputpartial",
    meaning: { arguments: {} },
    malformed: [{ arguments: "{" }],
  },
  {
    method: "ui/notifications/tool-result",
    ...host((bridge) => bridge.sendToolResult({ content: [text], isError: true, _meta: { a: 1 } })),
    params: { content: [text], isError: true, _meta: { a: 1 } },
    handler: "ontoolresult",
    malformed: [...badContent.slice(1), { content: [text], isError: "yes" }],
  },
  {
    method: "ui/notifications/tool-cancelled",
    ...host((bridge) => bridge.sendToolCancelled({ reason: "user" })),
    params: { reason: "user" },
    handler: "ontoolcancelled",
    malformed: [{ reason: 1 }],
  },
  {
    method: "ui/notifications/host-context-changed",
    ...host((bridge) => bridge.sendHostContextChange({ theme: "dark", unheardOf: 1 })),
    params: { theme: "dark", unheardOf: 1 },
    handler: "onhostcontextchanged",
    malformed: [
      { theme: 1 },
      { styles: "none" },
      { styles: { variables: 1 } },
      { toolInfo: {} },
      { availableDisplayModes: "all" },
    ],
  },
  {
    method: "ui/resource-teardown",
    ...host((bridge) => bridge.teardownResource({})),
    params: {},
    handler: "onteardown",
    result: { saved: true },
  },
  {
    method: "tools/call",
    ...host((bridge) => bridge.callTool({ name: "greet", arguments: { who: "you" } })),
    params: { name: "greet", arguments: { who: "you" } },
    handler: "oncalltool",
    result: { content: [text] },
    malformed: [{}, { name: null }, { name: "greet", arguments: 1 }],
  },
  {
    method: "tools/list",
    ...host((bridge) => bridge.listTools({ cursor: "2" })),
    params: { cursor: "2" },
    handler: "onlisttools",
    result: { tools: [tool] },
    malformed: [{ cursor: 1 }],
  },
  {
    method: "notifications/tools/list_changed",
    ...host((bridge) => bridge.sendToolListChanged()),
    params: {},
  },
  {
    method: "notifications/resources/list_changed",
    ...host((bridge) => bridge.sendResourceListChanged()),
    params: {},
  },
  {
    method: "notifications/prompts/list_changed",
    ...host((bridge) => bridge.sendPromptListChanged()),
    params: {},
  },
  {
    method: "ui/notifications/sandbox-resource-ready",
    ...host((bridge) => bridge.sendSandboxResourceReady({ html: "<p>", sandbox: "allow-scripts", csp: {} })),
    params: { html: "<p>", sandbox: "allow-scripts", csp: {} },
  },
];

const initialize = {
  appInfo: { name: "view", version: "1" },
  appCapabilities: { tools: {} },
  protocolVersion: "2026-01-26",
};
const initialized = {
  protocolVersion: "2026-01-26",
  hostInfo: { name: "host", version: "1" },
  hostCapabilities: {},
  hostContext: {},
};

/** One side of ours, connected; the other one is played by the test. */
async function connect(kind: Row["from"], handlers: object = {}) {
  const [ours, theirs] = createMemoryTransports();
  const received: JSONRPCMessage[] = [];
  let results: object = initialized;
  theirs.onmessage = (message) => {
    received.push(message);
    if ("method" in message && "id" in message)
      return theirs.send({ jsonrpc: "2.0", id: message.id, result: { ...results } });
  };
  await theirs.start();
  const onerror = vi.fn();
  const side =
    kind === "view"
      ? new App(initialize.appInfo, initialize.appCapabilities, { autoResize: false })
      : new AppBridge(null, initialized.hostInfo);
  Object.assign(side, { onerror, ...handlers });
  await side.connect(ours);
  if (kind === "host") {
    await theirs.send({ jsonrpc: "2.0", id: "init", method: "ui/initialize", params: initialize });
    await theirs.send({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
    await vi.waitFor(() => expect(received).toHaveLength(1));
  }
  const handshake = received.splice(0);
  return {
    side: side as never,
    onerror,
    received,
    handshake,
    answerWith: (result: object) => {
      results = result;
    },
    deliver: (message: object) => theirs.send({ jsonrpc: "2.0", ...message } as never),
  };
}

const opposite = { view: "host", host: "view" } as const;

test("the handshake", async () => {
  const { handshake } = await connect("view");
  expect(handshake).toEqual([
    { jsonrpc: "2.0", id: 0, method: "ui/initialize", params: initialize },
    { jsonrpc: "2.0", method: "ui/notifications/initialized" },
  ]);
  expect((await connect("host")).handshake).toEqual([{ jsonrpc: "2.0", id: "init", result: initialized }]);
});

test("ping, both ways", async () => {
  for (const kind of ["view", "host"] as const) {
    const { deliver, received } = await connect(kind);
    await deliver({ id: 1, method: "ping" });
    await vi.waitFor(() => expect(received).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }]));
  }
});

test("every row of the table has one here", () => {
  const tested = new Set([
    "ui/initialize",
    "ui/notifications/initialized",
    "ping",
    ...rows.map((row) => row.method),
  ]);
  const methodsOfTable = Object.values(methods).map(({ method }) => method);
  expect(methodsOfTable.filter((method) => !tested.has(method))).toEqual([]);
});

describe.each(rows.map((row) => [`${row.method} from the ${row.from}`, row] as const))("%s", (_name, row) => {
  const { method, params, handler, meaning = params, result, resultMeaning = result, malformed = [] } = row;

  test("is sent as this JSON", async () => {
    const { side, received, answerWith } = await connect(row.from);
    answerWith(result ?? {});
    const outcome = await row.call(side);
    const expected = { jsonrpc: "2.0", method, params };
    expect(received).toEqual([result ? { ...expected, id: 1 } : expected]);
    if (result) expect(outcome).toEqual(resultMeaning);
  });

  if (handler)
    test("is received with this meaning", async () => {
      const handled = vi.fn((_params: object, _extra: { requestId: unknown }) => result);
      const { received, deliver, onerror } = await connect(opposite[row.from], {
        [handler as string]: handled,
      });
      await deliver({ ...(result && { id: "a" }), method, params });
      await vi.waitFor(() => expect(handled).toHaveBeenCalledOnce());
      expect(handled.mock.calls[0]?.[0]).toEqual(meaning);
      if (result) {
        expect(handled.mock.calls[0]?.[1].requestId).toBe("a");
        await vi.waitFor(() =>
          expect(received).toEqual([{ jsonrpc: "2.0", id: "a", result: resultMeaning }]),
        );
      }
      expect(onerror).not.toHaveBeenCalled();
    });

  if (malformed.length > 0)
    test("does not get to a handler malformed", async () => {
      const handled = vi.fn();
      const { received, deliver, onerror } = await connect(opposite[row.from], {
        [handler as string]: handled,
      });
      for (const [index, bad] of malformed.entries()) {
        await deliver({ ...(result && { id: index }), method, params: bad });
      }
      await vi.waitFor(() => expect(received.length + onerror.mock.calls.length).toBe(malformed.length));
      expect(handled).not.toHaveBeenCalled();
      if (result) for (const answer of received) expect(answer).toMatchObject({ error: { code: -32602 } });
      else expect(onerror).toHaveBeenCalledTimes(malformed.length);
    });
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty", ""])(
  "the method %j is not found",
  async (method) => {
    for (const kind of ["view", "host"] as const) {
      const { deliver, received } = await connect(kind);
      await deliver({ id: 1, method, params: {} });
      await deliver({ method, params: {} });
      await vi.waitFor(() =>
        expect(received).toEqual([
          { jsonrpc: "2.0", id: 1, error: { code: -32601, message: `Method not found: ${method}` } },
        ]),
      );
    }
  },
);

test("ui/message with one block, as the specification shows it, is read as a list of one", async () => {
  const onmessage = vi.fn(() => ({}));
  const { deliver } = await connect("host", { onmessage });
  await deliver({ id: 1, method: "ui/message", params: { role: "user", content: text } });
  expect(onmessage).toHaveBeenCalledWith({ role: "user", content: [text] }, expect.anything());
});

test("a handler's result that is not what the method promises fails the request", async () => {
  const { deliver, received } = await connect("host", { onopenlink: () => ({ isError: "yes" }) });
  await deliver({ id: 1, method: "ui/open-link", params: { url: "https://a.example" } });
  await vi.waitFor(() => expect(received).toMatchObject([{ id: 1, error: { code: -32603 } }]));
});
