import { expect, test, vi } from "vitest";
import { AppBridge } from "./bridge/app-bridge.ts";
import { createMemoryTransports } from "./rpc/memory-transport.ts";
import type { JSONRPCMessage } from "./rpc/message.ts";
import { App } from "./view/app.ts";

const text = { type: "text" as const, text: "hi" };
const badContent = [
  { content: "hi" },
  { content: [null] },
  { content: [{ type: 1 }] },
  { content: Array(1) },
  { content: [{ type: "text" }] },
];

/** Methods that the host or the View receives, and params that must not reach the handler. */
const requests: [to: "host" | "view", method: string, handler: string, malformed: unknown[]][] = [
  ["host", "ui/open-link", "onopenlink", [undefined, {}, { url: 1 }, { url: null }, [], "x"]],
  [
    "host",
    "ui/download-file",
    "ondownloadfile",
    [{}, ...[{}, [{ type: "resource_link" }], [{ type: "resource" }]].map((contents) => ({ contents }))],
  ],
  [
    "host",
    "ui/message",
    "onmessage",
    [
      ...[{}, ...badContent].map((bad) => ({ role: "user", ...bad })),
      { content: [text] },
      { role: 1, content: [text] },
    ],
  ],
  [
    "host",
    "ui/update-model-context",
    "onupdatemodelcontext",
    [{ content: text }, { structuredContent: "a" }, { structuredContent: [1] }],
  ],
  ["host", "ui/request-display-mode", "onrequestdisplaymode", [{}, { mode: "huge" }, { mode: ["pip"] }]],
  [
    "host",
    "tools/call",
    "oncalltool",
    [{}, { name: 1 }, { name: "a", arguments: [] }, { name: "a", arguments: "x" }],
  ],
  ["host", "resources/read", "onreadresource", [{}, { uri: {} }]],
  ["host", "resources/list", "onlistresources", [{ cursor: 2 }]],
  ["host", "resources/templates/list", "onlistresourcetemplates", [{ cursor: 2 }]],
  ["host", "prompts/list", "onlistprompts", [{ cursor: {} }]],
  [
    "host",
    "sampling/createMessage",
    "oncreatesamplingmessage",
    [{}, { messages: [] }, { messages: ["hi"], maxTokens: 9 }, { messages: [], maxTokens: "9" }],
  ],
  ["view", "tools/call", "oncalltool", [{}, { name: null }, { name: "greet", arguments: 1 }]],
  ["view", "tools/list", "onlisttools", [{ cursor: 1 }]],
];

const notifications: typeof requests = [
  [
    "host",
    "notifications/message",
    "onloggingmessage",
    [{}, { level: 1, data: "x" }, { level: "info", data: "x", logger: 1 }],
  ],
  [
    "host",
    "ui/notifications/size-changed",
    "onsizechange",
    [{ width: "300" }, { height: null }, { width: {} }],
  ],
  ["view", "ui/notifications/tool-input", "ontoolinput", [1, [], null].map((args) => ({ arguments: args }))],
  ["view", "ui/notifications/tool-input-partial", "ontoolinputpartial", [{ arguments: "{" }]],
  [
    "view",
    "ui/notifications/tool-result",
    "ontoolresult",
    [...badContent, { content: [text], isError: "yes" }],
  ],
  ["view", "ui/notifications/tool-cancelled", "ontoolcancelled", [{ reason: 1 }]],
  [
    "view",
    "ui/notifications/host-context-changed",
    "onhostcontextchanged",
    [
      { theme: 1 },
      { styles: "none" },
      { styles: { variables: 1 } },
      { toolInfo: {} },
      { availableDisplayModes: "all" },
    ],
  ],
];

const info = { name: "ours", version: "1" };

/** Connects our View or host to a test that plays the other side. */
async function connect(side: "host" | "view", handlers: object) {
  const [ours, theirs] = createMemoryTransports();
  const answers: JSONRPCMessage[] = [];
  const deliver = (message: object) => theirs.send({ jsonrpc: "2.0", ...message } as never);
  const protocolVersion = "2026-01-26";
  theirs.onmessage = (message) => {
    if (!("method" in message)) {
      answers.push(message);
      return undefined;
    }
    const result = { protocolVersion, hostInfo: info, hostCapabilities: {}, hostContext: {} };
    return "id" in message ? deliver({ id: message.id, result }) : undefined;
  };
  await theirs.start();
  const peer =
    side === "view" ? new App(info, { tools: {} }, { autoResize: false }) : new AppBridge(null, info);
  const onerror = vi.fn();
  Object.assign(peer, { onerror, ...handlers });
  await peer.connect(ours as never);
  if (side === "host") {
    const params = { appInfo: info, appCapabilities: { tools: {} }, protocolVersion };
    await deliver({ id: "init", method: "ui/initialize", params });
    await deliver({ method: "ui/notifications/initialized" });
    await expect.poll(() => answers).toHaveLength(1);
  }
  answers.length = 0;
  return { answers, onerror, deliver };
}

test.each(requests)("the %s refuses malformed params of %s", async (side, method, handler, malformed) => {
  const handled = vi.fn();
  const { answers, deliver } = await connect(side, { [handler]: handled });
  for (const [id, params] of malformed.entries()) await deliver({ id, method, params });
  await expect.poll(() => answers).toHaveLength(malformed.length);
  for (const answer of answers) expect(answer).toMatchObject({ error: { code: -32602 } });
  expect(handled).not.toHaveBeenCalled();
});

test.each(notifications)(
  "the %s reports malformed params of %s",
  async (side, method, handler, malformed) => {
    const handled = vi.fn();
    const { onerror, deliver } = await connect(side, { [handler]: handled });
    for (const params of malformed) await deliver({ method, params });
    await expect.poll(() => onerror).toHaveBeenCalledTimes(malformed.length);
    expect(handled).not.toHaveBeenCalled();
  },
);

test("ui/message with one block, as the specification shows it, is read as a list of one", async () => {
  const onmessage = vi.fn(() => ({}));
  const { deliver } = await connect("host", { onmessage });
  await deliver({ id: 1, method: "ui/message", params: { role: "user", content: text } });
  expect(onmessage).toHaveBeenCalledWith({ role: "user", content: [text] }, expect.anything());
});
