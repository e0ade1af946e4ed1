import type { App, AppBridge } from "../../../peers/ext-apps-2.0.ts";
import type { Case } from "../case.ts";
import { ask, failure, type Json, nextValue, said, stoppable } from "../scene.ts";

type Options = Parameters<App["openLink"]>[1];

/** Everything a View can ask of its host: how it asks, which handler answers, and an answer. */
interface Row {
  method: string;
  send(app: App, options?: Options): Promise<unknown>;
  handler: keyof AppBridge;
  params?: Json;
  result: Json;
}

const text = (value: string) => ({ type: "text" as const, text: value });

/** By its own method where the View has one, else by name. */
function by(name: string, method: string, params?: Json) {
  return (app: App, options?: Options): Promise<unknown> => {
    const own = (app as unknown as Record<string, unknown>)[name];
    if (typeof own !== "function") return ask(app, method, params, options);
    return own.call(app, params, options);
  };
}

function row(
  method: string,
  name: string,
  handler: keyof AppBridge,
  params: Json | undefined,
  result: Json,
): Row {
  return { method, send: by(name, method, params), handler, result, ...(params && { params }) };
}

const rows: Row[] = [
  row(
    "tools/call",
    "callServerTool",
    "oncalltool",
    { name: "add", arguments: { a: 1, b: [2] } },
    {
      content: [
        text("3"),
        { type: "image", data: "AA==", mimeType: "image/png" },
        { type: "audio", data: "AA==", mimeType: "audio/wav" },
        { type: "resource_link", uri: "file:///a", name: "a" },
        { type: "resource", resource: { uri: "file:///b", text: "b" } },
      ],
      structuredContent: { sum: 3 },
      isError: false,
      _meta: { trace: "t" },
    },
  ),
  row(
    "resources/read",
    "readServerResource",
    "onreadresource",
    { uri: "file:///a" },
    {
      contents: [
        { uri: "file:///a", mimeType: "text/plain", text: "A", _meta: { ui: { prefersBorder: true } } },
      ],
    },
  ),
  row(
    "resources/list",
    "listServerResources",
    "onlistresources",
    { cursor: "2" },
    {
      resources: [{ uri: "file:///a", name: "a" }],
      nextCursor: "3",
    },
  ),
  row(
    "resources/templates/list",
    "-",
    "onlistresourcetemplates",
    { cursor: "2" },
    {
      resourceTemplates: [{ uriTemplate: "file:///{path}", name: "files" }],
    },
  ),
  row("prompts/list", "-", "onlistprompts", { cursor: "2" }, { prompts: [{ name: "greet" }] }),
  row(
    "sampling/createMessage",
    "createSamplingMessage",
    "oncreatesamplingmessage",
    { messages: [{ role: "user", content: text("hi") }], maxTokens: 10 },
    { role: "assistant", content: text("hello"), model: "m", stopReason: "endTurn" },
  ),
  row("ui/message", "sendMessage", "onmessage", { role: "user", content: [text("hi")] }, {}),
  row(
    "ui/update-model-context",
    "updateModelContext",
    "onupdatemodelcontext",
    { content: [text("state")], structuredContent: { step: 2 } },
    {},
  ),
  row("ui/open-link", "openLink", "onopenlink", { url: "https://example.com/" }, { isError: true }),
  row(
    "ui/download-file",
    "downloadFile",
    "ondownloadfile",
    {
      contents: [{ type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "A" } }],
    },
    { isError: false },
  ),
  row(
    "ui/request-display-mode",
    "requestDisplayMode",
    "onrequestdisplaymode",
    { mode: "fullscreen" },
    {
      mode: "pip",
    },
  ),
];

type Handler = (params: Json, extra: unknown) => Promise<unknown>;

function setHandler(bridge: AppBridge, name: keyof AppBridge, handler: Handler): void {
  (bridge as unknown as Record<string, Handler>)[name] = handler;
}

function casesOf({ method, send, handler, params, result }: Row): Case[] {
  return [
    {
      name: `request ${method}: arrives and is answered`,
      async run({ app, bridge, connect }) {
        const seen = nextValue<Json>();
        setHandler(bridge, handler, async (received) => {
          seen.give(received);
          return result;
        });
        await connect();
        const answer = await failure(() => send(app));
        if ("code" in answer) return answer;
        // The progress token of a call is the sender's own affair.
        const { _meta, ...received } = await seen.value;
        return { received, ...answer };
      },
      expected: { received: params, answered: result },
    },
    {
      name: `request ${method}: a handler that throws fails it`,
      async run({ app, bridge, connect }) {
        setHandler(bridge, handler, async () => {
          throw new Error("not today");
        });
        await connect();
        return failure(() => send(app));
      },
      expected: { code: -32603, message: "not today" },
    },
    {
      name: `request ${method}: an error with a code keeps it`,
      async run({ app, bridge, connect }) {
        setHandler(bridge, handler, async () => {
          throw Object.assign(new Error("denied"), { code: -32000, data: { why: "policy" } });
        });
        await connect();
        return failure(() => send(app));
      },
      expected: { code: -32000, message: "denied", data: { why: "policy" } },
    },
    {
      name: `request ${method}: the View's abort reaches the handler`,
      async run({ app, bridge, connect, sentByView, settle }) {
        const slow = stoppable(result);
        setHandler(bridge, handler, slow.run);
        await connect();
        const controller = new AbortController();
        const answer = failure(() => send(app, { signal: controller.signal }));
        await Promise.race([slow.started, answer]);
        controller.abort(new Error("changed my mind"));
        const asked = sentByView.find((message) => message.method === method);
        return {
          view: said(await answer, "changed my mind"),
          handler: await Promise.race([slow.stopped, settle()]),
          cancelled: sentByView
            .filter((message) => message.method === "notifications/cancelled")
            .map(({ params }) => params?.requestId === asked?.id),
        };
      },
      expected: { view: true, handler: "aborted", cancelled: [true] },
    },
  ];
}

export const requests: Case[] = [
  ...rows.flatMap(casesOf),
  ...rows
    // The host answers this one without asking the server.
    .filter(({ method }) => method !== "ui/request-display-mode")
    .map(
      ({ method, send }): Case => ({
        name: `request ${method}: without a handler it is an unknown method`,
        async run({ app, connect }) {
          await connect();
          const { code, message } = await failure(() => send(app));
          // Our host also says which method, and what is missing.
          return { code, message: String(message).replace(/(Method not found): .*/, "$1") };
        },
        expected: { code: -32601, message: "Method not found" },
      }),
    ),
  {
    name: "request ui/request-display-mode: without a handler the mode stays",
    setup: { hostContext: { displayMode: "pip" } },
    async run({ app, connect }) {
      await connect();
      return app.requestDisplayMode({ mode: "fullscreen" });
    },
    expected: { mode: "pip" },
  },
  {
    name: "request resources/list: parameters may be left out",
    async run({ app, bridge, connect }) {
      bridge.onlistresources = async () => ({ resources: [] });
      await connect();
      return by("listServerResources", "resources/list")(app);
    },
    expected: { resources: [] },
  },
  {
    name: "request tools/call: a tool's own failure is an answer",
    async run({ app, bridge, connect }) {
      bridge.oncalltool = async () => ({ isError: true, content: [text("no such row")] });
      await connect();
      return app.callServerTool({ name: "row" });
    },
    expected: { isError: true, content: [{ type: "text", text: "no such row" }] },
  },
  {
    name: "request tools/call: many concurrent ones each get their own answer",
    async run({ app, bridge, connect }) {
      bridge.oncalltool = async ({ name }) => {
        if (name === "2") await Promise.resolve();
        return { content: [text(name)] };
      };
      await connect();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => app.callServerTool({ name: String(index) })),
      );
      return answers.every(({ content }, index) => (content[0] as { text: string }).text === String(index));
    },
    expected: true,
  },
  {
    name: "request tools/call: a name instead of parameters is explained",
    async run({ app, connect }) {
      await connect();
      const failed = await failure(() => app.callServerTool("add" as never, { timeout: 20 }));
      return said(failed, '{ name: "add"');
    },
    expected: true,
  },
  {
    name: "request: wrong parameters never reach the handler",
    async run({ bridge, connect, sendAsView, sentByHost, settle }) {
      const reached: string[] = [];
      bridge.onopenlink = async () => {
        reached.push("open-link");
        return {};
      };
      bridge.onmessage = async () => {
        reached.push("message");
        return {};
      };
      bridge.onrequestdisplaymode = async () => {
        reached.push("display-mode");
        return { mode: "inline" };
      };
      await connect();
      await sendAsView({ id: "a", method: "ui/open-link", params: { url: 5 } });
      await sendAsView({ id: "b", method: "ui/message", params: { role: "user", content: "hi" } });
      await sendAsView({ id: "c", method: "ui/request-display-mode", params: { mode: "sideways" } });
      await settle();
      const codes = sentByHost
        .filter(({ id }) => ["a", "b", "c"].includes(String(id)))
        .map(({ error }) => (error as { code?: number } | undefined)?.code);
      return { reached, codes };
    },
    expected: { reached: [], codes: [-32602, -32602, -32602] },
  },
  {
    name: "request: names that every object has are unknown methods",
    async run({ app, bridge, connect }) {
      await connect();
      const names = ["constructor", "__proto__", "toString", "hasOwnProperty"];
      const asked = names.flatMap((name) => [
        failure(() => ask(app, name)),
        failure(() => ask(bridge, name)),
      ]);
      return (await Promise.all(asked)).map(({ code }) => code);
    },
    expected: Array(8).fill(-32601),
  },
];
