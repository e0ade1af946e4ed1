import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";

/** A stream of `/api/v1`, read by the home's owner. */
async function openStream(home: string, path: string) {
  const { url, secret } = JSON.parse(readFileSync(join(home, "gateway.json"), "utf8"));
  const leaving = new AbortController();
  const close = () => leaving.abort();
  onTestFinished(close);
  const response = await fetch(`${url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${secret}` },
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    status: response.status,
    close,
    /** Reads on until the text occurs, and gives all that came. */
    async readUntil(text: string) {
      let all = "";
      while (!all.includes(text)) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error(`The stream ended after: ${all}`);
        all += value;
      }
      return all;
    },
  };
}

test("a stream of calls starts with the next one, or after the last that is known", async () => {
  const { home, mcpUrl } = await startGateway();
  const { call } = await connectClient(mcpUrl);
  await call("samples.notes.create", { title: "before" });
  const fresh = await openStream(home, "/calls/stream");
  const returning = await openStream(home, "/calls/stream?after=0");
  expect(await returning.readUntil("before")).toContain('"path":"samples.notes.create"');
  await call("samples.notes.create", { title: "after" });
  expect(await fresh.readUntil("after")).not.toContain("before");
  expect(await returning.readUntil("after")).not.toContain("before");
});

test("a person may have 20 streams open; the next is refused until one is closed", async () => {
  const { home } = await startGateway();
  const streams = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      openStream(home, index % 2 ? "/calls/stream" : "/approvals/stream"),
    ),
  );
  expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await openStream(home, "/calls/stream")).status).toBe(429);
  streams[0]?.close();
  await expect.poll(async () => (await openStream(home, "/calls/stream")).status).toBe(200);
});
