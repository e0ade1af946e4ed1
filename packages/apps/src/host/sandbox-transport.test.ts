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
  return { transport, received, releases, restarts, initialize, initialized, connect, load };
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
