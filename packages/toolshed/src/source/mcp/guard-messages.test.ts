import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { guardMessages } from "./guard-messages.ts";

function setUp() {
  const sent: JSONRPCMessage[] = [];
  const received: JSONRPCMessage[] = [];
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    async send(message) {
      sent.push(message as JSONRPCMessage);
    },
  };
  guardMessages(transport);
  transport.onmessage = (message) => received.push(message);
  const receive = (message: Record<string, unknown>) =>
    transport.onmessage?.({ jsonrpc: "2.0", ...message } as JSONRPCMessage);
  return { sent, received, receive };
}

const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: "nope" }]));

test("passes on what honest servers send", () => {
  const { received, sent, receive } = setUp();
  receive({ id: 1, method: "elicitation/create", params: { requestedSchema: { properties: fields(20) } } });
  receive({ id: 2, result: { tools: Array.from({ length: 9_000 }, () => ({ name: "a" })) } });
  receive({ id: 3, result: { resources: [{ uri: "a:b", name: "b" }] } });
  receive({ method: "notifications/tools/list_changed" });
  expect(received).toHaveLength(4);
  expect(sent).toEqual([]);
});

test("answers an enormous question itself", () => {
  const { received, sent, receive } = setUp();
  receive({
    id: 1,
    method: "elicitation/create",
    params: { requestedSchema: { properties: fields(120_000) } },
  });
  expect(received).toEqual([]);
  expect(sent).toMatchObject([
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
])("fails the request that is answered with %s", (_, result) => {
  const { received, receive } = setUp();
  receive({ id: 5, result });
  expect(received).toMatchObject([{ id: 5, error: { code: -32602 } }]);
});

test("cuts a long error", () => {
  const { received, receive } = setUp();
  receive({ id: 5, error: { code: 1, message: "x".repeat(1_000_000) } });
  expect(JSON.stringify(received).length).toBeLessThan(3_000);
});
