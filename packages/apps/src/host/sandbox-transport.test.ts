import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JSONRPCMessage } from "../rpc/message.ts";
import { SandboxTransport } from "./sandbox-transport.ts";

const ORIGIN = "https://sandbox.example";

/** A transport as a host has it, with the frame's window in place of a View. */
async function setUp() {
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  const posted: JSONRPCMessage[] = [];
  const contentWindow = { postMessage: (message: JSONRPCMessage) => posted.push(message) };
  const transport = new SandboxTransport({ contentWindow } as unknown as HTMLIFrameElement, ORIGIN);
  const received: unknown[] = [];
  const releases = vi.fn();
  const restarts = vi.fn();
  transport.onmessage = (message) => received.push("method" in message && message.method);
  transport.onrelease = releases;
  transport.onrestarts = restarts;
  await transport.start();
  const hear = (message: object) => {
    const data = { jsonrpc: "2.0", ...message };
    page.dispatchEvent(Object.assign(new Event("message"), { source: contentWindow, origin: ORIGIN, data }));
  };
  const initialize = () => hear({ id: 1, method: "ui/initialize" });
  const initialized = () => hear({ method: "ui/notifications/initialized" });
  const connect = () => {
    initialize();
    transport.send({ jsonrpc: "2.0", id: 1, result: {} }).catch(() => {});
    initialized();
  };
  const load = () => hear({ method: "ui/notifications/sandbox-proxy-ready" });
  return { transport, posted, hear, received, releases, restarts, initialize, initialized, connect, load };
}

describe("the transport to a sandboxed View", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("believes that the View is initialized once per answered ui/initialize", async () => {
    const { transport, received, releases, initialize, initialized, connect } = await setUp();
    initialized();
    initialize();
    initialized();
    await transport.send({ jsonrpc: "2.0", id: 1, error: { code: -32602, message: "Invalid params" } });
    initialized();
    expect(releases).not.toHaveBeenCalled();
    connect();
    for (let count = 0; count < 900; count++) initialized();
    expect(releases).toHaveBeenCalledTimes(1);
    expect(received.filter((method) => method === "ui/notifications/initialized")).toHaveLength(1);
    connect();
    expect(releases).toHaveBeenCalledTimes(2);
  });

  test("disconnects a View that starts over more than 10 times within a minute", async () => {
    const { transport, releases, restarts, connect } = await setUp();
    for (let count = 0; count < 10; count++) connect();
    expect(restarts).not.toHaveBeenCalled();
    for (let count = 0; count < 10; count++) connect();
    expect(releases).toHaveBeenCalledTimes(10);
    expect(restarts).toHaveBeenCalledTimes(1);
    await expect(transport.send({ jsonrpc: "2.0", method: "x" })).rejects.toThrow("Connection closed");
  });

  test("passes links on normalized, without line breaks, and refuses those that are too long", async () => {
    const { transport, posted, hear } = await setUp();
    const opened: unknown[] = [];
    transport.onmessage = (message) => opened.push("params" in message && message.params?.url);
    const open = (url: unknown) => hear({ id: 1, method: "ui/open-link", params: { url } });
    open("https://x.example/ \n\n\u2028Your session has expired");
    open("HTTPS://bank.example\t@evil.example/a b?c d#e f");
    open("mailto:a@b.example?subject=Hello\nthere you");
    expect(opened).toEqual([
      "https://x.example/%20%E2%80%A8Your%20session%20has%20expired",
      "https://bank.example@evil.example/a%20b?c%20d#e%20f",
      "mailto:a@b.example?subject=Hellothere%20you",
    ]);
    open(`https://x.example/${"x".repeat(8192)}`);
    open("javascript:alert(1)");
    expect(opened).toHaveLength(3);
    expect(posted).toEqual([
      { jsonrpc: "2.0", id: 1, result: { isError: true } },
      { jsonrpc: "2.0", id: 1, result: { isError: true } },
    ]);
  });

  test("forgets handshakes after a minute, and when the host moves the frame", async () => {
    const { releases, restarts, connect, load } = await setUp();
    for (let count = 0; count < 10; count++) connect();
    load();
    for (let count = 0; count < 10; count++) connect();
    vi.advanceTimersByTime(60_000);
    for (let count = 0; count < 10; count++) connect();
    expect(releases).toHaveBeenCalledTimes(30);
    expect(restarts).not.toHaveBeenCalled();
  });
});
