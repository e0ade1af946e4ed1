import { expect, test } from "vitest";
import { defaultLimits } from "../../../packages/toolshed/src/run/sandbox/limits.ts";
import { openSandbox, resultOf } from "../../fixtures/sandbox.ts";

const run = openSandbox();
const cpuMs = 100;
const timeMs = 200;

test.each([
  ["cpu", "for (;;);"],
  ["cpu", "while (true) try { throw 1 } catch {}"],
  ["cpu", "/(a+)+$/.test('a'.repeat(40) + '!')"],
  ["cpu", "[2, 1].sort(() => { for (;;); })"],
  ["cpu", "String({ toString() { for (;;); } })"],
  ["cpu", "({ get x() { for (;;); } }).x"],
  ["cpu", "JSON.stringify({ toJSON() { for (;;); } })"],
  ["cpu", "return { toJSON() { for (;;); } }"],
  ["cpu", "throw { get message() { for (;;); }, toString() { for (;;); } }"],
  ["cpu", "const e = new Error(); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e"],
  ["cpu", "await tools.a.b(new Proxy({}, { ownKeys() { for (;;); } }))"],
  ["cpu", "const f = () => Promise.resolve().then(f); await f()"],
  [
    "cpu",
    "(function* () { for (;;) yield 1 })().forEach?.(() => {}); for (const _ of (function* () { for (;;) yield 1 })());",
  ],
  ["cpu", "const s = 'a'.repeat(4e6); for (;;) s.indexOf('b'.repeat(1e6))"],
  ["cpu", "const f = () => { try { f() } finally { f() } }; f()"],
  [
    "cpu",
    "Array.prototype.toJSON = () => { for (;;); }; Object.prototype.toJSON = () => { for (;;); }; return [1]",
  ],
  ["cpu", "setTimeout(() => { for (;;); }, 1); await new Promise(() => {})"],
  ["memory", "const a = []; for (;;) a.push('x'.repeat(10_000) + a.length)"],
  ["memory", "const a = []; for (;;) a.push('ab'.padEnd(1e6, String(a.length)))"],
  ["memory", "const a = []; for (;;) a.push(new ArrayBuffer(1e6))"],
  ["memory", "const a = []; for (;;) { const b = new Array(1000).fill(1); a.push(() => b) }"],
  ["memory", "const a = []; for (;;) { const b = {}; a.push(() => b) }"],
  ["memory", "const a = []; for (;;) a.push([])"],
  ["memory", "const a = []; for (;;) a.push(new Uint8Array(1000))"],
  ["memory", "let s = 'x'; for (;;) s += s"],
  ["memory", "new Array(1e9).fill(0)"],
  ["memory", "const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })"],
  ["stack", "(function f() { f() })()"],
  [
    "stack",
    "const a = []; let b = a; for (let i = 0; i < 1e5; i++) { const c = []; b.push(c); b = c } JSON.stringify(a)",
  ],
  ["stack", "const o = { get x() { return this.x } }; o.x"],
  ["open calls", "for (let i = 0; i < 1e6; i++) tools.a.b()"],
  ["open calls", "for (;;) try { tools.a.b() } catch {}"],
  ["calls", "for (let i = 0; i < 1e6; i++) await tools.a.b()"],
  ["calls", "for (let i = 0; i < 1e6; i++) await new Promise((r) => setTimeout(r, 0))"],
  ["bytes", "const x = 'x'.repeat(1e6); for (;;) await tools.a.b({ x })"],
  ["output", "return 'x'.repeat(5e6)"],
  ["output", "for (;;) console.log('x'.repeat(1e5))"],
  ["time", "await new Promise((r) => setTimeout(r, 1e6))"],
] as const)("the %s limit ends %s", async (limit, script) => {
  const limits = {
    ...defaultLimits,
    // QuickJS asks for the time so rarely in some of these that the thread is ended from outside.
    ...(limit === "cpu" && { cpuMs, parseMs: 100 }),
    ...(limit === "time" && { timeMs }),
    // Checking for circles takes the square of the depth.
    ...(limit === "stack" && { stackKb: 64 }),
    ...(limit === "calls" && { calls: 500 }),
    // The last of these computes on once it has met the limit.
    ...(limit === "open calls" && { openCalls: 100, cpuMs }),
    ...(limit === "memory" && { memoryMb: 24 }),
    ...(limit === "bytes" && { bytes: 4e6 }),
  };
  expect(await run(script, { limits })).toMatchObject({
    ending: { kind: "error", error: { limit, message: expect.stringContaining("limit: ") } },
  });
});

test("an error that cannot be read in time is not taken for a script that computes too long", async () => {
  const script = "const e = new Error(); Object.defineProperty(e, 'stack', { get() { for (;;); } }); throw e";
  expect(await run(script)).toMatchObject({
    ending: { error: { limit: "cpu", message: expect.stringContaining("reading what the script threw") } },
  });
});

test("a call with arguments over 1 MB fails, and the script continues", async () => {
  const script = `
    const send = async (length) => { await tools.a.b({ text: "x".repeat(length) }); return "sent" };
    return [await send(2 ** 20).catch(({ message }) => message), await send(1)]`;
  expect(resultOf(await run(script))).toEqual([
    "The arguments of tools.a.b have more than 1048576 characters",
    "sent",
  ]);
});

test("a promise that never settles ends the run immediately", async () => {
  const { ending } = await run("await new Promise(() => {})");
  expect(ending).toMatchObject({ error: { message: expect.stringContaining("can never come") } });
});

test("a run that is ended leaves nothing to the next, of the same user or another", async () => {
  const spoil =
    "globalThis.left = 1; Array.prototype.map = () => 'spoiled'; Object.prototype.left = 2; Math.random = () => 7; return 1";
  const look = "return [typeof left, [1].map((x) => x + 1), ({}).left ?? null, Math.random() < 1]";
  for (const userId of ["u", "v", "v"]) {
    await run(spoil, { userId: "u" });
    expect(resultOf(await run(look, { userId }))).toEqual(["undefined", [2], null, true]);
  }
});

test("scripts that never end do not keep another user from running", async () => {
  const leaving = new AbortController();
  const ended: string[] = [];
  const endless = { limits: { cpuMs: 1e6, timeMs: 1e6 }, signal: leaving.signal };
  const bad = ["x", "y", "z"].map((userId) =>
    run("for (;;);", { userId, ...endless }).finally(() => ended.push(userId)),
  );
  const quiet = await Promise.all(Array.from({ length: 20 }, () => run("return 1 + 1", { userId: "quiet" })));
  expect(quiet.map(resultOf)).toEqual(Array(20).fill(2));
  expect(ended).toEqual([]);
  leaving.abort();
  await Promise.all(bad);
});

test("many log lines come back whole, and more than fit end the run with the limit on output", async () => {
  const flood = (lines: number) => run(`for (let i = 0; i < ${lines}; i++) console.log("x"); return 1`);
  const { ending, logs } = await flood(20_000);
  expect(ending.kind).toBe("value");
  expect(logs).toHaveLength(20_000);
  const { ending: ended, logs: kept } = await flood(150_000);
  expect(ended).toMatchObject({ kind: "error", error: { limit: "output" } });
  expect(JSON.stringify(kept).length).toBeLessThan(defaultLimits.logBytes);
});
