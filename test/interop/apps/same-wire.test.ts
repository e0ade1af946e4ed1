import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Case, runCase } from "./case.ts";
import { cases } from "./cases/index.ts";
import { nodeStage } from "./node-stage.ts";
import type { Pairing } from "./pairings.ts";
import type { Link, Message } from "./scene.ts";

// What ours puts on the wire is what the official 2.0 puts there, message by message.

interface Traffic {
  view: unknown[];
  host: unknown[];
}

async function trafficOf(pairing: Pairing, testCase: Case): Promise<Traffic> {
  const stage = nodeStage(pairing);
  const traffic: Traffic = { view: [], host: [] };
  await runCase({ ...stage, createLink: async () => watched(await stage.createLink(), traffic) }, testCase);
  return traffic;
}

function watched(link: Link, traffic: Traffic): Link {
  for (const side of ["view", "host"] as const) {
    const send = link[side].send.bind(link[side]);
    link[side].send = (message, options) => {
      traffic[side].push(withoutIds(message as Message));
      return send(message, options);
    };
  }
  return link;
}

// How a side numbers its requests is its own affair; that a call has a progress token is not.
function withoutIds({ id: _, ...message }: Message): unknown {
  const { result, error } = message as {
    result?: { hostCapabilities?: object };
    error?: { message: string };
  };
  // Our host also declares what its handlers can do, and says what an unknown method lacks.
  if (result?.hostCapabilities) return { ...message, result: { ...result, hostCapabilities: "declared" } };
  if (error?.message.startsWith("Method not found"))
    return { ...message, error: { ...error, message: "Method not found" } };
  const meta = message.params?._meta as { progressToken?: unknown } | undefined;
  if (meta?.progressToken === undefined) return message;
  return { ...message, params: { ...message.params, _meta: { ...meta, progressToken: "token" } } };
}

const compared = [
  /^handshake: (the|what) /,
  /^request .*: (arrives|a handler that throws|an error with a code|without|parameters)/,
  /^notification .*: reaches /,
  /^host context: (changes|setHostContext) /,
  /^teardown: (the host waits|a handler) /,
  /^progress: /,
  /^app tools: (a static|a thrown|an error) /,
  /^app tools, registered: (a call|an error|a callback) /,
];

// Our host reads a View's list again when it hears of a change; nothing else is different.
const readsAgain = "notification notifications/tools/list_changed to the host";

const exchanges = cases.filter(
  ({ name }) => compared.some((pattern) => pattern.test(name)) && !name.startsWith(readsAgain),
);

beforeEach(() => {
  for (const level of ["debug", "log", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("there is enough to compare", () => {
  expect(exchanges.length).toBeGreaterThan(70);
});

for (const testCase of exchanges) {
  it(`the View: ${testCase.name}`, async () => {
    const official = await trafficOf({ view: "2.0", host: "2.0" }, testCase);
    const mine = await trafficOf({ view: "ours", host: "2.0" }, testCase);
    expect(mine.view).toEqual(official.view);
  });

  it(`the host: ${testCase.name}`, async () => {
    const official = await trafficOf({ view: "2.0", host: "2.0" }, testCase);
    const mine = await trafficOf({ view: "2.0", host: "ours" }, testCase);
    expect(mine.host).toEqual(official.host);
  });
}
