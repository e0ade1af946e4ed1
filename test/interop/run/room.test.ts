import { expect, test } from "vitest";
import type { CallReply, ScriptCall } from "../../../packages/toolshed/src/run/sandbox/sandbox.ts";
import { openSandbox, resultOf } from "../../fixtures/sandbox.ts";
import { withResolvers } from "../../fixtures/with-resolvers.ts";

const run = openSandbox(4);
/** Calls a tool until that says stop, and returns how often. */
const endless = "for (let n = 1; ; n += 1) if ((await tools.a.b({ n })).stop) return n";

/** Scripts of three people that hold all four sandboxes. */
function holdAll(script: string) {
  const stop = { stop: false };
  const calls = new Map<string, number>();
  const started: Promise<void>[] = [];
  const runs = ["ann", "ann", "bob", "cid"].map((userId, index) => {
    const first = withResolvers();
    started.push(first.promise);
    return run(script, {
      userId,
      limits: { cpuMs: 60_000 },
      async answer({ args }: ScriptCall): Promise<CallReply> {
        first.resolve();
        const call = `${index} ${args}`;
        calls.set(call, (calls.get(call) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { ok: true, json: JSON.stringify(stop) };
      },
    });
  });
  return { stop, calls, runs, started: Promise.all(started) };
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
  const { runs, started } = holdAll("await tools.a.b(); for (;;);");
  await started;
  expect(resultOf(await run("return 1", { userId: "dan" }))).toBe(1);
  const { ending } = await Promise.race(runs);
  expect(ending).toMatchObject({
    kind: "error",
    error: { name: "LimitError", message: expect.stringContaining("all sandboxes were in use") },
  });
});
