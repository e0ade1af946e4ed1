import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Turn } from "../../../packages/toolshed/src/run/sandbox/sandbox.ts";
import { openSandbox, resultOf } from "../../fixtures/sandbox.ts";
import { withResolvers } from "../../fixtures/with-resolvers.ts";

const run = openSandbox();
/** All its runs are in one thread. */
const alone = openSandbox(1);

describe("the value", () => {
  test.each([
    ["return 1 + 1", 2],
    ["1 + 1", 2],
    ["const a: number = 4\na * 2", 8],
    ["if (true) { 'yes' } else { 'no' }", "yes"],
    ["const { x } = await tools.a.b({ x: 5 }); x", 5],
    [
      "const xs = await Promise.all(Array.from({ length: 300 }, (_, i) => tools.a.b({ i }))); return xs.length",
      300,
    ],
    [
      "return { big: 10n, date: new Date(0), nothing: undefined }",
      { big: "10", date: "1970-01-01T00:00:00.000Z" },
    ],
    ["tools.a.b({ x: 1 }).then(({ x }) => { globalThis.late = x }); await tools.a.b(); return late", 1],
    [
      "function f<T>(x: T): T { return x }\ninterface A { b: string }\nreturn f<A>({ b: 'c' } as A)",
      { b: "c" },
    ],
    ["return String(tools.a.b)", "tools.a.b"],
  ])("%s", async (script, value) => expect(resultOf(await run(script))).toEqual(value));

  test("nothing is returned by a script without a value", async () => {
    expect(resultOf(await run("return"))).toBeUndefined();
  });
});

describe("errors lead to the place in the script", () => {
  test.each([
    ["throw new Error('no')", "Error", "no", 1],
    ["const a: string = 'x'\n\n  null.foo", "TypeError", "cannot read property 'foo' of null", 3],
    ["const x = 1\nreturn y", "ReferenceError", "'y' is not defined", 2],
    ["return 1\n}); (() => {", "SyntaxError", expect.any(String), 2],
    ["const a = ;", "SyntaxError", expect.any(String), 1],
    ["enum A { x }", "SyntaxError", expect.stringContaining("enum"), 1],
    ["const go = async () => {\n  await tools.fail.now()\n}\nawait go()", "ToolError", "It failed", 2],
  ])("%s", async (script, name, message, line) => {
    const { ending } = await run(script, { answer: async () => ({ ok: false, error: "It failed" }) });
    expect(ending).toMatchObject({
      kind: "error",
      error: { name, message, line, column: expect.any(Number) },
    });
  });
});

describe("what a script finds", () => {
  test.each([
    ["new URL('../x?q=1 2#h', 'https://u:p@Ex.com:443/a/b/c').href", "https://u:p@ex.com/a/x?q=1%202#h"],
    [
      "const u = new URL('http://a.b/c'); u.searchParams.set('k', 'v w'); u.search + u.origin",
      "?k=v+whttp://a.b",
    ],
    [
      "[new URL('//h:81/p', 'http://x/').host, new URL('?z', 'http://x/y?a').href, new URL('', 'http://x/y?a#b').href]",
      ["h:81", "http://x/y?z", "http://x/y?a"],
    ],
    ["[URL.canParse('nope'), URL.canParse('http://'), URL.canParse('mailto:a@b')]", [false, false, true]],
    [
      "[...new URLSearchParams('a=1&b=%C3%A9+x')]",
      [
        ["a", "1"],
        ["b", "é x"],
      ],
    ],
    ["new TextDecoder().decode(new TextEncoder().encode('h€😀'))", "h€😀"],
    ["new TextDecoder().decode(Uint8Array.of(0x61, 0xff, 0xe2, 0x82, 0x62))", "a\ufffd\ufffdb"],
    ["[btoa('hé'), atob('aGk='), btoa('')]", ["aOk=", "hi", ""]],
    [
      "const a = { m: new Map([[1, new Set([2])]]), d: new Date(5) }; a.self = a; const b = structuredClone(a); [b !== a, b.self === b, [...b.m.get(1)], b.d.getTime()]",
      [true, true, [2], 5],
    ],
    [
      "const order = []; setTimeout(() => order.push(2), 20); setTimeout(() => order.push(1), 1); const no = setTimeout(() => order.push(3), 1); clearTimeout(no); await new Promise((r) => setTimeout(r, 60)); order",
      [1, 2],
    ],
    ["queueMicrotask(() => { globalThis.micro = 1 }); await 0; micro", 1],
  ])("%s", async (script, value) => expect(resultOf(await run(script))).toEqual(value));

  test("the same answers as this process's own URL", async () => {
    const urls = [
      "https://example.com",
      "http://EXAMPLE.com:80/a/./b/../c?x#y",
      "http://[::1]:8080/ä?ö",
      "file:///etc/x",
      "https://a@b/c d",
    ];
    const parts = "href origin host hostname port pathname search hash username protocol".split(" ");
    const theirs = resultOf(
      await run(
        `${JSON.stringify(urls)}.map((u) => { const x = new URL(u); return ${JSON.stringify(parts)}.map((p) => x[p]) })`,
      ),
    );
    expect(theirs).toEqual(urls.map((url) => parts.map((part) => new URL(url)[part as "href"])));
  });

  test("logs come back in order, also from a script that fails", async () => {
    const { logs } = await run(
      "console.log('a', { b: 1 }); console.warn([2]); console.error(new Error('c')); throw 1",
    );
    expect(logs).toEqual([
      { level: "log", message: 'a {"b":1}' },
      { level: "warn", message: "[2]" },
      { level: "error", message: "Error: c" },
    ]);
  });
});

describe("a run that pauses", () => {
  const script = `
    const start = Date.now(); const seen = [];
    const slow = tools.slow.one({ n: 1 }).then((r) => seen.push(r.n));
    const fast = tools.fast.two({ n: 2 }).then(async (r) => { seen.push(r.n); seen.push((await tools.fast.three({ random: Math.random() })).random) });
    const winner = await Promise.race([slow.then(() => "slow"), fast.then(() => "fast")]);
    void tools.race.over();
    await Promise.all([slow, fast]);
    await new Promise((r) => setTimeout(r, 5));
    const asked = await tools.ask.me({ winner, at: Date.now() - start > 0 });
    return { winner, seen, asked, later: Date.now() >= start };
  `;

  async function pauseAndGoOn(change = (turns: readonly Turn[]) => turns, later = script) {
    const sent: string[] = [];
    const isOver = withResolvers();
    const answer =
      (approved: boolean) =>
      async ({ path, args }: { path: string; args: string }) => {
        if (path === "ask.me" && !approved) return "pause" as const;
        sent.push(path);
        if (path === "race.over") isOver.resolve();
        if (path === "slow.one") await isOver.promise;
        return { ok: true as const, json: args };
      };
    const paused = await run(script, { answer: answer(false) });
    if (paused.ending.kind !== "paused") throw new Error(JSON.stringify(paused));
    const before = [...sent];
    sent.length = 0;
    // What is kept has to survive being written down.
    const history = change(JSON.parse(JSON.stringify(paused.ending.turns)));
    return { before, after: sent, outcome: await run(later, { history, answer: answer(true) }) };
  }

  test("resumes where it was, with the same order, clock and random numbers, and repeats no call", async () => {
    const { before, after, outcome } = await pauseAndGoOn();
    expect(before.sort()).toEqual(["fast.three", "fast.two", "race.over", "slow.one"]);
    expect(after).toEqual(["ask.me"]);
    expect(resultOf(outcome)).toMatchObject({
      winner: "fast",
      seen: [2, expect.any(Number), 1],
      asked: { winner: "fast", at: true },
    });
  });

  test("fails if it does something else the second time, and sends nothing", async () => {
    const { after, outcome } = await pauseAndGoOn(undefined, script.replace("n: 2", "n: 3"));
    expect(outcome.ending).toMatchObject({ kind: "error", error: { name: "ReplayError" } });
    expect(after).toEqual([]);
  });

  test("waits for the calls that are under way", async () => {
    const sent: string[] = [];
    const isAsked = withResolvers();
    const { ending } = await run("await Promise.all([tools.slow.one(), tools.ask.me()])", {
      async answer({ path }) {
        if (path === "ask.me") {
          isAsked.resolve();
          return "pause";
        }
        await isAsked.promise;
        await setImmediate();
        sent.push(path);
        return { ok: true, json: '"done"' };
      },
    });
    expect(sent).toEqual(["slow.one"]);
    expect(ending).toMatchObject({
      kind: "paused",
      turns: [{ settled: [{ call: { path: "slow.one" }, reply: { json: '"done"' } }] }],
    });
  });

  test("resumes also where a timer came due at the moment it was stopped", async () => {
    const stopping = `
      const timer = setTimeout(() => { throw new Error("It was stopped") }, 5);
      await tools.fast.one();
      for (let n = 0; n < 2e6; n++);
      clearTimeout(timer);
      await new Promise((r) => setTimeout(r, 5));
      return await tools.ask.me();
    `;
    const answer = (approved: boolean) => async (call: { path: string }) =>
      call.path === "ask.me" && !approved ? ("pause" as const) : { ok: true as const, json: "1" };
    const paused = await run(stopping, { answer: answer(false) });
    if (paused.ending.kind !== "paused") throw new Error(JSON.stringify(paused));
    const history = paused.ending.turns;
    expect(resultOf(await run(stopping, { history, answer: answer(true) }))).toBe(1);
  });

  test("leaves nothing behind that the next run in its thread would be asked for", async () => {
    // It is still computing when its first call makes it pause, and calls once more at the end of that.
    const computing = `
      void tools.ask.me();
      await tools.fast.one();
      for (let n = 0; n < 3e6; n++);
      await tools.left.over();
    `;
    const isComputing = withResolvers();
    const first = await alone(computing, {
      async answer({ path }) {
        if (path === "fast.one") {
          isComputing.resolve();
          return { ok: true, json: "1" };
        }
        await isComputing.promise;
        await setImmediate();
        return "pause";
      },
    });
    expect(first.ending.kind).toBe("paused");
    const asked: string[] = [];
    const second = await alone("return (await tools.its.own({ x: 1 })).x", {
      async answer({ path, args }) {
        asked.push(path);
        return { ok: true, json: args };
      },
    });
    expect(resultOf(second)).toBe(1);
    expect(asked).toEqual(["its.own"]);
  });
});
