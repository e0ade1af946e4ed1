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

const content = [{ type: "text", text: "Grüße, 東京" }];
const image = { type: "image", data: "AAAA", mimeType: "image/png" };

test.each([
  ["text", { value: { content, isError: false } }],
  ["long", { value: { content: [{ type: "text", text: "東京".repeat(50_000) }], isError: false } }],
  ["structured", { value: { content, structuredContent: { a: [1] }, isError: false } }],
  ["failed", { value: { content, isError: true } }],
  ["image", { value: { content: [image], isError: false } }],
  ["empty", { value: { content: [], isError: false } }],
  ["error", { message: "Not now", code: -32_042, data: 7 }],
])("an answer of the kind %s is taken from a program", async (name, expected) => {
  const { call } = await openProgram();
  expect(await outcome(call(name))).toMatchObject(expected);
});

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
  const names = ["text", "failed", "image", "structured"];
  const wanted = await Promise.all(names.map((name) => call(name)));
  const many = Array.from({ length: 50 }, (_, count) => count % names.length);
  expect(await Promise.all(many.map((index) => call(names[index] as string)))).toEqual(
    many.map((index) => wanted[index]),
  );
});

test("notifies a program of a cancelled call", async () => {
  const { call } = await openProgram();
  await call("text");
  const ending = new AbortController();
  const hanging = call("hang", {}, { signal: ending.signal });
  hanging.catch(() => {});
  await call("text");
  ending.abort(new Error("enough"));
  await expect(hanging).rejects.toThrow("enough");
  const told = () => call("cancelled");
  await expect.poll(told).toMatchObject({ structuredContent: { cancelled: ["Error: enough"] } });
});

test("the error says that a program ended during a call", async () => {
  const { call } = await openProgram();
  await call("text");
  await expect(call("end")).rejects.toThrow("ended with exit code 4 during the call");
});
