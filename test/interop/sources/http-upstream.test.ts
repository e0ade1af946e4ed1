import { expect, onTestFinished, test } from "vitest";
import type { UpstreamNotification } from "../../../packages/toolshed/src/source/source.ts";
import { startConformanceUpstream } from "../../fixtures/conformance-upstream.ts";
import { startEverything } from "../../fixtures/everything-server.ts";
import { freePort } from "../../fixtures/free-port.ts";
import { openTestSource, type TestSource } from "../../fixtures/mcp-source.ts";
import { startTcpProxy } from "../../fixtures/tcp-proxy.ts";

const changed = { method: "notifications/tools/list_changed", params: {} };

async function startUpstream(): Promise<{ port: number }> {
  const { url, close } = await startConformanceUpstream();
  onTestFinished(close);
  return { port: Number(new URL(url).port) };
}

const openHttp = (port: number, options: { idleMs?: number } = {}): Promise<TestSource> =>
  openTestSource("", {
    config: { transport: "http", url: `http://127.0.0.1:${port}/mcp`, allowPrivate: true },
    ...options,
  });

function listenTo({ open }: TestSource): UpstreamNotification[] {
  const heard: UpstreamNotification[] = [];
  const listening = open.source.upstream?.subscribe({ userId: "u" }, (notification) => {
    heard.push(notification);
  });
  onTestFinished(() => listening?.close());
  return heard;
}

test("a published server that restarts and loses its sessions is used without an error", async () => {
  const port = await freePort();
  const first = await startEverything("streamableHttp", port);
  const { call, open } = await openHttp(port);
  const echo = (message: string) => call("echo", { message });
  expect(await echo("one")).toMatchObject({ content: [{ text: "Echo: one" }] });
  await first.end();
  await startEverything("streamableHttp", port);
  const [two, three] = await Promise.all([echo("two"), echo("three")]);
  expect([two, three]).toMatchObject([
    { content: [{ text: "Echo: two" }] },
    { content: [{ text: "Echo: three" }] },
  ]);
  expect(open.status).toMatchObject({ state: "running", restarts: 1 });
});

test("changed lists are followed on a second connection too", async () => {
  const { port } = await startUpstream();
  const source = await openHttp(port, { idleMs: 100 });
  await source.call("test_simple_text");
  await expect.poll(() => source.open.status.state).toBe("stopped");
  await source.call("test_simple_text");
  const heard = listenTo(source);
  await source.call("test_trigger_tool_change");
  await expect.poll(() => heard).toContainEqual(changed);
});

test("follows changed lists after a network failure, and notifies listeners", async () => {
  const upstream = await startUpstream();
  const proxy = await startTcpProxy(upstream.port);
  const source = await openHttp(proxy.port);
  await source.call("test_simple_text");
  const heard = listenTo(source);
  proxy.heal();
  await expect.poll(() => heard).toContainEqual(changed);
  heard.length = 0;
  await source.call("test_trigger_tool_change");
  await expect.poll(() => heard).toContainEqual(changed);
});
