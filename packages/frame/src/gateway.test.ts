import { SdkError } from "@toolshed/apps/app-bridge";
import { ProtocolError } from "@toolshed/apps/rpc";
import { expect, test } from "vitest";
import { explainOpenError } from "./explain.ts";
import { GatewayError, isExpired, readAnswer } from "./gateway.ts";

const answer = (text: string) => ({ content: [{ type: "text" as const, text }] });
const expired = new GatewayError(-32000, "This View has expired.", { reason: "expired" });

test("reads a result", () => {
  expect(readAnswer(answer('{"result":{"html":"x"}}'))).toEqual({ result: { html: "x" } });
});

test("reads the approval that a call waits for, which a tool's result can't name", () => {
  expect(readAnswer(answer('{"result":{},"approvalId":"a1"}'))).toEqual({ result: {}, approvalId: "a1" });
  expect(readAnswer(answer('{"result":{"approvalId":"a1"}}'))).not.toHaveProperty("approvalId");
});

test("throws the gateway's errors with their code and data", () => {
  const error = { code: -32000, message: "This View has expired.", data: { reason: "expired" } };
  let thrown: unknown;
  try {
    readAnswer(answer(JSON.stringify({ error })));
  } catch (caught) {
    thrown = caught;
  }
  expect(thrown).toBeInstanceOf(GatewayError);
  expect(thrown).toMatchObject(error);
  expect(isExpired(thrown)).toBe(true);
});

test.each(["Unknown tool: view_request", "", "null", "[]", '{"result":1}'])(
  "doesn't take %j for an answer of the gateway",
  (text) => {
    expect(() => readAnswer(answer(text))).toThrow(text);
    expect(() => readAnswer(answer(text))).not.toThrow(GatewayError);
  },
);

test("refuses an answer that would block the page while it is read", () => {
  expect(() => readAnswer(answer("x".repeat(20_000_001)))).toThrow("larger than 20 MB");
});

test.each([
  [expired, "This View has expired. Ask to show it again.", false],
  [
    new GatewayError(-32000, "This handle belongs to another user.", { reason: "invalid" }),
    "The View can't be opened: This handle belongs to another user.",
    false,
  ],
  [new GatewayError(-32603, "The server failed"), "The View can't be opened: The server failed.", true],
  [new SdkError("REQUEST_TIMEOUT", "Request timed out"), "The host didn't answer in time. Try again.", true],
  [
    new ProtocolError(-32602, "No such tool"),
    "This host refused the request that opens the View (the tool view_request). It said: No such tool.",
    true,
  ],
])("explains %s", (error, text, canRetry) => {
  expect(explainOpenError(error)).toEqual({ text, canRetry });
});
