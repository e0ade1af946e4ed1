import { expect, test } from "vitest";
import { metaKeys, readEnvelope } from "./envelope.ts";
import type { Fields } from "./message.ts";
import type { ProtocolError } from "./protocol-error.ts";

const meta = {
  [metaKeys.version]: "2026-07-28",
  [metaKeys.capabilities]: { elicitation: { form: {} } },
  [metaKeys.clientInfo]: { name: "test", version: "1" },
};
const call = (own: Fields = meta, more: Fields = {}) => ({
  jsonrpc: "2.0" as const,
  id: 1,
  method: "tools/call",
  params: { _meta: own, name: "echo" },
  ...more,
});
const headers = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "echo",
};
const without = (name: keyof typeof headers) => ({ ...headers, [name]: undefined });

function refused(message: Parameters<typeof readEnvelope>[0], given?: Record<string, string | undefined>) {
  try {
    readEnvelope(message, given);
  } catch (error) {
    const { status, code, data } = error as ProtocolError;
    return { status, code, data };
  }
  return undefined;
}

test("reads who sends a request of 2026-07-28", () => {
  const client = { name: "test", capabilities: { elicitation: { form: {} } } };
  expect(readEnvelope(call(), headers)).toMatchObject(client);
  expect(readEnvelope(call())).toMatchObject(client);
  expect(readEnvelope(call({ ...meta, [metaKeys.level]: "error" }), headers)?.level).toBe("error");
});

test("falls back to the user agent, and cuts long names", () => {
  const { [metaKeys.clientInfo]: _, ...unnamed } = meta;
  expect(readEnvelope(call(unnamed), { ...headers, "user-agent": "curl/8" })?.name).toBe("curl/8");
  const long = { ...meta, [metaKeys.clientInfo]: { name: "x".repeat(500), version: "1" } };
  expect(readEnvelope(call(long), headers)?.name).toHaveLength(100);
});

test.each([
  ["no envelope", call({}), {}],
  ["an older revision in the header", call({}), { "mcp-protocol-version": "2025-11-25" }],
  ["other keys of the envelope alone", call({ [metaKeys.clientInfo]: { name: "x" } }), {}],
  ["initialize", call({}, { method: "initialize" }), {}],
  [
    "initialize with a broken envelope",
    call({ [metaKeys.version]: "2026-07-28" }, { method: "initialize" }),
    {},
  ],
  ["a notification", { jsonrpc: "2.0" as const, method: "notifications/initialized" }, {}],
])("takes a message with %s for one of an older revision", (_, message, given) => {
  expect(readEnvelope(message, given)).toBeUndefined();
});

test.each([
  ["another revision in the header", call(), { ...headers, "mcp-protocol-version": "2025-11-25" }, -32020],
  ["another method in the header", call(), { ...headers, "mcp-method": "tools/list" }, -32020],
  ["another name in the header", call(), { ...headers, "mcp-name": "other" }, -32020],
  ["a name that is not Base64", call(), { ...headers, "mcp-name": "=?base64?x?=" }, -32020],
  ["no revision in the header", call(), without("mcp-protocol-version"), -32020],
  ["no method in the header", call(), without("mcp-method"), -32020],
  ["no name in the header", call(), without("mcp-name"), -32020],
  ["initialize under a modern header", call({}, { method: "initialize" }), headers, -32020],
  ["an unknown revision", call({ ...meta, [metaKeys.version]: "2099-01-01" }), undefined, -32022],
  [
    "an older revision in its envelope",
    call({ ...meta, [metaKeys.version]: "2025-11-25" }),
    undefined,
    -32022,
  ],
  ["no envelope under a modern header", call({}), headers, -32602],
  ["no capabilities", call({ [metaKeys.version]: "2026-07-28" }), headers, -32602],
  ["capabilities that are text", call({ ...meta, [metaKeys.capabilities]: "all" }), headers, -32602],
  ["a capability that is text", call({ ...meta, [metaKeys.capabilities]: { roots: "x" } }), headers, -32602],
  ["a client without a name", call({ ...meta, [metaKeys.clientInfo]: { version: "1" } }), headers, -32602],
  ["a revision that is a number", call({ ...meta, [metaKeys.version]: 1 }), headers, -32602],
  ["an unknown log level", call({ ...meta, [metaKeys.level]: "loud" }), headers, -32602],
  ["a progress token that is an object", call({ ...meta, progressToken: {} }), headers, -32602],
])("refuses %s", (_, message, given, code) => {
  expect(refused(message, given)).toMatchObject({ status: 400, code });
});

test("says which revisions it serves, and what an envelope lacks", () => {
  expect(refused(call({ ...meta, [metaKeys.version]: "2099-01-01" }))?.data).toEqual({
    supported: ["2026-07-28"],
    requested: "2099-01-01",
  });
  expect(refused(call({}), headers)?.data).toEqual({
    envelope: { missing: [metaKeys.version, metaKeys.capabilities] },
  });
  expect(refused({ ...call(), params: { name: "echo" } }, headers)?.data).toEqual({
    envelope: { missing: ["_meta"] },
  });
});

test("takes a name that a header can carry only as Base64", () => {
  const message = { ...call(), params: { _meta: meta, name: "grüße" } };
  const encoded = `=?base64?${Buffer.from("grüße").toString("base64")}?=`;
  expect(readEnvelope(message, { ...headers, "mcp-name": encoded })).toBeDefined();
});

test("a notification needs no envelope and no headers but those that are there have to be right", () => {
  const message = { jsonrpc: "2.0" as const, method: "notifications/cancelled", params: { requestId: 1 } };
  expect(readEnvelope(message, { "mcp-protocol-version": "2026-07-28" })).toBeDefined();
  expect(
    refused(message, { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call" }),
  ).toMatchObject({
    status: 400,
    code: -32020,
  });
});

test.each([{ toString: 1, valueOf: 1 }, ["2026-07-28"], 7, null])(
  "refuses a notification whose revision is not a string: %j",
  (claimed) => {
    const notification = {
      jsonrpc: "2.0" as const,
      method: "notifications/x",
      params: { _meta: { [metaKeys.version]: claimed } },
    };
    const { "mcp-protocol-version": version } = headers;
    expect(refused(notification, { "mcp-protocol-version": version })).toMatchObject({
      status: 400,
      code: -32020,
    });
  },
);
