import { describe, expect, test } from "vitest";
import { realmMembers } from "../../../packages/toolshed/src/run/sandbox/realm-members.ts";
import { openSandbox, resultOf } from "../../fixtures/sandbox.ts";

const run = openSandbox();

/** Walks everything that a script can get hold of: globals, prototypes, accessors, and what syntax and built-ins make. */
const walk = `
  const names = new Map([[globalThis, "globalThis"]]);
  const nameOf = (key) => typeof key === "symbol" ? "@@" + key.description.replace("Symbol.", "") : key;
  const visit = (name, value) => {
    const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
    if (isObject && !names.has(value)) names.set(value, name);
  };
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    visit(name, globalThis[name]);
    visit(name + ".prototype", globalThis[name]?.prototype);
  }
  const strictArguments = (function () { "use strict"; return arguments })();
  const caught = (action) => { try { action() } catch (error) { return error } };
  const made = {
    GeneratorFunction: Object.getPrototypeOf(function* () {}).constructor,
    AsyncGeneratorFunction: Object.getPrototypeOf(async function* () {}).constructor,
    AsyncFunction: Object.getPrototypeOf(async () => {}).constructor,
    TypedArray: Object.getPrototypeOf(Uint8Array),
  };
  for (const name of Object.keys(made)) { visit(name, made[name]); visit(name + ".prototype", made[name].prototype) }
  const iterators = {
    ArrayIterator: [].values(),
    MapIterator: new Map().values(),
    SetIterator: new Set().values(),
    StringIterator: ""[Symbol.iterator](),
    RegExpStringIterator: "".matchAll(/./g),
    IteratorHelper: [].values().map((item) => item),
    WrappedIterator: Iterator.from({ next() {} }),
  };
  for (const name of Object.keys(iterators)) visit(name + ".prototype", Object.getPrototypeOf(iterators[name]));
  // Instances have members of their own; what they lead to must be known.
  const deferred = Promise.withResolvers();
  const instances = [
    deferred.promise, deferred.resolve, Proxy.revocable({}, {}).revoke, strictArguments, (() => {}).bind(),
    Object.getOwnPropertyDescriptor(strictArguments, "callee").get, ((parts) => parts)\`a\${1}b\`, new ArrayBuffer(8),
    new ArrayBuffer(8).slice(), new Uint8Array(8), new Uint8Array(8).subarray(1), new DataView(new ArrayBuffer(8)), new Uint8Array(8).buffer,
    /(?<a>b)/d.exec("b"), /(?<a>b)/d.exec("b").groups, /(?<a>b)/d.exec("b").indices, /a/, new Date(), new Map(), new Set(), new WeakMap(), new WeakSet(),
    Object(1n), Object(Symbol()), Object("a"), Object(1), Object(true), function () {}, class {}, (function* () {})(), (async function* () {})(), (async () => {})(),
    caught(() => null.x), caught(() => (function deep() { deep() })()), caught(() => eval("(")), caught(() => decodeURI("%")), caught(() => missing),
    caught(() => new Array(-1)), await tools.fail.now().catch((error) => error), await Promise.any([]).catch((error) => error),
    await import("fs").catch((error) => error), await tools.a.b({ a: [1] }), tools, tools.a, new URL("http://a"), new URLSearchParams("a=1"), new URLSearchParams("a=1").entries(),
    new TextEncoder(), new TextDecoder(), structuredClone(new Map([[1, new Uint8Array(1)]])), Object.groupBy([1], (item) => item), Map.groupBy([1], (item) => item),
    JSON.parse("{}"), [].concat([]), "a".split(""), [1].entries().next(), (function* () { yield 1 })().next(),
  ];
  for (const value of instances) {
    const own = Reflect.ownKeys(value).map((key) => Object.getOwnPropertyDescriptor(value, key));
    for (const { value: part, get, set } of own) for (const found of [part, get, set])
      if (typeof found === "function") visit("a function of an instance", found);
    visit("the prototype of an instance", Object.getPrototypeOf(value));
  }
  // What the walk itself has made is not of the realm.
  const mine = new Set();
  for (const value of instances) if (typeof value === "function" && value.prototype) mine.add(value.prototype);
  const found = {};
  for (const [object, name] of names) {
    if (mine.has(object)) continue;
    const isFunction = typeof object === "function";
    const keys = Reflect.ownKeys(object);
    const listed = keys.map(nameOf).filter((key) => !isFunction || (key !== "length" && key !== "name"));
    if (listed.length > 0) found[name] = listed;
    visit(name + ".__proto__", Object.getPrototypeOf(object));
    for (const key of keys) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, key);
      for (const part of [value, get, set]) visit(name + "." + nameOf(key), part);
    }
  }
  return found;
`;

const sorted = (members: Record<string, readonly string[]>) =>
  Object.fromEntries(Object.entries(members).map(([name, keys]) => [name, [...keys].sort()]));

const answer = async ({ path, args }: { path: string; args: string }) =>
  path === "fail.now" ? { ok: false as const, error: "It failed" } : { ok: true as const, json: args };

test("a script reaches what is on the list, and nothing else", async () => {
  const found = resultOf(await run(walk, { answer })) as Record<string, string[]>;
  const listed = Object.fromEntries(
    Object.entries(realmMembers).map(([name, keys]) => [name, keys.split(" ")]),
  );
  expect(sorted(found)).toEqual(sorted(listed));
});

describe("a script has no", () => {
  test.each([
    "SharedArrayBuffer",
    "Atomics",
    "WeakRef",
    "FinalizationRegistry",
    "ArrayBuffer.prototype.resize",
    "ArrayBuffer.prototype.transfer",
    "ArrayBuffer.prototype.transferToFixedLength",
    "RegExp.prototype.compile",
    "Function.prototype.caller",
    "new ArrayBuffer(8).constructor.prototype.resize",
    "new Uint8Array(8).buffer.constructor.prototype.resize",
  ])("%s", async (path) => {
    const script = `try { return typeof (${path}) } catch (error) { return error.name }`;
    expect(resultOf(await run(script))).toMatch(/^(undefined|ReferenceError)$/);
  });
});

test("a buffer keeps its length, for every argument of its constructor", async () => {
  const script = `
    const options = { get maxByteLength() { throw new Error("It was asked for") } };
    class Own extends ArrayBuffer {}
    const made = [new ArrayBuffer(8, options), new Own(8, options), Reflect.construct(ArrayBuffer, [8, options]),
      new (new ArrayBuffer(1).constructor)(8, options), new Uint8Array(8).buffer, new ArrayBuffer(16).slice(8)];
    return [made.map(({ byteLength }) => byteLength), made[1] instanceof Own, made[1] instanceof ArrayBuffer,
      ArrayBuffer.isView(new Uint8Array(1)), ArrayBuffer.name, Object.prototype.toString.call(made[0])];
  `;
  expect(resultOf(await run(script))).toEqual([
    [8, 8, 8, 8, 8, 8],
    true,
    true,
    true,
    "ArrayBuffer",
    "[object ArrayBuffer]",
  ]);
});
