import { defineTool } from "@toolshed/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { createCatalog } from "../catalog/catalog.ts";
import { createLog } from "../log/log.ts";
import { createPluginSource } from "../source/plugin-source.ts";
import { createCall } from "./create-call.ts";
import { createDrainedCall } from "./drain.ts";

const noStore = () => {
  throw new Error("not used");
};
const openNothing = () => ({ get: noStore, set: noStore, delete: noStore, list: noStore });

function callOf(handler: (input: unknown) => unknown, output = false) {
  const tool = defineTool({
    path: "test.tool",
    name: "Test",
    description: "",
    inputSchema: z.object({ count: z.int().default(3), unit: z.string().optional() }),
    ...(output && { outputSchema: z.object({ count: z.int() }) }),
    handler: (_, input) => handler(input) as never,
  });
  const lines: string[] = [];
  const source = createPluginSource({ id: "test", name: "", description: "", tools: [tool] }, openNothing);
  const call = createCall(
    createCatalog([source]),
    createLog((line) => lines.push(line)),
  );
  const caller = { userId: "u", via: "test" };
  const { signal } = new AbortController();
  return { lines, run: (args?: unknown, path = "test.tool") => call({ caller, path, args, signal }) };
}

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

test("arguments that are left out take the schema's defaults", async () => {
  const { run } = callOf((input) => input);
  expect(await run()).toEqual(text('{\n  "count": 3\n}'));
  expect(await run({ count: 5 })).toEqual(text('{\n  "count": 5\n}'));
});

test("strings come back as they are, nothing as an empty text, other values as JSON", async () => {
  expect(await callOf(() => "plain").run()).toEqual(text("plain"));
  expect(await callOf(() => undefined).run()).toEqual(text(""));
  expect(await callOf(async () => [1]).run()).toEqual(text("[\n  1\n]"));
});

test("a tool with an output schema answers with structured content too", async () => {
  expect(await callOf(() => ({ count: 1 }), true).run()).toMatchObject({ structuredContent: { count: 1 } });
  expect(await callOf(() => ({ count: 1 })).run()).not.toHaveProperty("structuredContent");
});

test("a thrown message reaches the model, and every wrong field is named", async () => {
  const { run, lines } = callOf(() => {
    throw new Error("Upstream says no");
  });
  expect(await run()).toEqual({ isError: true, ...text("Error: Upstream says no") });
  const wrong = await run({ count: "x", unit: 1 });
  expect(wrong.content[0]?.text).toMatch(/^Error: Invalid arguments for test\.tool: count: .+; unit: .+$/);
  expect(await run([])).toMatchObject({ isError: true });
  expect(lines[0]).toMatch(/call test\.tool by test: failed, \d+ ms$/);
});

test("draining waits for the calls under way, but not for ever", async () => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { call, drain } = createDrainedCall(async () => {
    await slow;
    return { content: [] };
  });
  const { signal } = new AbortController();
  void call({ caller: { userId: "u", via: "test" }, path: "a.b", args: {}, signal });

  await drain(1);
  let drained = false;
  const draining = drain(60_000).then(() => {
    drained = true;
  });
  await Promise.resolve();
  expect(drained).toBe(false);
  finish();
  await draining;
});
