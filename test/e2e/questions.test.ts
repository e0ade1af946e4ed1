import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { doors } from "../fixtures/agent-doors.ts";
import { runCommand } from "../fixtures/command.ts";
import { startConformanceUpstream } from "../fixtures/conformance-upstream.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { root } from "../fixtures/source-files.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const everything = join(
  root,
  "test/peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

/** Tools that ask in the middle of their work, and note in a file what they did. */
const plugin = (journal: string) => `
import { appendFileSync } from "node:fs";
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";

const seat = { type: "object", properties: { seat: { type: "string", enum: ["aisle", "window"] } }, required: ["seat"] };
const count = { type: "object", properties: { bags: { type: "integer", minimum: 0, maximum: 3 } }, required: ["bags"] };
const note = (line) => appendFileSync(${JSON.stringify(journal)}, line + "\\n");

async function book(ctx, { to }) {
  const first = await ctx.elicit({ type: "form", message: "Which seat to " + to + "?", schema: seat });
  if (first.action !== "accept") return { to, seat: first.action };
  const second = await ctx.elicit({ type: "form", message: "How many bags?", schema: count });
  note("booked " + to);
  return { to, ...first.content, ...second.content };
}
const inputSchema = z.object({ to: z.string() });

export default definePlugin({
  id: "trips",
  name: "Trips",
  description: "Trips",
  tools: {
    book: defineTool({ name: "Book", description: "Book a trip.", inputSchema, handler: book }),
    change: defineTool({ name: "Change", description: "Change a trip.", inputSchema, destructive: true, handler: book }),
    cancel: defineTool({
      name: "Cancel",
      description: "Cancel a trip.",
      inputSchema,
      async handler(ctx, { to }) {
        const { action } = await ctx.elicit({ type: "approval", message: "The fee is 50. Continue?" });
        if (action === "accept") note("cancelled " + to);
        return action;
      },
    }),
  },
});
`;

async function setUp() {
  const gateway = await startGateway({});
  const folder = temporaryFolder();
  const journal = join(folder, "journal");
  writeFileSync(journal, "");
  writeFileSync(join(folder, "trips.ts"), plugin(journal));
  await runCommand(["add", "plugin", join(folder, "trips.ts")], { TOOLSHED_HOME: gateway.home });
  return { gateway, done: () => readFileSync(journal, "utf8") };
}

const noteAndBook = `
  const { id } = await tools.samples.notes.create({ title: "trip" });
  const at = Date.now();
  const trip = await tools.trips.book({ to: "Oslo" });
  return { id, at, trip };
`;

describe("a tool that asks, in a script whose client cannot be asked", () => {
  test("pauses the run with the question, and data answers it, also after the gateway was killed", async () => {
    const { gateway, done } = await setUp();
    const first = await doors(gateway).agent("run", { script: noteAndBook });
    expect(first).toMatchObject({
      success: false,
      paused: {
        toolPath: "trips.book",
        approvals: [],
        question: { path: "trips.book", message: "Which seat to Oslo?", schema: { required: ["seat"] } },
      },
    });
    const execution_id = first.paused?.executionId;
    await gateway.end("SIGKILL");

    const { agent, titles } = doors(await startGateway({ home: gateway.home }));
    for (const [data, problem] of [
      [undefined, "Pending. trips.book asks: Which seat to Oslo?"],
      ["window", "data does not fit: it has to be an object with seat."],
      [{ seat: "roof" }, "data does not fit: seat: "],
      [{ sea: "window" }, "data does not fit: there is no field sea, but seat."],
    ] as const) {
      const told = await agent("resume", { execution_id, data });
      expect(told).toMatchObject({ resolved: false, question: { message: "Which seat to Oslo?" } });
      expect(told.message?.slice(0, problem.length)).toBe(problem);
    }
    const second = await agent("resume", { execution_id, data: { seat: "window" } });
    expect(second).toMatchObject({ paused: { question: { message: "How many bags?" } } });
    expect(done()).toBe("");
    const third = await agent("resume", { execution_id, data: { bags: 2 } });
    expect(third).toMatchObject({
      success: true,
      value: { trip: { to: "Oslo", seat: "window", bags: 2 } },
      calls: [{ path: "samples.notes.create" }, { path: "trips.book", ok: true }],
    });
    expect(done()).toBe("booked Oslo\n");
    expect(await titles()).toEqual(["trip"]);
  });

  test("is declined with approved: false, and continues", async () => {
    const { gateway } = await setUp();
    const { agent } = doors(gateway);
    const { paused } = await agent("run", { script: noteAndBook });
    const answer = await agent("resume", { execution_id: paused?.executionId, approved: false });
    expect(answer).toMatchObject({ success: true, value: { trip: { seat: "decline" } } });
  });

  test("and is destructive: the approval of the call holds while it asks, and for no other call", async () => {
    const { gateway, done } = await setUp();
    const { agent, request } = doors(gateway);
    const script = `await tools.trips.change({ to: "Rome" }); return await tools.trips.change({ to: "Rome" })`;
    const { paused } = await agent("run", { script });
    const execution_id = paused?.executionId;
    const approve = async () => {
      const [{ id }] = (await request("/approvals")).body.approvals;
      await request(`/approvals/${id}`, { approved: true });
    };
    expect(paused?.approvals).toHaveLength(1);
    expect(await agent("resume", { execution_id, data: { seat: "aisle" } })).toMatchObject({
      message: expect.stringMatching(/^Pending\. A person has to decide/),
    });
    await approve();
    expect((await agent("resume", { execution_id })).paused?.question?.message).toBe("Which seat to Rome?");
    await agent("resume", { execution_id, data: { seat: "aisle" } });
    const again = await agent("resume", { execution_id, data: { bags: 0 } });
    expect(again.paused?.approvals).toHaveLength(1);
    expect(again.paused?.question).toBeUndefined();
    expect(done()).toBe("booked Rome\n");
  });

  test("for an approval: that is a person's, and the model cannot give it", async () => {
    const { gateway, done } = await setUp();
    const { agent, request } = doors(gateway);
    const { paused } = await agent("run", { script: 'return await tools.trips.cancel({ to: "Bonn" })' });
    const execution_id = paused?.executionId;
    for (const more of [{ approved: true }, { data: {} }, { approved: true, data: {} }]) {
      expect(await agent("resume", { execution_id, ...more })).toMatchObject({ resolved: false });
    }
    expect(done()).toBe("");
    const { approvals } = (await request("/approvals")).body;
    expect(approvals).toMatchObject([
      { path: "trips.cancel", question: { message: "The fee is 50. Continue?" } },
    ]);
    await request(`/approvals/${approvals[0].id}`, { approved: true });
    expect(await agent("resume", { execution_id })).toMatchObject({ success: true, value: "accept" });
    expect(done()).toBe("cancelled Bonn\n");
  });

  test("and several in parallel: each is answered in turn, by the model or by a person", async () => {
    const { gateway } = await setUp();
    const { agent, request } = doors(gateway);
    const script = `return await Promise.all(["A", "B"].map((to) => tools.trips.book({ to })))`;
    const { paused } = await agent("run", { script });
    const execution_id = paused?.executionId;
    const waiting = (await request("/approvals")).body.approvals as { id: string; question: object }[];
    expect(waiting).toHaveLength(2);
    const wrong = await request(`/approvals/${waiting[1]?.id}`, { approved: true, answer: { seat: 1 } });
    expect(wrong).toMatchObject({ status: 422, body: { error: expect.stringContaining("does not fit") } });
    await request(`/approvals/${waiting[1]?.id}`, { approved: true, answer: { seat: "aisle" } });
    const next = await agent("resume", { execution_id, data: { seat: "window" } });
    expect(next.paused?.question?.message).toBe("How many bags?");
    const last = await agent("resume", { execution_id, data: { bags: 1 } });
    expect(last).toMatchObject({ resolved: false, question: { message: "How many bags?" } });
    const done = await agent("resume", { execution_id, data: { bags: 3 } });
    const { value } = done as { value: { seat: string; bags: number }[] };
    expect(value.map(({ seat }) => seat).sort()).toEqual(["aisle", "window"]);
    expect(value.map(({ bags }) => bags).sort()).toEqual([1, 3]);
  });
});

test("a server that asks while it serves a call is called again with the answer", async () => {
  const { home, url } = await startGateway();
  const { agent } = doors({ home, url });
  const added = await runCommand(["add", "mcp", "every", "--", process.execPath, everything], {
    TOOLSHED_HOME: home,
  });
  expect(added.stdout).toContain("tools");
  const script = "return await tools.every.trigger_elicitation_request({})";
  const { paused } = await agent("run", { script });
  expect(paused?.question?.schema).toMatchObject({ type: "object", required: ["name"] });
  const answer = await agent("resume", { execution_id: paused?.executionId, data: { name: "Ada" } });
  expect(answer).toMatchObject({ success: true, value: expect.stringContaining("Ada") });
});

test("so is one of the latest revision, whose questions come as answers", async () => {
  const { home, url } = await startGateway();
  const upstream = await startConformanceUpstream();
  onTestFinished(() => upstream.close());
  const { agent } = doors({ home, url });
  await runCommand(["add", "mcp", "modern", upstream.url, "--allow-private"], { TOOLSHED_HOME: home });
  await runCommand(["rules", "set", "modern.**", "allow"], { TOOLSHED_HOME: home });
  const script = "return await tools.modern.test_input_required_result_elicitation({})";
  const { paused } = await agent("run", { script });
  expect(paused?.question?.schema).toMatchObject({ properties: { name: { type: "string" } } });
  const answer = await agent("resume", { execution_id: paused?.executionId, data: { name: "Ada" } });
  expect(answer).toMatchObject({ success: true, value: expect.stringContaining("Ada") });
});
