import { expect, onTestFinished, test } from "vitest";
import type { CallReply, ScriptCall } from "../../../packages/toolshed/src/run/sandbox/sandbox.ts";
import { openSandbox, resultOf } from "../../fixtures/sandbox.ts";
import { withResolvers } from "../../fixtures/with-resolvers.ts";

const run = openSandbox(4);
/** Calls a tool until that says stop, and returns how often. */
const endless = "for (let n = 1; ; n += 1) if ((await tools.a.b({ n })).stop) return n";

/** Scripts of three people that hold all four sandboxes until the test ends. The first one gives way first. */
function holdAll(script: string, [most, ...others] = ["ann", "bob", "cid"]) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const stop = { stop: false };
  const calls = new Map<string, number>();
  let count = 0;
  const begin = (userId: string, signal = ending.signal) => {
    const asked = withResolvers();
    const index = count++;
    const ended = run(script, {
      userId,
      signal,
      limits: { cpuMs: 60_000 },
      async answer({ args }: ScriptCall): Promise<CallReply> {
        asked.resolve();
        const call = `${index} ${args}`;
        calls.set(call, (calls.get(call) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { ok: true, json: JSON.stringify(stop) };
      },
    });
    return [asked.promise, ended] as const;
  };
  const first = new AbortController();
  const all = [begin(most ?? "", first.signal), ...[most ?? "", ...others].map((userId) => begin(userId))];
  return {
    stop,
    calls,
    begin,
    cancelFirst: () => first.abort(),
    runs: all.map(([, ended]) => ended),
    started: Promise.all(all.map(([isIn]) => isIn)),
  };
}

test("a person's first script runs while endless scripts of others hold all sandboxes, which then continue", async () => {
  const { stop, calls, runs, started } = holdAll(endless);
  await started;
  expect(resultOf(await run("return 1", { userId: "dan" }))).toBe(1);
  stop.stop = true;
  const counts = await Promise.all(runs.map(async (one) => resultOf(await one)));
  expect(counts.every((count) => Number(count) > 0)).toBe(true);
  // A script that has made room makes no call twice.
  expect([...new Set(calls.values())]).toEqual([1]);
});

test("a script that makes no call ends to make room, and says why", async () => {
  const { runs } = holdAll("for (;;);");
  expect(resultOf(await run("return 1", { userId: "dan" }))).toBe(1);
  const { ending } = await Promise.race(runs);
  expect(ending).toMatchObject({
    kind: "error",
    error: { name: "LimitError", message: expect.stringContaining("all sandboxes were in use") },
  });
});

test("a run that is cancelled after it made room isn't reported as one that never began", async () => {
  const { stop, started, runs, begin, cancelFirst } = holdAll(endless, ["eve", "fay", "gus"]);
  await started;
  const [isIn, late] = begin("hal");
  await isIn;
  cancelFirst();
  expect((await runs[0])?.ending.kind).toBe("error");
  stop.stop = true;
  await Promise.all([...runs, late]);
});
