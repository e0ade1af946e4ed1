import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openTestSource, testCall } from "../../fixtures/mcp-source.ts";
import { openStream, startRawUpstream, toEvent, writeForever } from "../../fixtures/raw-upstream.ts";

const tooMany = "was cut off: it sent too many messages that nobody asked for";
const nested = "[".repeat(100_000) + "]".repeat(100_000);

const openHttp = (url: string, transport = "http") =>
  openTestSource("", { config: { transport, url, allowPrivate: true } });

afterEach(() => {
  vi.restoreAllMocks();
});

/** The allowance for unasked messages refills with time, which a flood on a busy machine may not outpace. */
const stopClock = () => {
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
};

describe("a program that floods is cut off, with the reason in its status", () => {
  beforeEach(stopClock);

  test.each([
    ["shout", tooMany],
    ["progress", tooMany],
    ["answers", tooMany],
    ["blanks", tooMany],
    ["noise", "was cut off: it wrote too much to its standard error"],
  ])("%s", async (name, reason) => {
    const { call, open, ends } = await openTestSource("none");
    await expect(call(name)).rejects.toThrow(`broken ${reason} during the call.`);
    expect(ends).toEqual([reason]);
    expect(open.status).toMatchObject({ state: "restarting", reason });
    await expect.poll(() => open.status.state).toBe("running");
    expect(await call("echo", { text: "again" })).toMatchObject({ content: [{ text: "echo again" }] });
  });
});

describe("a server over HTTP that floods is cut off", () => {
  beforeEach(stopClock);

  const message = toEvent({ method: "notifications/message", params: { level: "info", data: "x" } });

  test.each([
    ["messages", message],
    ["comments", ": nothing\n\n"],
    ["a comment without end", `: ${"x".repeat(64 * 1024)}`],
  ])("with %s on its own stream", async (_, text) => {
    const streams: Promise<number>[] = [];
    const { url } = await startRawUpstream({
      era: "legacy",
      listen: (response) => {
        streams.push(writeForever(response, text));
      },
    });
    const { call, ends } = await openHttp(url);
    await call("work");
    await expect.poll(() => streams.length).toBeGreaterThan(0);
    expect(await streams[0]).toBeGreaterThan(0);
    if (text.endsWith("\n")) await expect.poll(() => ends).toContain(tooMany);
  });

  test.each(["legacy", "modern"] as const)("within a call of the %s era", async (era) => {
    const streams: Promise<number>[] = [];
    const { url } = await startRawUpstream({
      era,
      answer({ method }, response) {
        if (method !== "tools/call") return false;
        streams.push(writeForever(openStream(response), message));
        return true;
      },
    });
    const { call, ends } = await openHttp(url);
    await expect(call("work")).rejects.toThrow(/was cut off|ended its answer early/);
    await expect.poll(() => ends).toContain(tooMany);
    expect(await streams[0]).toBeGreaterThan(0);
  });
});

describe("a message that nests too deep fails its request, and nothing else", () => {
  test("of a program", async () => {
    const { call, open } = await openTestSource("none");
    await expect(call("deep")).rejects.toThrow(
      "broken ran the call, but sent an answer that is too large or too deep: JSON may nest at most 512 levels deep. Ask for less",
    );
    expect(await call("echo", { text: "still" })).toMatchObject({ content: [{ text: "echo still" }] });
    expect(open.status).toMatchObject({ state: "running", restarts: 0 });
  });

  const cases = (["legacy", "modern"] as const).flatMap((era) =>
    ["application/json", "text/event-stream"].map((type) => [era, type] as const),
  );
  test.each(cases)("of a server of the %s era in %s", async (era, type) => {
    let calls = 0;
    const { url } = await startRawUpstream({
      era,
      answer({ id, method }, response) {
        if (method !== "tools/call" || ++calls > 1) return false;
        const result = `{"content":[],"resultType":"complete","structuredContent":{"nested":${nested}}}`;
        const answer = `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
        response.writeHead(200, { "content-type": type });
        response.end(type === "text/event-stream" ? `data: ${answer}\n\n` : answer);
        return true;
      },
    });
    const { call, open } = await openHttp(url);
    await expect(call("work")).rejects.toThrow(/nest|ended its answer early/);
    expect(await call("work")).toMatchObject({ content: [{ text: "done" }] });
    expect(open.status).toMatchObject({ state: "running", restarts: 0 });
  });
});

test.each(["legacy", "modern"] as const)(
  "a result with too many values tells who sent it (%s)",
  async (era) => {
    const { url } = await startRawUpstream({
      era,
      answer({ id, method }, response) {
        if (method !== "tools/call") return false;
        const result = { content: Array.from({ length: 300_000 }, () => ({ type: "text", text: "" })) };
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { ...result, resultType: "complete" } }));
        return true;
      },
    });
    const { call } = await openHttp(url);
    await expect(call("work")).rejects.toThrow(
      "broken ran the call, but sent an answer that is too large or too deep: JSON may have at most 500,000 values and keys. Ask for less",
    );
  },
);

describe("a list of tools", () => {
  test("that changes is followed while its server says so without end", async () => {
    const { call, open } = await openTestSource("restless");
    await call("echo");
    await expect.poll(() => open.source.tools.map(({ upstreamName }) => upstreamName)).toContain("late");
  });

  test("that is the same as before makes nothing new", async () => {
    const { call, open, refresh } = await openTestSource("none");
    await refresh();
    await call("echo");
    const before = open.source;
    await open.find(testCall());
    expect(open.source).toBe(before);
  });

  test("of which one tool has changed leaves the others as they are", async () => {
    const tools = [0, 1].map((index) => ({
      name: `tool_${index}`,
      description: "",
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
    }));
    const { url } = await startRawUpstream({ era: "legacy", tools });
    const { open, refresh } = await openHttp(url);
    await refresh();
    const [first, second] = open.source.tools;
    (tools[1] as { description: string }).description = "Changed";
    await open.find(testCall());
    expect(open.source.tools[0]).toBe(first);
    expect(open.source.tools[1]).not.toBe(second);
    expect(open.source.tools[1]).toMatchObject({ description: "Changed" });
  });

  test("on pages without end is read as far as it makes sense, and the status says so", async () => {
    const { call, open } = await openTestSource("endless pages");
    expect(await call("echo", { text: "x" })).toMatchObject({ content: [{ text: "echo x" }] });
    expect(open.status).toMatchObject({
      state: "running",
      reason: expect.stringContaining("pages without end"),
    });
  });

  test("that is too long is cut, and the status says so", async () => {
    const tools = Array.from({ length: 5_001 }, (_, index) => ({
      name: `tool_${index}`,
      inputSchema: { type: "object" },
    }));
    const { url } = await startRawUpstream({ era: "legacy", tools });
    const { open, refresh } = await openHttp(url);
    await refresh();
    expect(open.source.tools).toHaveLength(5_000);
    expect(open.status.reason).toBe("lists more than 5,000 tools; the rest is left out");
  });

  test("that is long leaves the others their turns while it is read", async () => {
    const tools = Array.from({ length: 5_000 }, (_, index) => ({
      name: `tool_${index}`,
      description: `Does thing number ${index}`,
      inputSchema: { type: "object", properties: { query: { type: "string", description: "What to find" } } },
    }));
    const { open } = await openTestSource("none", { record: { found: [] } });
    // The clock advances with each reading, so that slices end on a fast machine too.
    let now = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => (now += 5));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await open.update({ ...recordOf(open.source.id), found: tools });
    isOver = true;
    expect(open.source.tools).toHaveLength(5_000);
    expect(turns).toBeGreaterThan(5);
  });
});

const recordOf = (id: string) => ({
  ...{ id, kind: "mcp", config: {}, secrets: {}, trust: "ask" as const, found: null },
  ...{ snapshots: {}, rejected: {} },
  ...{ createdBy: "u", createdAt: 0, revision: 1 },
});

test("an answer in endless events is cut off", async () => {
  const streams: { response: ServerResponse; written: Promise<number> }[] = [];
  const data = `data: ${"x".repeat(1024 * 1024)}\n`;
  const { url } = await startRawUpstream({
    era: "modern",
    answer({ method }, response) {
      if (method !== "tools/call") return false;
      streams.push({ response, written: writeForever(openStream(response), data) });
      return true;
    },
  });
  const { call } = await openHttp(url);
  await expect(call("work")).rejects.toThrow();
  expect(await streams[0]?.written).toBeGreaterThan(0);
});
