import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { openTestSource } from "../../fixtures/mcp-source.ts";

const program = fileURLToPath(new URL("../../fixtures/plain-program.mjs", import.meta.url));
const openProgram = () => openTestSource("", { config: { command: process.execPath, args: [program] } });

const outcome = (answer: Promise<unknown>) =>
  answer.then(
    (value) => ({ value }),
    ({ message, code, data }: Error & { code?: unknown; data?: unknown }) => ({ message, code, data }),
  );

test.each(["text", "structured", "failed", "image", "empty", "error"])(
  "%s is taken from a program as the SDK takes it",
  async (name) => {
    const { call } = await openProgram();
    expect(await outcome(call(name))).toEqual(await outcome(call(`${name}_by_sdk`)));
  },
);

test.each(["odd_content", "odd_result"])("%s is not a result and fails immediately", async (name) => {
  const { call } = await openProgram();
  await expect(call(name)).rejects.toThrow(/invalid/i);
  expect(await call("text")).toMatchObject({ content: [{ text: "Grüße, 東京" }] });
});

test("passes on a program's progress", async () => {
  const { call } = await openProgram();
  const progress = vi.fn();
  expect(await call("progress", {}, { progress })).toMatchObject({ content: [{ text: "Grüße, 東京" }] });
  expect(progress.mock.calls).toEqual([[{ progress: 1, total: 2 }]]);
});

test("each of many concurrent calls gets its own answer", async () => {
  const { call } = await openProgram();
  await call("text");
  const names = ["text", "failed", "image", "structured", "text_by_sdk"];
  const wanted = await Promise.all(names.map((name) => call(name)));
  const many = Array.from({ length: 50 }, (_, count) => count % names.length);
  expect(await Promise.all(many.map((index) => call(names[index] as string)))).toEqual(
    many.map((index) => wanted[index]),
  );
});

test.each(["hang", "hang_by_sdk"])("notifies a program of a cancelled call: %s", async (name) => {
  const { call } = await openProgram();
  await call("text");
  const ending = new AbortController();
  const hanging = call(name, {}, { signal: ending.signal });
  hanging.catch(() => {});
  await call("text");
  ending.abort(new Error("enough"));
  await expect(hanging).rejects.toThrow("enough");
  const told = () => call("cancelled");
  await expect.poll(told).toMatchObject({ structuredContent: { cancelled: ["Error: enough"] } });
});

test.each(["end", "end_by_sdk"])("the error says that a program ended during a call: %s", async (name) => {
  const { call } = await openProgram();
  await call("text");
  await expect(call(name)).rejects.toThrow("ended with exit code 4 during the call");
});
