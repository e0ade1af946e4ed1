import type { App, AppBridge } from "../../../peers/ext-apps-2.0.ts";
import type { Case } from "../case.ts";
import { type Json, nextValue, onNotification, type Scene } from "../scene.ts";

type Handler = (params: unknown) => void;

interface Row {
  method: string;
  send(scene: Scene): Promise<unknown> | unknown;
  /** Where it arrives. */
  to: (scene: Scene) => App | AppBridge;
  on?: string;
  event?: string;
  params: Json;
}

const view = ({ app }: Scene) => app;
const host = ({ bridge }: Scene) => bridge;

const result = {
  content: [{ type: "text" as const, text: "done" }],
  structuredContent: { rows: [1, 2] },
  _meta: { "x-trace": 1 },
};

const rows: Row[] = [
  {
    method: "ui/notifications/tool-input",
    send: ({ bridge }) => bridge.sendToolInput({ arguments: { q: "x", n: 1 } }),
    to: view,
    on: "ontoolinput",
    event: "toolinput",
    params: { arguments: { q: "x", n: 1 } },
  },
  {
    method: "ui/notifications/tool-input-partial",
    send: ({ bridge }) => bridge.sendToolInputPartial({ arguments: { q: "x" } }),
    to: view,
    on: "ontoolinputpartial",
    event: "toolinputpartial",
    params: { arguments: { q: "x" } },
  },
  {
    method: "ui/notifications/tool-result",
    send: ({ bridge }) => bridge.sendToolResult(result),
    to: view,
    on: "ontoolresult",
    event: "toolresult",
    params: result,
  },
  {
    method: "ui/notifications/tool-cancelled",
    send: ({ bridge }) => bridge.sendToolCancelled({ reason: "stopped" }),
    to: view,
    on: "ontoolcancelled",
    event: "toolcancelled",
    params: { reason: "stopped" },
  },
  {
    method: "ui/notifications/host-context-changed",
    send: ({ bridge }) => bridge.sendHostContextChange({ theme: "dark" }),
    to: view,
    on: "onhostcontextchanged",
    event: "hostcontextchanged",
    params: { theme: "dark" },
  },
  {
    method: "ui/notifications/sandbox-resource-ready",
    send: ({ bridge }) =>
      bridge.sendSandboxResourceReady({
        html: "<p>hi</p>",
        sandbox: "allow-scripts",
        csp: { connectDomains: ["https://a.example"] },
        permissions: { camera: {} },
      }),
    to: view,
    params: {
      html: "<p>hi</p>",
      sandbox: "allow-scripts",
      csp: { connectDomains: ["https://a.example"] },
      permissions: { camera: {} },
    },
  },
  ...(["tools", "resources", "prompts"] as const).map((kind) => ({
    method: `notifications/${kind}/list_changed`,
    send: ({ bridge }: Scene) =>
      ({
        tools: () => bridge.sendToolListChanged(),
        resources: () => bridge.sendResourceListChanged(),
        prompts: () => bridge.sendPromptListChanged(),
      })[kind](),
    to: view,
    params: {},
  })),
  {
    method: "notifications/message",
    send: ({ app }) => app.sendLog({ level: "warning", data: { at: 1 }, logger: "view" }),
    to: host,
    on: "onloggingmessage",
    event: "loggingmessage",
    params: { level: "warning", data: { at: 1 }, logger: "view" },
  },
  {
    method: "ui/notifications/size-changed",
    send: ({ app }) => app.sendSizeChanged({ width: 300, height: 150 }),
    to: host,
    on: "onsizechange",
    event: "sizechange",
    params: { width: 300, height: 150 },
  },
  {
    method: "ui/notifications/request-teardown",
    send: ({ app, sendAsView }) =>
      "requestTeardown" in app
        ? app.requestTeardown()
        : sendAsView({ method: "ui/notifications/request-teardown", params: {} }),
    to: host,
    on: "onrequestteardown",
    event: "requestteardown",
    params: {},
  },
  {
    method: "ui/notifications/sandbox-proxy-ready",
    send: ({ sendAsView }) => sendAsView({ method: "ui/notifications/sandbox-proxy-ready", params: {} }),
    to: host,
    on: "onsandboxready",
    event: "sandboxready",
    params: {},
  },
  {
    method: "notifications/tools/list_changed",
    send: ({ app, sendAsView }) =>
      "sendToolListChanged" in app
        ? app.sendToolListChanged()
        : sendAsView({ method: "notifications/tools/list_changed" }),
    to: host,
    params: {},
  },
];

const setup = { appCapabilities: { tools: { listChanged: true } } };

function casesOf({ method, send, to, on, event, params }: Row): Case[] {
  const direction = to === view ? "to the View" : "to the host";
  const cases: Case[] = [];
  if (on !== undefined) {
    cases.push({
      name: `notification ${method} ${direction}: reaches ${on}`,
      setup,
      async run(scene) {
        const seen: unknown[] = [];
        const receiver = to(scene) as unknown as Record<string, Handler>;
        receiver[on] = (received) => seen.push(received ?? {});
        await scene.connect();
        await send(scene);
        await scene.settle();
        return seen;
      },
      expected: [params],
    });
  }
  if (event !== undefined) {
    cases.push({
      name: `notification ${method} ${direction}: reaches ${on}, then every listener in order`,
      setup,
      async run(scene) {
        const seen: string[] = [];
        const receiver = to(scene) as unknown as Record<string, Handler> &
          Record<"addEventListener" | "removeEventListener", (event: string, handler: Handler) => void>;
        const removed = () => seen.push("removed");
        if (!("addEventListener" in receiver)) return "no listeners";
        receiver.addEventListener(event, () => seen.push("first"));
        receiver.addEventListener(event, removed);
        receiver.addEventListener(event, () => seen.push("second"));
        receiver.removeEventListener(event, removed);
        receiver[on as string] = () => seen.push("on");
        await scene.connect();
        await send(scene);
        await scene.settle();
        return seen;
      },
      expected: ["on", "first", "second"],
    });
  }
  if (on === undefined) {
    cases.push({
      name: `notification ${method} ${direction}: reaches a handler set by method`,
      setup,
      async run(scene) {
        const seen: unknown[] = [];
        onNotification(to(scene), method, (received) => seen.push(received ?? {}));
        await scene.connect();
        await send(scene);
        await scene.settle();
        return seen;
      },
      expected: [params],
    });
  }
  return cases;
}

export const notifications: Case[] = [
  ...rows.flatMap(casesOf),
  {
    name: "notification: input comes before result, partial input before input",
    async run({ app, bridge, connect, settle }) {
      const seen: string[] = [];
      app.ontoolinputpartial = ({ arguments: args }) => seen.push(`partial ${args?.q}`);
      app.ontoolinput = ({ arguments: args }) => seen.push(`input ${args?.q}`);
      app.ontoolresult = () => seen.push("result");
      await connect();
      await bridge.sendToolInputPartial({ arguments: { q: "a" } });
      await bridge.sendToolInputPartial({ arguments: { q: "ab" } });
      await bridge.sendToolInput({ arguments: { q: "abc" } });
      await bridge.sendToolResult({ content: [] });
      await settle();
      return seen;
    },
    expected: ["partial a", "partial ab", "input abc", "result"],
  },
  {
    name: "notification: the last handler set is the one that runs, and undefined removes it",
    async run({ app, bridge, connect, settle }) {
      const seen: string[] = [];
      app.ontoolinput = () => seen.push("first");
      app.ontoolinput = () => seen.push("second");
      await connect();
      await bridge.sendToolInput({ arguments: {} });
      await settle();
      app.ontoolinput = undefined;
      await bridge.sendToolInput({ arguments: {} });
      await settle();
      return seen;
    },
    expected: ["second"],
  },
  {
    name: "notification: wrong parameters never reach a handler",
    async run({ app, bridge, connect, sendAsHost, sendAsView, settle }) {
      const seen: unknown[] = [];
      app.onerror = () => {};
      bridge.onerror = () => {};
      app.ontoolinput = (params) => seen.push(params);
      app.ontoolcancelled = (params) => seen.push(params);
      app.ontoolresult = (params) => seen.push(params);
      bridge.onsizechange = (params) => seen.push(params);
      bridge.onloggingmessage = (params) => seen.push(params);
      await connect();
      await sendAsHost({ method: "ui/notifications/tool-input", params: { arguments: "text" } as never });
      await sendAsHost({ method: "ui/notifications/tool-cancelled", params: { reason: 5 } });
      await sendAsHost({ method: "ui/notifications/tool-result", params: { content: "text" } });
      await sendAsView({ method: "ui/notifications/size-changed", params: { width: "wide" } });
      await sendAsView({ method: "notifications/message", params: { level: "shout", data: 1 } });
      await settle();
      return seen;
    },
    expected: [],
  },
  {
    name: "notification: a handler that throws stops nothing after it",
    async run({ app, bridge, connect, settle }) {
      const errors = nextValue<string>();
      app.onerror = (error) => errors.give(error.message);
      app.ontoolinput = () => {
        throw new Error("handler broke");
      };
      const seen: string[] = [];
      app.ontoolresult = () => seen.push("result");
      await connect();
      await bridge.sendToolInput({ arguments: {} });
      await bridge.sendToolResult({ content: [] });
      await settle();
      return { seen, reported: (await errors.value).includes("handler broke") };
    },
    expected: { seen: ["result"], reported: true },
  },
  {
    name: "notification: unknown ones go to the fallback handler of either side",
    async run({ app, bridge, connect, sendAsHost, sendAsView, settle }) {
      const seen: unknown[] = [];
      app.fallbackNotificationHandler = async ({ method, params }) => {
        seen.push(["view", method, params]);
      };
      bridge.fallbackNotificationHandler = async ({ method, params }) => {
        seen.push(["host", method, params]);
      };
      await connect();
      await sendAsHost({ method: "x/one", params: { a: 1 } });
      await settle();
      await sendAsView({ method: "x/two", params: { b: 2 } });
      await settle();
      return seen;
    },
    expected: [
      ["view", "x/one", { a: 1 }],
      ["host", "x/two", { b: 2 }],
    ],
  },
];
