import type { App } from "../../../peers/ext-apps-2.0.ts";
import type { Case } from "../case.ts";
import {
  failure,
  hostInfo,
  type Json,
  type Message,
  ping,
  type Scene,
  said,
  type Transport,
} from "../scene.ts";

type Answer = (request: Message) => Json | undefined;

/** A host that is none of the classes: it answers by hand. */
function handmadeHost(answer: Answer): Transport {
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    async send(message) {
      const request = message as Message;
      if (request.method === undefined || request.id === undefined) return;
      const answered = answer(request);
      if (answered)
        queueMicrotask(() => transport.onmessage?.({ jsonrpc: "2.0", id: request.id, ...answered } as never));
    },
  };
  return transport;
}

const initializeResult = { protocolVersion: "2026-01-26", hostInfo, hostCapabilities: {}, hostContext: {} };

/** Connects the View to a handmade host that answers the handshake well. */
function connectByHand(app: App, answer: Answer): Promise<void> {
  return app.connect(
    handmadeHost((request) =>
      request.method === "ui/initialize" ? { result: initializeResult } : answer(request),
    ),
  );
}

const withoutKey = (key: string): Case => ({
  name: `robustness: a host that answers the handshake without ${key} is accepted`,
  async run({ app }) {
    const { [key]: _, ...result } = initializeResult as Json;
    const connected = await failure(() => app.connect(handmadeHost(() => ({ result }))));
    return "message" in connected ? "rejected" : "accepted";
  },
  expected: "accepted",
});

const wrongResult = (
  name: string,
  handler: string,
  result: Json,
  send: (app: App) => Promise<unknown>,
): Case[] => [
  {
    name: `robustness: a handler's invalid result is not sent, ${name}`,
    async run({ app, bridge, connect }) {
      (bridge as unknown as Json)[handler] = async () => result;
      await connect();
      return "answered" in (await failure(() => send(app))) ? "answered" : "failed";
    },
    expected: "failed",
  },
  {
    name: `robustness: the View refuses a wrong result of its host, ${name}`,
    async run({ app }) {
      await connectByHand(app, () => ({ result }));
      return "answered" in (await failure(() => send(app))) ? "answered" : "failed";
    },
    expected: "failed",
  },
];

const malformed: unknown[] = [
  null,
  "text",
  42,
  [],
  {},
  { jsonrpc: "2.0" },
  { jsonrpc: "1.0", id: 1, method: "ping" },
  { jsonrpc: "2.0", id: null, method: "ping" },
  { jsonrpc: "2.0", id: {}, method: "ping" },
  { jsonrpc: "2.0", id: 999, result: {}, error: { code: 1, message: "both" } },
  { jsonrpc: "2.0", id: 999, result: {} },
  { jsonrpc: "2.0", id: 999, error: "text" },
  { jsonrpc: "2.0", method: 5 },
  { jsonrpc: "2.0", method: "notifications/cancelled" },
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 12345 } },
  { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 12345, progress: 1 } },
  { jsonrpc: "2.0", method: "notifications/progress", params: {} },
  { jsonrpc: "2.0", method: "ui/notifications/tool-input", params: [1] },
  JSON.parse(
    '{"jsonrpc":"2.0","method":"ui/notifications/host-context-changed","params":{"__proto__":{"polluted":true}}}',
  ),
];

function sendAll(transport: { send(message: never): Promise<void> } | undefined): Promise<unknown> {
  // Some transports refuse to send some of them, which is fine as well.
  return Promise.allSettled(malformed.map((message) => transport?.send(message as never)));
}

const sides = ["View", "host"] as const;
type Listening = { addEventListener(event: string, handler: () => void): void };

const unusualIds = ["text", -5, 1e12];

const quiet = ({ app, bridge }: Scene) => {
  app.onerror = () => {};
  bridge.onerror = () => {};
};

export const robustness: Case[] = [
  ...(["host", "View"] as const).map(
    (side): Case => ({
      name: `robustness: malformed messages do no harm to the ${side}`,
      async run(scene) {
        quiet(scene);
        await scene.connect();
        await sendAll((side === "host" ? scene.app : scene.bridge).transport);
        return [await ping(scene.app), await ping(scene.bridge), ({} as Json).polluted ?? "clean"];
      },
      expected: [{}, {}, "clean"],
    }),
  ),
  {
    name: "robustness: ids come back as they were",
    async run({ connect, sendAsView, sentByHost, settle }) {
      await connect();
      for (const id of unusualIds) await sendAsView({ id, method: "ping" });
      await settle();
      return sentByHost.map(({ id }) => id).filter((id) => unusualIds.includes(id as never));
    },
    expected: unusualIds,
  },
  {
    name: "robustness: a refused handshake leaves the View unconnected, and it can try again",
    async run({ app, connect }) {
      const refused = await failure(() =>
        app.connect(handmadeHost(() => ({ error: { code: -32000, message: "no Views here" } }))),
      );
      const left = app.transport === undefined;
      await connect();
      return [said(refused, "no Views here"), left, app.getHostVersion()];
    },
    expected: [true, true, hostInfo],
  },
  withoutKey("hostContext"),
  withoutKey("hostCapabilities"),
  ...wrongResult("an unknown display mode", "onrequestdisplaymode", { mode: "sideways" }, (app) =>
    app.requestDisplayMode({ mode: "pip" }),
  ),
  ...wrongResult("an isError that is not a boolean", "onopenlink", { isError: "yes" }, (app) =>
    app.openLink({ url: "https://example.com/" }),
  ),
  ...wrongResult("content that is not a list", "oncalltool", { content: "text" }, (app) =>
    app.callServerTool({ name: "add" }),
  ),
  {
    name: "robustness: what a handler adds to a result arrives",
    async run({ app, bridge, connect }) {
      bridge.onopenlink = async () => ({ "x-more": 1 });
      await connect();
      return app.openLink({ url: "https://example.com/" });
    },
    expected: { "x-more": 1 },
  },
  {
    name: "robustness: a tool result without content reaches the View with none",
    async run({ app, connect, sendAsHost, settle }) {
      app.onerror = () => {};
      const seen: unknown[] = [];
      app.ontoolresult = (result) => seen.push(result);
      await connect();
      await sendAsHost({ method: "ui/notifications/tool-result", params: { structuredContent: { a: 1 } } });
      await settle();
      return seen;
    },
    expected: [{ structuredContent: { a: 1 }, content: [] }],
  },
  {
    name: "robustness: a new kind of content reaches the View",
    async run({ app, connect, sendAsHost, settle }) {
      app.onerror = () => {};
      const seen: unknown[] = [];
      app.ontoolresult = (result) => seen.push(result);
      await connect();
      await sendAsHost({
        method: "ui/notifications/tool-result",
        params: { content: [{ type: "hologram", data: "AA==" }] },
      });
      await settle();
      return seen;
    },
    expected: [{ content: [{ type: "hologram", data: "AA==" }] }],
  },
  ...sides.map(
    (side): Case => ({
      name: `robustness: the ${side} refuses to listen to an unknown event`,
      async run(scene) {
        const end = (side === "View" ? scene.app : scene.bridge) as unknown as Listening;
        if (!("addEventListener" in end)) return "no listeners";
        return said(await failure(() => end.addEventListener("toolfoo", () => {})), "toolfoo");
      },
      expected: true,
    }),
  ),
  {
    name: "robustness: a handler that was taken away no longer answers",
    async run({ app, bridge, connect }) {
      bridge.onopenlink = async () => ({});
      bridge.onopenlink = undefined;
      await connect();
      return "answered" in (await failure(() => app.openLink({ url: "https://example.com/" })))
        ? "answered"
        : "failed";
    },
    expected: "failed",
  },
  {
    name: "robustness: the View's handlers can be read back",
    async run({ app }) {
      const handler = () => {};
      app.ontoolinput = handler;
      return [app.ontoolinput === handler, app.ontoolresult === undefined];
    },
    expected: [true, true],
  },
  {
    name: "robustness: the host's handlers can be read back",
    async run({ bridge }) {
      const handler = async () => ({});
      bridge.onopenlink = handler;
      return [bridge.onopenlink === handler, bridge.onmessage === undefined];
    },
    expected: [true, true],
  },
  {
    name: "robustness: a handler can ask back while it is asked",
    async run({ app, bridge, connect }) {
      app.onteardown = () => ({});
      bridge.onopenlink = async () => ({ asked: await bridge.teardownResource({}) });
      await connect();
      return app.openLink({ url: "https://example.com/" });
    },
    expected: { asked: {} },
  },
  {
    name: "robustness: an answer that cannot be sent fails the request",
    async run(scene) {
      quiet(scene);
      const { app, bridge, connect, settle } = scene;
      bridge.onopenlink = async () => ({ run: () => 1 });
      await connect();
      const failed = failure(() => app.openLink({ url: "https://example.com/" })).then(() => "failed");
      return Promise.race([failed, settle().then(() => "no answer")]);
    },
    expected: "failed",
  },
];
