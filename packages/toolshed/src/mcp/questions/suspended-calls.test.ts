import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CallStep, createSuspendedCalls } from "./suspended-calls.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const createCalls = () => createSuspendedCalls<ElicitRequest, ElicitResult>({ action: "cancel" });
const request: ElicitRequest = { type: "approval", message: "May I?" };
const { signal } = new AbortController();
const ann = { userId: "ann", subject: () => "[]" };
const bob = { userId: "bob", subject: () => "[]" };
const result = (text: string) => ({ content: [{ type: "text" as const, text }] });

/** A call that asks as often as it is told to, and answers with the answers. */
const asking = (times: number) => async (elicit: (request: ElicitRequest) => Promise<ElicitResult>) => {
  const actions: string[] = [];
  for (let count = 0; count < times; count++) actions.push((await elicit(request)).action);
  return result(actions.join());
};

function handleOf(progress: CallStep | undefined): string {
  if (!progress || !("question" in progress)) throw new Error("The call did not ask");
  return progress.question.handle;
}

test("a call asks, waits, and continues where it was", async () => {
  const calls = createCalls();
  const first = await calls.start(ann, signal, asking(2));
  expect(first).toMatchObject({ question: { request } });
  const second = await calls.resume(ann, handleOf(first), { action: "accept" }, signal);
  const third = await calls.resume(ann, handleOf(second), { action: "decline" }, signal);
  expect(third).toEqual({ result: result("accept,decline") });
});

test("what is asked at the same time is asked one after the other", async () => {
  const calls = createCalls();
  const first = await calls.start(ann, signal, async (elicit) => {
    const answers = await Promise.all([elicit(request), elicit({ type: "approval", message: "And this?" })]);
    return result(answers.map(({ action }) => action).join());
  });
  const second = await calls.resume(ann, handleOf(first), { action: "accept" }, signal);
  expect(second).toMatchObject({ question: { request: { message: "And this?" } } });
  const third = await calls.resume(ann, handleOf(second), { action: "decline" }, signal);
  expect(third).toEqual({ result: result("accept,decline") });
});

test("a call that asks nothing is answered immediately", async () => {
  expect(await createCalls().start(ann, signal, asking(0))).toEqual({ result: result("") });
});

test("a handle serves its owner, once", async () => {
  const calls = createCalls();
  const handle = handleOf(await calls.start(ann, signal, asking(1)));
  const flipped = handle.slice(0, -1) + (handle.endsWith("A") ? "B" : "A");
  expect(calls.resume(bob, handle, { action: "accept" }, signal)).toBeUndefined();
  expect(calls.resume(ann, flipped, { action: "accept" }, signal)).toBeUndefined();
  expect(await calls.resume(ann, handle, { action: "accept" }, signal)).toEqual({
    result: result("accept"),
  });
  expect(calls.resume(ann, handle, { action: "accept" }, signal)).toBeUndefined();
});

test("a question that nobody answers is cancelled after ten minutes", async () => {
  const calls = createCalls();
  let actions = "";
  const run = asking(1);
  const handle = handleOf(
    await calls.start(ann, signal, async (elicit) => {
      const answer = await run(elicit);
      actions = answer.content[0]?.text ?? "";
      return answer;
    }),
  );
  await vi.advanceTimersByTimeAsync(10 * 60 * 1000);
  expect(calls.resume(ann, handle, { action: "accept" }, signal)).toBeUndefined();
  expect(actions).toBe("cancel");
});

test("the request that brings the question may end; the one that is served may cancel", async () => {
  const calls = createCalls();
  const first = new AbortController();
  const second = new AbortController();
  let aborted = false;
  const handle = handleOf(
    await calls.start(ann, first.signal, async (elicit, signal) => {
      await elicit(request);
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted = true;
          resolve(result("cancelled"));
        });
      });
    }),
  );
  first.abort();
  expect(aborted).toBe(false);
  const progress = calls.resume(ann, handle, { action: "accept" }, second.signal);
  await Promise.resolve();
  await Promise.resolve();
  second.abort();
  expect(await progress).toEqual({ result: result("cancelled") });
});

test("a person who leaves many calls waiting loses the oldest, and nobody else does", async () => {
  const calls = createCalls();
  const ofBob = handleOf(await calls.start(bob, signal, asking(1)));
  const handles: string[] = [];
  for (let count = 0; count < 60; count += 1)
    handles.push(handleOf(await calls.start(ann, signal, asking(1))));
  const isWaiting = (owner: typeof ann, handle: string) =>
    calls.resume(owner, handle, { action: "accept" }, signal) !== undefined;
  expect(handles.map((handle) => isWaiting(ann, handle))).toEqual([
    ...Array.from({ length: 10 }, () => false),
    ...Array.from({ length: 50 }, () => true),
  ]);
  expect(isWaiting(bob, ofBob)).toBe(true);
});

test("what asks often loses its own calls, not those of something else that the person uses", async () => {
  const calls = createCalls();
  const model = { ...ann, asker: "desk call_tool" };
  const view = { ...ann, asker: "desk view_request" };
  const ofModel = handleOf(await calls.start(model, signal, asking(1)));
  for (let count = 0; count < 60; count += 1) await calls.start(view, signal, asking(1));
  expect(calls.resume(model, ofModel, { action: "accept" }, signal)).toBeDefined();
});

test("calls with long arguments that wait are bounded by how much memory they take", async () => {
  const calls = createCalls();
  const long = { userId: "ann", subject: () => "x".repeat(4_000_000) };
  const handles: string[] = [];
  for (let count = 0; count < 6; count += 1)
    handles.push(handleOf(await calls.start(long, signal, asking(1))));
  const waiting = handles.map(
    (handle) => calls.resume(long, handle, { action: "accept" }, signal) !== undefined,
  );
  expect(waiting).toEqual([false, false, true, true, true, true]);
});
