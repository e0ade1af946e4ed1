import { expect, test } from "vitest";
import { ann } from "../../../../../test/fixtures/caller.ts";
import type { CallOutcome } from "../../call/outcome.ts";
import type { ToolResult } from "../../call/tool-result.ts";
import type { Caller } from "../../policy/caller.ts";
import { type ClientChannel, UpstreamError } from "../../source/source.ts";
import { neverCancelled } from "../../work/cancellation.ts";
import { fixed } from "../endpoints/search-endpoint.ts";
import type { Visit } from "../listed-tool.ts";
import type { McpRequest } from "../protocol/endpoint.ts";
import { createServeAsking } from "../questions/serve-asking.ts";
import { toolHandlers } from "./tool-handlers.ts";

const caller: Caller = { ...ann, role: "owner", via: "test" };
const inputSchema = {
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" } },
} as const;

type Run = (args: unknown, visit: Visit) => Promise<CallOutcome>;

function handlersOf(run: Run, clientChannel?: ClientChannel) {
  const listed = { name: "echo", inputSchema, outputSchema: { type: "array" } };
  const tools = fixed([{ listed: listed as never, run }]);
  return toolHandlers(tools, createServeAsking(), clientChannel && (() => clientChannel));
}

const ok = (result: ToolResult): CallOutcome => ({ kind: "ok", result });

const request = (more: Partial<McpRequest> = {}): McpRequest => ({
  id: 1,
  method: "tools/call",
  params: { name: "echo", arguments: {} },
  era: "modern",
  caller,
  client: { name: "test", capabilities: {} },
  signal: neverCancelled,
  send() {},
  ...more,
});
const text = [{ type: "text", text: "hi" }];

test("says which tool is unknown", async () => {
  const call = handlersOf(async () => ok({ content: [] }))["tools/call"];
  await expect(call(request({ params: { name: "nope" } }))).rejects.toMatchObject({
    code: -32602,
    message: "Unknown tool: nope",
  });
});

test("refuses an argument that its header contradicts, where there are headers", async () => {
  const call = handlersOf(async () => ok({ content: text }))["tools/call"];
  const params = { name: "echo", arguments: { region: "eu" } };
  await expect(call(request({ params, headers: { "mcp-param-region": "us" } }))).rejects.toMatchObject({
    code: -32020,
    status: 400,
  });
  await expect(call(request({ params, headers: {} }))).rejects.toMatchObject({ code: -32020 });
  expect(await call(request({ params, headers: { "mcp-param-region": "eu" } }))).toEqual({ content: text });
  expect(await call(request({ params }))).toEqual({ content: text });
  expect(await call(request({ params, headers: {}, era: "legacy" }))).toEqual({ content: text });
});

test("older clients get structured content and output schemas only if they are objects", async () => {
  const value = [1, 2] as never;
  const list = handlersOf(async () => ok({ content: [] }))["tools/list"];
  expect(await list(request())).toMatchObject({ tools: [{ outputSchema: { type: "array" } }] });
  expect(await list(request({ era: "legacy" }))).toEqual({ tools: [{ name: "echo", inputSchema }] });
  const untold = handlersOf(async () => ok({ content: [], structuredContent: value }))["tools/call"];
  expect(await untold(request())).toEqual({ content: [], structuredContent: value });
  expect(await untold(request({ era: "legacy" }))).toEqual({ content: [{ type: "text", text: "[1,2]" }] });
  const told = handlersOf(async () => ok({ content: text, structuredContent: value }))["tools/call"];
  expect(await told(request({ era: "legacy" }))).toEqual({ content: text });
});

test("passes errors and questions of a server on, but no question that the client does not support", async () => {
  const error = new UpstreamError(-32042, "Visit first");
  const fail: Run = async () => ({ kind: "failed", message: error.message, error });
  const failing = handlersOf(fail, { era: "modern" });
  await expect(failing["tools/call"](request())).rejects.toMatchObject({ code: -32042 });
  expect(await handlersOf(fail)["tools/call"](request())).toEqual({
    isError: true,
    content: [{ type: "text", text: "Error: Visit first" }],
  });
  const question = { resultType: "input_required", inputRequests: { who: { method: "roots/list" } } };
  const asking = handlersOf(async () => ({ kind: "question", question }))["tools/call"];
  await expect(asking(request())).rejects.toMatchObject({
    code: -32021,
    status: 400,
    data: { requiredCapabilities: { roots: {} } },
  });
  expect(await asking(request({ client: { name: "test", capabilities: { roots: {} } } }))).toEqual(question);
});

test("asks a client of 2026-07-28 in rounds, and only with the same request", async () => {
  const call = handlersOf(async (_, { elicit }) => {
    const { action } = await elicit({ type: "approval", message: "May I?" });
    return ok({ content: [{ type: "text", text: action }] });
  })["tools/call"];
  const client = { name: "test", capabilities: { elicitation: {} } };
  expect(await call(request())).toEqual({ content: [{ type: "text", text: "unavailable" }] });
  const first = (await call(request({ client }))) as { requestState: string };
  expect(first).toMatchObject({
    resultType: "input_required",
    inputRequests: { answer: { method: "elicitation/create", params: { mode: "form", message: "May I?" } } },
  });
  const again = (args: object, more: Partial<McpRequest> = {}) => {
    const { requestState } = first;
    const inputResponses = { answer: { action: "accept" } };
    return call(
      request({ client, params: { name: "echo", arguments: args, requestState, inputResponses }, ...more }),
    );
  };
  await expect(again({ other: 1 })).rejects.toMatchObject({ code: -32602 });
  await expect(again({}, { caller: { ...caller, userId: "bob" } })).rejects.toMatchObject({ code: -32602 });
  expect(await again({})).toEqual({ content: [{ type: "text", text: "accept" }] });
  await expect(again({})).rejects.toMatchObject({ code: -32602, message: "Invalid or expired requestState" });
});

test("asks an older client over its connection, if it has one", async () => {
  const call = handlersOf(async (_, { elicit }) => {
    const { action } = await elicit({ type: "approval", message: "May I?" });
    return ok({ content: [{ type: "text", text: action }] });
  })["tools/call"];
  const client = { name: "old", capabilities: { elicitation: {} } };
  expect(await call(request({ era: "legacy", client }))).toMatchObject({
    content: [{ text: "unavailable" }],
  });
  const asked: unknown[] = [];
  const connection = {
    client,
    level: "info",
    async ask(method: string) {
      asked.push(method);
      return { action: "decline" };
    },
  } as never;
  expect(await call(request({ era: "legacy", client, connection }))).toMatchObject({
    content: [{ text: "decline" }],
  });
  expect(asked).toEqual(["elicitation/create"]);
});

test("tells calls which trace they are part of: that of `_meta`, of the request, or the session", async () => {
  const traceparent = (digit: string) => `00-${digit.repeat(32)}-${"1".repeat(16)}-01`;
  const traceOf = async (more: Partial<McpRequest>, _meta?: object) => {
    const traces: unknown[] = [];
    const call = handlersOf(async (_, visit) => {
      traces.push(visit.trace?.traceId);
      return ok({ content: [] });
    })["tools/call"];
    await call(request({ params: { name: "echo", arguments: {}, ...(_meta && { _meta }) }, ...more }));
    return traces[0];
  };
  const headers = { traceparent: traceparent("a"), "mcp-session-id": "the-session" };
  expect(await traceOf({ headers }, { traceparent: traceparent("b") })).toBe("b".repeat(32));
  expect(await traceOf({ headers }, { traceparent: "made up" })).toBe("a".repeat(32));
  const session = await traceOf({ era: "legacy", headers: { "mcp-session-id": "the-session" } });
  expect(session).toMatch(/^session-/);
  expect(session).not.toContain("the-session");
  expect(await traceOf({ headers: { "mcp-session-id": "the-session" } })).toBeUndefined();
  expect(await traceOf({})).toBeUndefined();
});
