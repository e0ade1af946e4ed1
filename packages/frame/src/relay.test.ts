import type { App } from "@toolshed/apps";
import type { AppBridge } from "@toolshed/apps/app-bridge";
import { expect, test, vi } from "vitest";
import type { Gateway } from "./gateway.ts";
import { relayRequests } from "./relay.ts";

function setUp() {
  const bridge = {} as AppBridge;
  const host = vi.fn(async () => ({ from: "host" }));
  const gateway = vi.fn(async () => ({ from: "gateway" }));
  relayRequests(bridge, { request: host } as unknown as App, { request: gateway } as unknown as Gateway);
  const extra = { signal: new AbortController().signal } as never;
  const ask = async (method: string, params: object = {}) =>
    bridge.fallbackRequestHandler?.({ method, params } as never, extra);
  return { ask, host, gateway };
}

test("relays server requests to the gateway and host requests to the host, and rejects other methods", async () => {
  const { ask, host, gateway } = setUp();
  expect(await ask("tools/call", { name: "a" })).toEqual({ from: "gateway" });
  expect(await ask("ui/open-link", { url: "https://a.example" })).toEqual({ from: "host" });
  await expect(ask("tools/list")).rejects.toThrow("Method not found: tools/list");
  await expect(ask("ui/resource-teardown")).rejects.toThrow("Method not found");
  expect([host.mock.calls.length, gateway.mock.calls.length]).toEqual([1, 1]);
});

test("keeps a message of more than 100 KB out of the conversation", async () => {
  const { ask, host } = setUp();
  const message = (length: number) => ({
    role: "user",
    content: [{ type: "text", text: "x".repeat(length) }],
  });
  await expect(ask("ui/message", message(100_001))).rejects.toThrow("larger than 100 KB");
  expect(host).not.toHaveBeenCalled();
  expect(await ask("ui/message", message(90_000))).toEqual({ from: "host" });
});

test("refuses more than 100 requests at the same time", async () => {
  const { ask, host } = setUp();
  let end = () => {};
  const ended = new Promise<{ from: string }>((resolve) => {
    end = () => resolve({ from: "host" });
  });
  host.mockImplementation(() => ended);
  const asked = Array.from({ length: 100 }, () => ask("sampling/createMessage"));
  await expect(ask("sampling/createMessage")).rejects.toThrow("Too many requests");
  end();
  await Promise.all(asked);
  expect(await ask("sampling/createMessage")).toEqual({ from: "host" });
});
