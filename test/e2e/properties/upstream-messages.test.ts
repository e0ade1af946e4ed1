import fc from "fast-check";
import { expect, test } from "vitest";
import { requestAsCommand } from "../../fixtures/request-as-command.ts";
import { checkProperty, countRecorded, hostileJson, hostileText, propertyTimeoutMs } from "./property-run.ts";
import { addUpstream } from "./upstream-source.ts";

const tools = '[{"name":"say","description":"Says what it is told","inputSchema":{"type":"object"}}]';
const oneLine = (text: string) => text.replace(/[\r\n]/g, " ");
const line = fc
  .oneof(
    hostileJson.map((json) => `{"jsonrpc":"2.0","id":ID,"result":${json}}`),
    hostileJson.map((json) => `{"jsonrpc":"2.0","id":ID,"error":${json}}`),
    hostileJson.map((json) => `{"jsonrpc":"2.0","id":${json},"result":{"content":[]}}`),
    hostileJson.map(
      (json) =>
        `{"jsonrpc":"2.0","id":ID,"result":{"content":${json},"structuredContent":${json},"_meta":${json}}}`,
    ),
    hostileJson.map((json) => `{"jsonrpc":"2.0","method":"notifications/progress","params":${json}}`),
    hostileJson.map((json) => `{"jsonrpc":"2.0","method":"notifications/message","params":${json}}`),
    hostileJson.map((json) => `{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":${json}}`),
    hostileJson.map((json) => `{"jsonrpc":"2.0","id":8,"method":"sampling/createMessage","params":${json}}`),
    fc.constant('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'),
    hostileJson,
    hostileText,
  )
  .map(oneLine);
/** The last line is a plain answer, which is late where one of the others has answered already. */
const lines = fc.array(line, { maxLength: 4 }).map((odd) => [...odd, "PLAIN"]);

test("any message of a server ends its call, and every call is recorded", {
  timeout: propertyTimeoutMs,
}, async () => {
  let calls = 0;
  const gateway = await checkProperty(lines, 300, async (gateway) => {
    await addUpstream(gateway, "odd", tools);
    return async (said) => {
      const answer = await requestAsCommand(gateway, "POST", "/tools/odd.say/call", {
        arguments: { lines: said },
      });
      expect(answer.status).toBe(200);
      calls += 1;
    };
  });
  const outcomes = ["ok", "failed", "timeout"];
  const counts = await Promise.all(outcomes.map((outcome) => countRecorded(gateway, "odd.say", outcome)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(calls);
});
