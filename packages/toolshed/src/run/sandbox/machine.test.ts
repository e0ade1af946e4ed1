import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { createMachine } from "./machine.ts";

const own = createRequire(createRequire(import.meta.url).resolve("quickjs-emscripten"));
const wasmModule = new WebAssembly.Module(
  readFileSync(own.resolve("@jitl/quickjs-wasmfile-release-sync/wasm")),
);

async function openMachine() {
  const { Memory } = WebAssembly;
  const made: WebAssembly.Memory[] = [];
  WebAssembly.Memory = class extends Memory {
    constructor(size: ConstructorParameters<typeof Memory>[0]) {
      super(size);
      made.push(this);
    }
  };
  const machine = await createMachine(wasmModule, 64).finally(() => {
    WebAssembly.Memory = Memory;
  });
  return {
    machine,
    holds: (text: string) => made.some(({ buffer }) => Buffer.from(buffer).includes(text)),
    run: (script: string) => machine.context.unwrapResult(machine.context.evalCode(script)).dispose(),
  };
}

test("nothing that one caller wrote is in memory when another's script starts", async () => {
  const { machine, holds, run } = await openMachine();
  machine.renew("one");
  run("globalThis.kept = []; for (let i = 0; i < 20000; i++) kept.push('left behind by number ' + i)");
  expect(holds("left behind by number 19999")).toBe(true);
  machine.renew("other");
  expect(holds("left behind by number")).toBe(false);
  run("globalThis.mine = 'of the ' + 'other'");
  machine.renew("one");
  expect(holds("of the other")).toBe(false);
});

test("memory that has grown is never used for another run", async () => {
  const { machine, run } = await openMachine();
  machine.renew("one");
  run("globalThis.kept = new Uint8Array(24e6)");
  expect(machine.hasGrown()).toBe(true);
  expect(() => machine.renew("one")).toThrow("has grown");
});
