import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSHandle,
  RELEASE_SYNC,
} from "quickjs-emscripten";
import { takeMemoryImage } from "./memory-image.ts";
import { type Bridge, prelude } from "./prelude.ts";
import { realmMembers } from "./realm-members.ts";
import { trimRealm } from "./trim-realm.ts";
import { webGlobals } from "./web-globals.ts";

const pagesPerMb = 16;
const initialMb = 16;
const bridgeNames = ["begin", "take", "settle", "write", "explain"] as const;

export type Machine = Awaited<ReturnType<typeof createMachine>>;

/**
 * QuickJS in a state that no script has touched, which can be restored for every run.
 *
 * Making that state costs more than most scripts do in it. So it is made once, and its memory is kept as an image:
 * what runs later finds exactly that, whatever the run before has done.
 */
export async function createMachine(wasmModule: WebAssembly.Module, memoryMb: number) {
  const memory = new WebAssembly.Memory({
    initial: initialMb * pagesPerMb,
    maximum: memoryMb * pagesPerMb,
  });
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(RELEASE_SYNC, { wasmModule, wasmMemory: memory }),
  );
  const runtime = quickjs.newRuntime();
  // Set before the image is made, since the host notes it in the VM's memory.
  runtime.setInterruptHandler(() => false);
  const context = runtime.newContext();
  const evaluate = (code: string) => context.unwrapResult(context.evalCode(code, "prelude"));
  evaluate(`(${webGlobals})()`).dispose();
  const made = evaluate(`(${prelude})()`);
  const bridge = Object.fromEntries(
    bridgeNames.map((name) => [name, context.getProp(made, name)]),
  ) as Readonly<Record<keyof Bridge, QuickJSHandle>>;
  made.dispose();
  evaluate(`(${trimRealm})(${JSON.stringify(realmMembers)})`).dispose();
  runtime.executePendingJobs();

  const initialBytes = memory.buffer.byteLength;
  /** Memory of WebAssembly never shrinks: a machine that needed more is not renewed. */
  const hasGrown = () => memory.buffer.byteLength > initialBytes;
  const image = takeMemoryImage(memory);
  let lastIdentity: string | undefined;

  return {
    runtime,
    context,
    bridge,
    /** Restores the untouched state. For another caller, nothing of the last one's memory stays. */
    renew(identity: string): void {
      if (hasGrown()) throw new Error("Memory that has grown is not renewed");
      if (lastIdentity !== undefined && lastIdentity !== identity) image.clearRest();
      image.restore();
      lastIdentity = identity;
    },
    usedBytes: () => memory.buffer.byteLength,
    hasGrown,
  };
}
