import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { SourceCall } from "../../../packages/toolshed/src/source/source.ts";
import { openTestSource, type TestSource } from "../../fixtures/mcp-source.ts";
import { openStream, startRawUpstream, toEvent, writeForever } from "../../fixtures/raw-upstream.ts";

const startMs = 5_000;
const openHttp = (url: string) =>
  openTestSource("", { config: { transport: "http", url, allowPrivate: true }, startMs });

function withResolvers() {
  let resolve: () => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((onResolved, onRejected) => {
    resolve = onResolved;
    reject = onRejected;
  });
  return { promise, resolve: () => resolve(), reject: (error: unknown) => reject(error) };
}

/** A server whose calls answer with events that never end. */
async function startEndless(era: "legacy" | "modern", before = "") {
  const calls: { response: ServerResponse; written: Promise<number> }[] = [];
  const upstream = await startRawUpstream({
    era,
    answer({ id, method, params }, response) {
      if (method !== "tools/call") return false;
      const progressToken = params._meta.progressToken;
      openStream(response).write(before.replace('"ID"', String(id)));
      const progress = toEvent({ method: "notifications/progress", params: { progressToken, progress: 1 } });
      calls.push({ response, written: writeForever(response, progress) });
      return true;
    },
  });
  return { ...upstream, calls };
}

/** Makes a call and cancels it after the first of its events. */
async function cancelOnceHeard(call: TestSource["call"], caller: Partial<SourceCall> = {}): Promise<void> {
  const cancelling = new AbortController();
  const heard = withResolvers();
  const called = call("work", {}, { signal: cancelling.signal, progress: () => heard.resolve(), ...caller });
  await heard.promise;
  cancelling.abort(new Error("cancelled"));
  await expect(called).rejects.toThrow("cancelled");
}

describe.each(["legacy", "modern"] as const)("a server of the %s era", (era) => {
  test.each([
    ["a call", {}],
    ["a call of a caller with questions", { elicit: async () => ({ action: "unavailable" }) as const }],
  ])("can send nothing more for %s that was cancelled", async (_, caller) => {
    const { url, calls } = await startEndless(era);
    const { call, open } = await openHttp(url);
    await cancelOnceHeard(call, caller);
    expect(await calls[0]?.written).toBeGreaterThan(0);
    expect(open.status).toMatchObject({ state: "running", restarts: 0 });
  });

  test("can send nothing more once it has answered", async () => {
    const result = { content: [{ type: "text", text: "early" }], resultType: "complete" };
    const { url, calls } = await startEndless(era, toEvent({ id: "ID", result }));
    const { call } = await openHttp(url);
    expect(await call("work")).toMatchObject({ content: [{ text: "early" }] });
    expect(await calls[0]?.written).toBeGreaterThan(0);
  });

  test("is told that its stream ended without an answer by a failed call, not by silence", async () => {
    const { url } = await startRawUpstream({
      era,
      answer({ method }, response) {
        if (method !== "tools/call") return false;
        openStream(response).end(": nothing\n\n");
        return true;
      },
    });
    const { call } = await openHttp(url);
    await expect(call("work")).rejects.toThrow(/ended its answer early/);
  });

  test("that does not answer a list in time has that request closed", async () => {
    let isSilent = false;
    const asked = withResolvers();
    const closed = withResolvers();
    const { url } = await startRawUpstream({
      era,
      answer({ method }, response) {
        if (method !== "tools/list" || !isSilent) return false;
        once(openStream(response), "close").then(() => closed.resolve(), closed.reject);
        response.flushHeaders();
        asked.resolve();
        return true;
      },
    });
    const { call, open, refresh } = await openHttp(url);
    await call("work");
    isSilent = true;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const refreshed = expect(refresh()).rejects.toThrow();
    await asked.promise;
    vi.advanceTimersByTime(startMs);
    await refreshed;
    await closed.promise;
    expect(open.status.restarts).toBe(0);
  });
});

test("a stream that is cancelled tells a server of the older revisions first", async () => {
  const { url, calls, messages } = await startEndless("legacy");
  const { call } = await openHttp(url);
  await cancelOnceHeard(call);
  await calls[0]?.written;
  const { id } = messages.find(({ method }) => method === "tools/call");
  await expect
    .poll(() => messages)
    .toContainEqual(
      expect.objectContaining({
        method: "notifications/cancelled",
        params: expect.objectContaining({ requestId: id }),
      }),
    );
});
