import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InnerTransport } from "./inner-transport.ts";

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal("window", page);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A transport, what came through it, and a way to post messages from a window. */
async function setUp() {
  const view = { postMessage: vi.fn() };
  const transport = new InnerTransport({ contentWindow: view } as unknown as HTMLIFrameElement, "key");
  const [messages, reports, losses] = [vi.fn(), vi.fn(), vi.fn()];
  Object.assign(transport, { onmessage: messages, onreport: reports, onloss: losses });
  await transport.start();
  const post = (data: unknown, source: unknown = view) => {
    page.dispatchEvent(Object.assign(new Event("message"), { source, data }));
  };
  return { post, messages, reports, losses, answers: view.postMessage };
}
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

test("reads only messages from the window of its frame", async () => {
  const { post, messages } = await setUp();
  post(ping, { postMessage() {} });
  post(ping, null);
  expect(messages).not.toHaveBeenCalled();
  post(ping);
  expect(messages).toHaveBeenCalledWith(ping);
});

test("takes a report only with the key, which the View can't read", async () => {
  const { post, messages, reports } = await setUp();
  const report = { kind: "error", message: "x" };
  post({ toolshed: "guessed", ...report });
  expect(reports).not.toHaveBeenCalled();
  post({ toolshed: "key", ...report });
  expect(reports).toHaveBeenCalledOnce();
  expect(messages).not.toHaveBeenCalled();
});

test("passes a burst of 500 messages, then 250 a second, and reports the loss of more", async () => {
  const { post, messages, losses } = await setUp();
  for (let sent = 0; sent < 501; sent++) post(ping);
  expect([messages.mock.calls.length, losses.mock.calls]).toEqual([500, [["rate"]]]);
  vi.advanceTimersByTime(1_000);
  for (let sent = 0; sent < 251; sent++) post(ping);
  expect([messages.mock.calls.length, losses.mock.calls.length]).toEqual([750, 2]);
});

test("refuses a link that could run code without asking the host", async () => {
  const { post, messages, answers } = await setUp();
  post({ jsonrpc: "2.0", id: 7, method: "ui/open-link", params: { url: "javascript:alert(1)" } });
  expect(messages).not.toHaveBeenCalled();
  expect(answers).toHaveBeenCalledWith({ jsonrpc: "2.0", id: 7, result: { isError: true } }, "*");
});

test("answers a request of more than 10 MB with an error", async () => {
  const { post, messages, losses, answers } = await setUp();
  post({ ...ping, params: { text: "x".repeat(10_000_001) } });
  expect(messages).not.toHaveBeenCalled();
  expect(losses).toHaveBeenCalledWith("size");
  expect(answers).toHaveBeenCalledWith(expect.objectContaining({ id: 1, error: expect.anything() }), "*");
});
