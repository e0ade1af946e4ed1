import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  inputRequired,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import type { ToolResult } from "../call/tool-result.ts";
import { Cancellation } from "../cancellation.ts";
import type { Caller } from "../policy/caller.ts";
import { UpstreamError } from "../source/upstream-error.ts";
import { createMcpEndpoint } from "./mcp-endpoint.ts";
import { toPlainCall } from "./plain-call.ts";

const text = [{ type: "text", text: "Grüße, 東京" }];
const question = inputRequired({
  inputRequests: { name: inputRequired.elicit({ message: "Who?", requestedSchema: form() }) },
}) as unknown as Record<string, unknown>;
const results: Record<string, () => ToolResult> = {
  text: () => ({ content: text }),
  structured: () => ({ content: text, structuredContent: { notes: [1, 2] } }),
  failed: () => ({ isError: true, content: text }),
  meta: () => ({ content: [], _meta: { "ui/state": 1 } }),
  image: () => ({ content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] }),
  asks: () => ({ content: [], question }),
  refuses: () => ({ content: [], error: new UpstreamError(-32_042, "Not now", { until: "noon" }) }),
  throws: () => {
    throw new Error("It broke");
  },
};
const caller: Caller = {
  userId: "ann",
  role: "owner",
  via: "test",
  audience: "model",
  scope: { readOnly: false },
  approval: "host",
};
const unreachable = () => Promise.reject(new Error("not asked for"));
const endpoint = createMcpEndpoint({
  expose: () =>
    Object.entries(results).map(([name, answer]) => ({
      listed: { name, inputSchema: { type: "object" } },
      run: async () => answer(),
    })),
  readView: unreachable,
  ofSource: { fetch: unreachable, takes: () => false, answer: unreachable, close: async () => {} },
  version: "1",
  subscribe: () => () => {},
});

interface Asked {
  readonly message: object;
  readonly headers: Record<string, string>;
}

/** As the gateway does it: plainly where that can be, and by the SDK otherwise. */
async function serve({ message, headers }: Asked): Promise<Response> {
  const call = toPlainCall(headers, message);
  const visit = { caller, signal: new Cancellation(), userAgent: "" };
  const answer = call && endpoint.takes(call, caller) ? await endpoint.answer(call, visit) : undefined;
  if (answer && "text" in answer) {
    return new Response(answer.text, { headers: { "content-type": "application/json" } });
  }
  const request = new Request("http://127.0.0.1/api/mcp", {
    method: "POST",
    headers,
    body: JSON.stringify(message),
  });
  return endpoint.fetch({ request, message, ended: answer?.ended }, caller);
}

async function askOldly(name: string, meta: object, headers = {}) {
  const response = await serve({
    message: { jsonrpc: "2.0", id: 3, method: "tools/call", params: { _meta: meta, name, arguments: {} } },
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2025-11-25",
      ...headers,
    },
  });
  const text = await response.text();
  const [, event] = /^data: (\{.*)$/m.exec(text) ?? [];
  return { status: response.status, body: JSON.parse(event ?? text) };
}

async function ask(name: string, capabilities: object, more: object, headers = {}) {
  const meta = {
    [PROTOCOL_VERSION_META_KEY]: "2026-07-28",
    [CLIENT_INFO_META_KEY]: { name: "test", version: "1" },
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
    ...more,
  };
  const params = { _meta: meta, name, arguments: { of: "mine" } };
  const response = await serve({
    message: { jsonrpc: "2.0", id: "a-1", method: "tools/call", params },
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
      ...headers,
    },
  });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    body: await response.json(),
  };
}

/** A client that wants log messages is served by the SDK's server. */
const bySdk = { [LOG_LEVEL_META_KEY]: "info" };
const cases = [...Object.keys(results), "unknown"].flatMap((name) =>
  [{}, { elicitation: {} }].map((capabilities) => ({ name, capabilities })),
);

test.each(cases)(
  "$name is answered as by the SDK, to a client with $capabilities",
  async ({ name, capabilities }) => {
    const answer = await ask(name, capabilities, { "example/own": true });
    expect(answer).toEqual(await ask(name, capabilities, bySdk));
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: "a-1" });
  },
);

test.each([...Object.keys(results), "unknown"])(
  "%s is answered to a client of an older revision as by the SDK",
  async (name) => {
    const answer = await askOldly(name, {});
    // One that wants to know of progress is served by the SDK's server, as a stream.
    expect(answer).toEqual(await askOldly(name, { progressToken: 7 }));
    expect(answer).toMatchObject({ status: 200, body: { jsonrpc: "2.0", id: 3 } });
  },
);

test("a client of an older revision that does not take both kinds of answers is refused", async () => {
  expect(await askOldly("text", {}, { accept: "application/json" })).toMatchObject({ status: 406 });
});

test("an unknown older revision is refused", async () => {
  expect(await askOldly("text", {}, { "mcp-protocol-version": "2020-01-01" })).toMatchObject({ status: 400 });
});

test.each([
  ["a header that names another tool", {}, { "mcp-name": "structured" }],
  ["a header that names another method", {}, { "mcp-method": "tools/list" }],
  ["another revision in the header", {}, { "mcp-protocol-version": "2025-11-25" }],
  ["an unknown revision", { [PROTOCOL_VERSION_META_KEY]: "2027-01-01" }, {}],
  ["capabilities that are none", { [CLIENT_CAPABILITIES_META_KEY]: "all" }, {}],
  ["a client without a name", { [CLIENT_INFO_META_KEY]: { version: "1" } }, {}],
])("%s is refused", async (_, meta, headers) => {
  // The envelope of a right request is known by then.
  await ask("text", {}, {});
  const { status, body } = await ask("text", {}, meta, headers);
  expect(status).toBe(400);
  expect(body).toHaveProperty("error.code");
  expect(body).not.toHaveProperty("result");
});

function form() {
  return { type: "object", properties: { name: { type: "string" } } } as const;
}
