import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkProperty,
  countNotes,
  countRecorded,
  hostileJson,
  hostileText,
  propertyTimeoutMs,
  wellFormed,
} from "./property-run.ts";

const modern = "2026-07-28";
const methods = [
  "tools/call",
  "tools/list",
  "server/discover",
  "initialize",
  "ping",
  "subscriptions/listen",
  "resources/read",
  "prompts/get",
  "completion/complete",
  "notifications/cancelled",
  "notifications/initialized",
];
const text = (value: string) => JSON.stringify(wellFormed(value));
const id = fc.oneof(
  { weight: 12, arbitrary: fc.nat().map(String) },
  fc.constantFrom("1", '"a"', "null", "1.5", "-1", "9007199254740993", "[]", "{}"),
  hostileJson,
);
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constant('"samples.notes.create"') },
  fc.constantFrom('"samples.notes.create"', '"samples.notes.list"', '"nothing.here"'),
  hostileText.map(text),
  hostileJson,
);
const args = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 20 }).map((title) => `{"title":${text(`t${title}`)}}`) },
  fc.tuple(hostileText, hostileJson).map(([title, more]) => `{"title":${text(title)},"text":${more}}`),
  hostileJson,
);
const meta = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constant(
      `{"io.modelcontextprotocol/protocolVersion":"${modern}","io.modelcontextprotocol/clientCapabilities":{}}`,
    ),
  },
  { weight: 1, arbitrary: hostileJson },
  {
    weight: 1,
    arbitrary: hostileJson.map(
      (info) =>
        `{"io.modelcontextprotocol/protocolVersion":"${modern}","io.modelcontextprotocol/clientCapabilities":${info},"io.modelcontextprotocol/clientInfo":${info},"progressToken":${info}}`,
    ),
  },
);
const callMessage = fc
  .tuple(
    id,
    fc.oneof(
      { weight: 6, arbitrary: fc.constant('"call_tool"') },
      fc.constantFrom('"read_tool"', '"search_tools"'),
      hostileText.map(text),
    ),
    path,
    args,
    meta,
  )
  .map(([requestId, name, toolPath, toolArgs, envelope]) => ({
    method: "tools/call",
    name: name.slice(1, -1),
    body: `{"jsonrpc":"2.0","id":${requestId},"method":"tools/call","params":{"_meta":${envelope},"name":${name},"arguments":{"path":${toolPath},"query":${toolPath},"arguments":${toolArgs}}}}`,
  }));
const otherMessage = fc
  .tuple(id, fc.oneof(fc.constantFrom(...methods), hostileText), hostileJson)
  .map(([requestId, method, params]) => ({
    method,
    name: "x",
    body: `{"jsonrpc":"2.0","id":${requestId},"method":${text(method)},"params":${params}}`,
  }));
const message = fc.oneof(
  { weight: 4, arbitrary: callMessage },
  { weight: 2, arbitrary: otherMessage },
  { weight: 1, arbitrary: hostileJson.map((body) => ({ method: "tools/call", name: "call_tool", body })) },
  { weight: 1, arbitrary: callMessage.map((one) => ({ ...one, body: `[${one.body},${one.body}]` })) },
);
const isModern = fc.boolean();

test("any JSON-RPC message is answered, and every call that ran is recorded", {
  timeout: propertyTimeoutMs,
}, async () => {
  let created = 0;
  const gateway = await checkProperty(
    fc.tuple(message, isModern),
    700,
    async (gateway) =>
      async ([{ method, name, body }, newer]) => {
        const plain = (value: string) => value.replace(/[^\x21-\x7e]/g, "").slice(0, 200) || "x";
        const answer = await fetch(gateway.mcpUrl, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...(newer && {
              "mcp-protocol-version": modern,
              "mcp-method": plain(method),
              "mcp-name": plain(name),
            }),
          },
          body,
          signal: AbortSignal.timeout(20_000),
        });
        expect(answer.status).not.toBe(500);
        // A stream that listens has no end.
        if (method === "subscriptions/listen") return answer.body?.cancel();
        const read = await answer.text().catch(() => "");
        const results = read.match(/"structuredContent":\{"id":"[^"]+","title"/g) ?? [];
        created += results.length;
      },
  );
  expect(created).toBeGreaterThan(10);
  const ran = await countNotes(gateway);
  // An answer may be lost with an id that cannot be answered to.
  expect(ran).toBeGreaterThanOrEqual(created);
  expect(await countRecorded(gateway, "samples.notes.create", "ok")).toBe(ran);
});
