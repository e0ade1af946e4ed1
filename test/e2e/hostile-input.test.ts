import { expect, test } from "vitest";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";

const modern = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

function post(
  { mcpUrl }: TestGateway,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(mcpUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body,
  });
}

async function readAnswer(response: Response) {
  const text = await response.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
}

const call = (argumentsJson: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"call_tool","arguments":${argumentsJson}}}`;

test("headers that contradict the body are refused", async () => {
  const gateway = await startGateway();
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { _meta: modern, name: "call_tool", arguments: { path: "samples.notes.list" } },
  });
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "search_tools",
  };
  const response = await post(gateway, body, headers);
  expect(response.status).toBe(400);
  expect((await readAnswer(response)).error.code).toBe(-32020);
  expect((await post(gateway, body, { ...headers, "mcp-name": "call_tool" })).status).toBe(200);
});

test("odd JSON is an answer, never a crash or a polluted prototype", async () => {
  const gateway = await startGateway();
  const statusOf = async (body: string) => (await post(gateway, body)).status;

  expect(await statusOf("{")).toBe(400);
  expect(await statusOf("")).toBe(400);
  expect(await statusOf("[]")).toBe(400);
  expect(await statusOf(`[${call('{"path":"samples.notes.list"}')}]`)).toBeLessThan(500);
  expect(
    await statusOf(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":"${"x".repeat(4 * 1024 * 1024)}"}}`,
    ),
  ).toBe(413);
  expect(
    await statusOf(
      call(`{"path":"samples.notes.list","arguments":{"deep":${"[".repeat(10_000)}${"]".repeat(10_000)}}}`),
    ),
  ).toBeLessThan(500);

  // Of two keys of the same name the last one counts, for the policy as for the call.
  const twice = await readAnswer(
    await post(gateway, call('{"path":"samples.notes.list","path":"samples.notes.burn"}')),
  );
  expect(twice.result.content[0].text).toBe("Error: Tool not found: samples.notes.burn");

  const polluting = call(
    '{"path":"samples.notes.create","arguments":{"title":"t","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
  );
  expect((await readAnswer(await post(gateway, polluting))).result.structuredContent.title).toBe("t");
  const after = await readAnswer(await post(gateway, call('{"path":"samples.notes.list"}')));
  expect(JSON.stringify(after)).not.toContain("polluted");
});

test("a client that goes away ends its call", async () => {
  const gateway = await startGateway();
  const ending = new AbortController();
  const gone = fetch(gateway.mcpUrl, {
    method: "POST",
    signal: ending.signal,
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"jsonrpc":'));
      },
    }),
    duplex: "half",
  } as RequestInit);
  ending.abort();
  await expect(gone).rejects.toThrow();
  expect((await post(gateway, call('{"path":"samples.notes.list"}'))).status).toBe(200);
});
