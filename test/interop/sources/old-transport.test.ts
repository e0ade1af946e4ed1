import { expect, test } from "vitest";
import { startEverything } from "../../fixtures/everything-server.ts";
import { freePort } from "../../fixtures/free-port.ts";
import { openTestSource } from "../../fixtures/mcp-source.ts";
import { startSseUpstream } from "../../fixtures/sse-upstream.ts";
import { startTcpProxy } from "../../fixtures/tcp-proxy.ts";

const configOf = (port: number, transport = "http") => ({
  transport,
  url: `http://127.0.0.1:${port}/sse`,
  allowPrivate: true,
});
const text = (value: string) => ({ content: [{ type: "text", text: value }] });

test("a published server over SSE is found out, listed, called and heard", async () => {
  const port = await freePort();
  await startEverything("sse", port);

  for (const transport of ["http", "sse"]) {
    const { call } = await openTestSource("", { config: configOf(port, transport) });
    expect(await call("echo", { message: "hi" })).toMatchObject(text("Echo: hi"));
    const seen: number[] = [];
    const progress = (report: { progress: number }) => {
      seen.push(report.progress);
    };
    await call("trigger-long-running-operation", { duration: 0.4, steps: 4 }, { progress });
    expect(seen.slice(0, 3)).toEqual([1, 2, 3]);
  }
});

test("its changed list is followed", async () => {
  const { port } = await startSseUpstream();
  const { call, open } = await openTestSource("", { config: configOf(port) });
  expect(await call("grow")).toMatchObject(text("more"));
  const names = () => open.source.tools.map(({ upstreamName }) => upstreamName);
  await expect.poll(names).toContain("grown");
});

test("credentials go with its stream and with every message", async () => {
  const { port, requests } = await startSseUpstream();
  const { call } = await openTestSource("", {
    config: { ...configOf(port), auth: { type: "key", header: "X-Key" } },
    secrets: { headers: { "X-Team": "blue" } },
  });
  const auth = { getToken: async () => "my key" };
  await expect(call("echo", {}, { auth })).resolves.toBeDefined();
  expect(requests.map(({ method }) => method)).toEqual(expect.arrayContaining(["GET", "POST"]));
  expect(new Set(requests.map(({ headers }) => headers["x-team"]))).toEqual(new Set(["blue"]));
  expect(requests.at(-1)?.headers["x-key"]).toBe("Bearer my key");
  expect(requests.every(({ headers }) => headers["x-key"]?.toString().startsWith("Bearer"))).toBe(true);
});

test("a call whose stream breaks fails immediately, and the next one gets a new stream", async () => {
  const upstream = await startSseUpstream();
  const proxy = await startTcpProxy(upstream.port);
  const { call, open } = await openTestSource("", { config: configOf(proxy.port) });
  const progress = await call("count");
  expect(progress).toMatchObject(text("counted"));
  const hanging = expect(call("hang")).rejects.toThrow("broken broke the connection off during the call.");
  await expect.poll(() => upstream.calls()).toBe(1);
  proxy.heal();
  await hanging;
  expect(await call("echo", { text: "again" })).toMatchObject(text("echo again"));
  expect(open.status).toMatchObject({ state: "running", restarts: 1 });
  await open.close();
  await expect.poll(() => upstream.sessions()).toBe(0);
});

test("reopens a stream that breaks between calls", async () => {
  const upstream = await startSseUpstream();
  const proxy = await startTcpProxy(upstream.port);
  const { call, open } = await openTestSource("", { config: configOf(proxy.port) });
  await call("echo");
  proxy.heal();
  await expect.poll(() => open.status.restarts).toBe(1);
  await expect.poll(() => open.status.state).toBe("running");
  await expect.poll(() => upstream.sessions()).toBe(1);
});

test("an address that is neither is refused with what it answered first", async () => {
  const { port } = await startSseUpstream();
  const { refresh } = await openTestSource("", {
    config: { ...configOf(port), url: `http://127.0.0.1:${port}/other` },
  });
  await expect(refresh()).rejects.toThrow("Error POSTing to endpoint");
});
