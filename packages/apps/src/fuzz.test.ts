import { expect, test } from "vitest";
import { AppBridge } from "./bridge/app-bridge.ts";
import * as methods from "./protocol/methods.ts";
import { findMismatch } from "./protocol/shape.ts";
import { createMemoryTransports } from "./rpc/memory-transport.ts";
import { App } from "./view/app.ts";

const SEED = 20260126;
const MESSAGES = 10_000;

/** The mulberry32 generator: small, and the same on every machine. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(SEED);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

const table = Object.values(methods);
const methodNames = [...table.map(({ method }) => method), "constructor", "__proto__", "toString", "x", ""];
const keys = [
  ...[
    "name",
    "arguments",
    "content",
    "url",
    "uri",
    "mode",
    "role",
    "type",
    "text",
    "contents",
    "messages",
    "maxTokens",
  ],
  ...[
    "theme",
    "styles",
    "variables",
    "level",
    "data",
    "width",
    "height",
    "cursor",
    "reason",
    "requestId",
    "html",
  ],
  ...[
    "progressToken",
    "progress",
    "appInfo",
    "appCapabilities",
    "protocolVersion",
    "version",
    "tools",
    "_meta",
  ],
  ...["__proto__", "constructor", "prototype", "polluted"],
];
const leaves = [
  null,
  undefined,
  0,
  -1,
  1.5,
  Number.NaN,
  "",
  "x",
  "text",
  "inline",
  "user",
  true,
  false,
  [],
  {},
];

function randomValue(depth: number): unknown {
  const roll = random();
  if (depth === 0 || roll < 0.4) return pick(leaves);
  if (roll < 0.6) return Array.from({ length: Math.floor(random() * 3) }, () => randomValue(depth - 1));
  // As JSON.parse makes it: `__proto__` is then a key like any other.
  const entries = Array.from(
    { length: Math.floor(random() * 5) },
    () => [pick(keys), randomValue(depth - 1)] as const,
  );
  const json = `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? "null"}`).join(",")}}`;
  return JSON.parse(json);
}

function randomMessage(): unknown {
  if (random() < 0.1) return randomValue(3);
  const message: Record<string, unknown> = {};
  if (random() < 0.95) message.jsonrpc = random() < 0.95 ? "2.0" : randomValue(1);
  if (random() < 0.8) message.method = random() < 0.9 ? pick(methodNames) : randomValue(1);
  if (random() < 0.6) message.id = random() < 0.8 ? Math.floor(random() * 100) + 1000 : randomValue(1);
  if (random() < 0.8) message.params = randomValue(4);
  if (random() < 0.15) message.result = randomValue(3);
  if (random() < 0.15) message.error = randomValue(3);
  return message;
}

test(`${MESSAGES} malformed messages throw nothing, pollute nothing and get to no handler`, async () => {
  const app = new App(
    { name: "view", version: "1" },
    { tools: { listChanged: true } },
    { autoResize: false },
  );
  const bridge = new AppBridge(null, { name: "host", version: "1" });
  // By chance some messages are well-formed; only those may get to a handler.
  const reached: (string | undefined)[] = [];
  const accept = (row: methods.NotificationRow) => (params: unknown) => {
    reached.push(findMismatch(row.params, params));
    return {};
  };
  const handlers = {
    app: { ontoolinput: methods.toolInput, ontoolresult: methods.toolResult, oncalltool: methods.callTool },
    bridge: {
      onopenlink: methods.openLink,
      onmessage: methods.message,
      oncalltool: methods.callTool,
      onsizechange: methods.sizeChanged,
      onloggingmessage: methods.loggingMessage,
      onreadresource: methods.readResource,
      oncreatesamplingmessage: methods.createMessage,
    },
  };
  for (const [name, row] of Object.entries(handlers.app)) Object.assign(app, { [name]: accept(row) });
  for (const [name, row] of Object.entries(handlers.bridge)) Object.assign(bridge, { [name]: accept(row) });
  const errors: Error[] = [];
  app.onerror = (error) => errors.push(error);
  bridge.onerror = (error) => errors.push(error);
  const [inView, inHost] = createMemoryTransports();
  await bridge.connect(inHost);
  await app.connect(inView);
  const prototypeKeys = Object.getOwnPropertyNames(Object.prototype);

  for (let index = 0; index < MESSAGES; index++) {
    const message = randomMessage();
    const { onmessage } = index % 2 ? inView : inHost;
    expect(() => onmessage?.(message as never)).not.toThrow();
    if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await app.request({ method: "ping" })).toEqual({});
  expect(await bridge.request({ method: "ping" })).toEqual({});
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototypeKeys);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(errors.length).toBeGreaterThan(1000);
  expect(reached.length).toBeGreaterThan(10);
  expect(reached.filter((mismatch) => mismatch)).toEqual([]);
});
