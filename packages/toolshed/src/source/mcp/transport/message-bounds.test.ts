import type { JSONRPCMessage } from "@toolshed/apps/rpc";
import { expect, test } from "vitest";
import type { SourceCall } from "../../source.ts";
import {
  createFloodGuard,
  floodReason,
  type MessageContext,
  UpstreamTransport,
} from "./upstream-transport.ts";

/** A transport whose server says what the test says. */
class TestTransport extends UpstreamTransport {
  readonly sent: JSONRPCMessage[] = [];
  readonly received: [JSONRPCMessage, MessageContext | undefined][] = [];
  override onmessage = (message: JSONRPCMessage, context?: MessageContext) => {
    this.received.push([message, context]);
  };
  async start() {}
  async close() {}
  protected async deliver(message: JSONRPCMessage) {
    this.sent.push(message);
  }
  say(message: object | string, context?: MessageContext): boolean {
    const text = typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message });
    return this.receive(text, context);
  }
  ask(id: number): Promise<void> {
    return this.send({ jsonrpc: "2.0", id, method: "x" });
  }
}

async function asking(...ids: number[]): Promise<TestTransport> {
  const transport = new TestTransport(createFloodGuard());
  for (const id of ids) await transport.ask(id);
  transport.sent.length = 0;
  return transport;
}

const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: "nope" }]));

test("passes on what honest servers send, with the call it belongs to", async () => {
  const transport = await asking(2, 3);
  const context = { call: {} as SourceCall };
  const form = { requestedSchema: { properties: fields(20) } };
  transport.say({ id: 1, method: "elicitation/create", params: form }, context);
  transport.say({ id: 2, result: { tools: Array.from({ length: 9_000 }, () => ({ name: "a" })) } });
  transport.say({ id: 3, result: { resources: [{ uri: "a:b", name: "b" }] } });
  transport.say({ method: "notifications/tools/list_changed" });
  expect(transport.received.map(([, own]) => own)).toEqual([context, undefined, undefined, undefined]);
  expect(transport.sent).toEqual([]);
});

test("answers an enormous question itself", async () => {
  const transport = await asking();
  const form = { requestedSchema: { properties: fields(120_000) } };
  transport.say({ id: 1, method: "elicitation/create", params: form });
  expect(transport.received).toEqual([]);
  expect(transport.sent).toMatchObject([
    { id: 1, error: { code: -32602, message: "elicitation/create is too large" } },
  ]);
});

test.each([
  [
    "too many messages",
    { messages: Array.from({ length: 30_000 }, () => ({ role: "user", content: { type: "x" } })) },
  ],
  [
    "a list that is too long",
    { resources: Array.from({ length: 30_000 }, () => ({ uri: "a:b", name: "b" })) },
  ],
  ["a list of something else", { prompts: [1, 2, 3] }],
  ["enormous capabilities", { capabilities: fields(20_000) }],
])("fails the request that is answered with %s", async (_, result) => {
  const transport = await asking(5);
  transport.say({ id: 5, result });
  expect(transport.received).toMatchObject([[{ id: 5, error: { code: -32602 } }, undefined]]);
});

test("fails the request whose answer nests too deep", async () => {
  const transport = await asking(5);
  transport.say(`{"jsonrpc":"2.0","id":5,"result":{"a":${"[".repeat(600)}${"]".repeat(600)}}}`);
  const message = expect.stringContaining("JSON may nest at most 512 levels deep");
  expect(transport.received).toMatchObject([[{ id: 5, error: { message } }, undefined]]);
});

test("cuts a long error", async () => {
  const transport = await asking(5);
  transport.say({ id: 5, error: { code: 1, message: "x".repeat(1_000_000) } });
  expect(JSON.stringify(transport.received).length).toBeLessThan(3_000);
});

test("passes an answer on once, and only to what was asked", async () => {
  const transport = await asking(1, 2, 3);
  await transport.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
  for (const id of [1, 1, "2", 3, 4]) transport.say({ id, result: {} });
  expect(transport.received.map(([message]) => "id" in message && message.id)).toEqual([1, 2]);
});

test("reads several messages from one chunk", async () => {
  const transport = await asking(1);
  const [answer, notice] = [{ id: 1, result: {} }, { method: "a" }].map((own) => ({
    jsonrpc: "2.0",
    ...own,
  }));
  transport.say(JSON.stringify([answer, notice]));
  expect(transport.received.map(([message]) => message)).toEqual([answer, notice]);
});

test.each([
  ["notices", { method: "a" }],
  ["answers to nothing", { id: 77, result: {} }],
  ["blank texts", ""],
  ["empty lists", "[]"],
  ["lists of notices", JSON.stringify(Array.from({ length: 10 }, () => ({ jsonrpc: "2.0", method: "a" })))],
])("cuts off a server that sends %s without end", async (_, message) => {
  const transport = await asking();
  let count = 0;
  while (transport.say(message) && count < 100_000) count += 1;
  expect(transport.reason).toBe(floodReason);
});

test("does not count answers that were asked for", async () => {
  const transport = await asking();
  for (let id = 0; id < 20_000; id += 1) {
    await transport.ask(id);
    expect(transport.say({ id, result: {} })).toBe(true);
  }
  expect(transport.reason).toBeUndefined();
});
