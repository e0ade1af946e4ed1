import { describe, expect, test } from "vitest";
import { openSandbox } from "../../fixtures/sandbox.ts";

/**
 * Ways out of sandboxes that are known from node:vm, vm2, isolated-vm and QuickJS. Each tries to reach something of the
 * host and gives it as its value; `reaches` is what a script of the host itself would see.
 */
const reaches = `
  const reaches = (g) => {
    const found = [];
    for (const name of ["process", "require", "module", "Buffer", "fetch", "Worker", "WebAssembly", "XMLHttpRequest",
      "navigator", "performance", "global", "__dirname", "Deno", "Bun", "std", "os", "postMessage", "parentPort", "import_meta"]) {
      try { if (g && g[name] !== undefined) found.push(name); } catch {}
    }
    return found;
  };
`;

const escapes: Record<string, string> = {
  "the globals": "return reaches(globalThis)",
  "this at the top": "return reaches(this)",
  "this in a sloppy function": "return reaches((function () { return this })())",
  "the constructor of a function": "return reaches((() => {}).constructor('return this')())",
  "the constructor's constructor": "return reaches(({}).constructor.constructor('return this')())",
  "an async function's constructor": "return reaches(await (async () => {}).constructor('return this')())",
  "a generator's constructor": "return reaches((function* () {}).constructor('return this')().next().value)",
  "an async generator's constructor":
    "return reaches((await (async function* () {}).constructor('return this')().next()).value)",
  "indirect eval": "return reaches((0, eval)('this'))",
  "direct eval": "return reaches(eval('this'))",
  "eval of process": "try { return eval('process') } catch { return [] }",
  "the constructor of tools": "return reaches(tools.constructor?.constructor ? globalThis : globalThis)",
  "the prototype of tools": "return reaches(Object.getPrototypeOf(tools)?.constructor('return this')())",
  "the constructor of a tool's promise":
    "const p = tools.a.b(); await p; return reaches(p.constructor.constructor('return this')())",
  "the constructor of a result":
    "const r = await tools.a.b({ x: 1 }); return reaches(r.constructor.constructor('return this')())",
  "the prototype of a result":
    "const r = await tools.a.b({ x: 1 }); return reaches(Object.getPrototypeOf(r).constructor.constructor('return this')())",
  "the error of a failing call":
    "try { await tools.fail.now() } catch (e) { return reaches(e.constructor.constructor('return this')()) } return ['no error']",
  "the console's functions": "return reaches(console.log.constructor('return this')())",
  "the callee of a console function":
    "try { return reaches(console.log.caller ?? console.log.arguments) } catch { return [] }",
  "a timer's function": "return reaches(await new Promise((r) => setTimeout(function () { r(this) }, 1)))",
  "a timer given text":
    "try { setTimeout('globalThis.escaped = process', 0); return ['took text'] } catch { return [] }",
  "import of fs": "try { return Object.keys(await import('fs')) } catch { return [] }",
  "import of node:fs": "try { return Object.keys(await import('node:fs')) } catch { return [] }",
  "import of child_process by a made-up name":
    "try { return Object.keys(await import('child' + '_process')) } catch { return [] }",
  "import of QuickJS's os": "try { return Object.keys(await import('os')) } catch { return [] }",
  "import of QuickJS's std": "try { return Object.keys(await import('std')) } catch { return [] }",
  "import of a file": "try { return Object.keys(await import('/etc/passwd')) } catch { return [] }",
  "import of a data URL":
    "try { return Object.keys(await import('data:text/javascript,export default 1')) } catch { return [] }",
  "import in eval": "try { return Object.keys(await eval(\"import('fs')\")) } catch { return [] }",
  "import in a Function":
    "try { return Object.keys(await new Function(\"return import('fs')\")()) } catch { return [] }",
  "require through a getter":
    "try { return Object.keys(globalThis['re' + 'quire']('fs')) } catch { return [] }",
  "process.binding": "try { return Object.keys(process.binding('fs')) } catch { return [] }",
  "process.mainModule": "try { return Object.keys(process.mainModule) } catch { return [] }",
  "Error.prepareStackTrace":
    "Error.prepareStackTrace = (_, frames) => frames; const e = new Error(); try { return reaches(e.stack[0].getThis()) } catch { return [] }",
  "Error.captureStackTrace":
    "try { const o = {}; Error.captureStackTrace(o); return reaches(o.stack?.[0]?.getFunction?.()?.constructor('return this')()) } catch { return [] }",
  "the host's error on too deep a recursion":
    "const f = () => { try { f() } catch (e) { return e } return f }; let e; try { (function g() { g() })() } catch (x) { e = x } return reaches(e?.constructor.constructor('return this')())",
  "a getter on Array.prototype":
    "const got = []; Object.defineProperty(Array.prototype, 0, { get() { got.push(this); return undefined }, set(v) { got.push(v, this) }, configurable: true }); await tools.a.b([1]); delete Array.prototype[0]; return got.flatMap((x) => { try { return reaches(x.constructor.constructor('return this')()) } catch { return [] } })",
  "a setter on Object.prototype":
    "const got = []; Object.defineProperty(Object.prototype, 'ok', { set(v) { got.push(this) }, get() { got.push(this) }, configurable: true }); await tools.a.b({}); delete Object.prototype.ok; return got.flatMap((x) => reaches(x))",
  "then on Object.prototype":
    "const got = []; Object.prototype.then = function (r) { got.push(this); delete Object.prototype.then; r(1) }; await tools.a.b({}); return got.flatMap((x) => reaches(x))",
  "toJSON on Object.prototype":
    "const got = []; Object.prototype.toJSON = function () { got.push(this); return 1 }; await tools.a.b({ x: 1 }); delete Object.prototype.toJSON; return got.flatMap((x) => reaches(x))",
  "toJSON on String.prototype":
    "const got = []; String.prototype.toJSON = function () { got.push(this) }; await tools.a.b('x'); delete String.prototype.toJSON; return got.flatMap((x) => reaches(x))",
  "Promise species":
    "class P extends Promise { static get [Symbol.species]() { return function (f) { f((x) => { P.got = x }, () => {}) } } }; try { P.resolve(1).then(() => {}) } catch {} return reaches(P.got?.constructor?.constructor('return this')())",
  "a replaced Promise":
    "const got = []; const Own = Promise; globalThis.Promise = class extends Own { constructor(f) { super((a, b) => { got.push(a, b); f(a, b) }) } }; await tools.a.b(); return got.flatMap((x) => reaches(x.constructor('return this')()))",
  "a replaced Promise.prototype.then":
    "const got = []; const then = Promise.prototype.then; Promise.prototype.then = function (...a) { got.push(...a); return then.apply(this, a) }; await tools.a.b(); Promise.prototype.then = then; return got.flatMap((x) => { try { return reaches(x.constructor('return this')()) } catch { return [] } })",
  "a replaced JSON":
    "const got = []; const parse = JSON.parse; JSON.parse = (...a) => { got.push(a); return parse(...a) }; await tools.a.b({ x: 1 }); return got.flatMap((x) => reaches(x))",
  "a replaced Map":
    "const got = []; const set = Map.prototype.set; Map.prototype.set = function (...a) { got.push(...a); return set.apply(this, a) }; await tools.a.b(); return got",
  "a replaced Array iterator":
    "const got = []; const own = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function* () { got.push(this); yield* own.call(this) }; await tools.a.b(); Array.prototype[Symbol.iterator] = own; return got.flatMap((x) => reaches(x))",
  "a replaced Function.prototype.call":
    "const got = []; const call = Function.prototype.call; Function.prototype.call = function (...a) { got.push(this, ...a) }; await tools.a.b(); Function.prototype.call = call; return got.flatMap((x) => { try { return reaches(x.constructor('return this')()) } catch { return [] } })",
  "yield* over a thenable in an async generator":
    "const got = []; async function* g() { yield* { [Symbol.asyncIterator]() { return { next() { return { then(r) { got.push(r); r({ done: true }) } } } } } } } for await (const _ of g()) {} return got.flatMap((r) => reaches(r.constructor('return this')()))",
  "return in an async generator with a thenable":
    "const got = []; async function* g() { yield 1 } const i = g(); await i.return({ then(r) { got.push(r); r() } }); return got.flatMap((r) => reaches(r.constructor('return this')()))",
  "a proxy as arguments":
    "const got = []; await tools.a.b(new Proxy({}, { get(_, k) { got.push(k); return undefined }, ownKeys() { return [] } })); return got.filter((k) => typeof k !== 'string' || !/toJSON|then/.test(k)).flatMap((x) => reaches(x))",
  "a proxy as a promise's value":
    "const p = await Promise.resolve(new Proxy({}, { get: (_, k) => (k === 'then' ? undefined : 1) })); return reaches(p.constructor) === 1 ? ['host'] : []",
  "Reflect.construct with another target":
    "return reaches(Reflect.construct(Function, ['return this'], Array)())",
  "Symbol.hasInstance":
    "Object.defineProperty(Error, Symbol.hasInstance, { value: (x) => { globalThis.seen = x; return false } }); console.log({}); return reaches(globalThis.seen?.constructor.constructor('return this')())",
  "Symbol.toPrimitive of a log":
    "const got = []; console.log({ [Symbol.toPrimitive](h) { got.push(this); return 'x' } }); return got.flatMap((x) => reaches(x))",
  "an error whose message is an object":
    "const e = new Error('x'); e.message = { toString() { globalThis.got = arguments.callee?.caller; return 'y' } }; console.log(e); return reaches(globalThis.got)",
  "arguments.callee.caller":
    "return (function () { try { return reaches(arguments.callee.caller) } catch { return [] } })()",
  WeakRef: "return typeof WeakRef === 'undefined' ? [] : ['WeakRef']",
  FinalizationRegistry: "return typeof FinalizationRegistry === 'undefined' ? [] : ['FinalizationRegistry']",
  "SharedArrayBuffer and Atomics.wait":
    "try { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9); return ['waited'] } catch { return [] }",
  "the time zone":
    "return new Date(0).getHours() === 0 && new Date().getTimezoneOffset() === 0 ? [] : ['time zone']",
  "the clock":
    "const a = Date.now(); for (let i = 0; i < 1e5; i++); return Date.now() === a && a === Date.UTC(2026, 0, 2, 3, 4, 5) ? [] : ['clock']",
  "the stack's paths":
    "return /node_modules|packages|worker|\\/(home|root|work|tmp)/.test(new Error().stack) ? [new Error().stack] : []",
  "the stack of a failing call":
    "try { await tools.fail.now() } catch (e) { return /node_modules|packages|worker\\./.test(e.stack + e.message) ? [e.stack] : [] }",
  "__proto__ in a result":
    "const r = await tools.a.b(JSON.parse('{\"__proto__\": {\"polluted\": true}}')); return ({}).polluted ? ['polluted'] : []",
  "__proto__ as a path":
    "try { await tools.__proto__.constructor('return this')() } catch {} return reaches(globalThis)",
  "a path with other characters": "const r = await tools['a b\"]'].c({}).catch((e) => e); return reaches(r)",
  "leaving the wrapper": "return reaches(globalThis)\n}, globalThis.x = (() => {",
  "BigInt in arguments":
    "try { await tools.a.b({ x: 1n }) } catch (e) { return reaches(e.constructor.constructor('return this')()) } return []",
  "a circular value":
    "const a = {}; a.a = a; try { await tools.a.b(a) } catch (e) { return reaches(e.constructor.constructor('return this')()) } return []",
  "RegExp statics": "/x/.exec('x'); return reaches(RegExp.input) .concat(reaches(RegExp['$_']))",
  "document.all-like objects": "return reaches(typeof document === 'undefined' ? undefined : document)",
  "the unhandled rejection of a script":
    "Promise.reject({ get message() { globalThis.got = this; return 'x' } }); return reaches(globalThis.got)",
};

const run = openSandbox();

describe("nothing of the host is reached by", () => {
  test("more ways than were asked for", () => expect(Object.keys(escapes).length).toBeGreaterThanOrEqual(60));

  test.each(Object.entries(escapes))("%s", async (_name, script) => {
    const { ending } = await run(`${reaches}\n${script}`, {
      answer: async ({ path, args }) =>
        path === "fail.now" ? { ok: false, error: "It failed" } : { ok: true, json: args },
    });
    // A script that does not run at all has not got out either.
    if (ending.kind === "value") expect(ending.json).toBe("[]");
    else expect(ending).toMatchObject({ kind: "error", error: { name: expect.stringMatching(/Error$/) } });
  });
});

test("what is tried would be found: the same look at this process finds much", () => {
  const look = new Function(`${reaches} return reaches(globalThis)`);
  expect(look()).toEqual(expect.arrayContaining(["process", "fetch", "WebAssembly"]));
});
