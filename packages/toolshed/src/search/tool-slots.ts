import type { SourceTool } from "../source/source.ts";
import type { IndexedSource, IndexedTool } from "./indexed-tool.ts";
import type { Postings } from "./postings.ts";
import type { Steps } from "./slices.ts";

/** The tools in the index. Each is known by its slot; slots of tools that are gone are used again. */
export interface ToolSlots {
  /** How many slots there are, also of tools that are gone. */
  readonly slotCount: number;
  readonly toolCount: number;
  /** The tool in a slot, unless its source no longer has it. */
  at(slot: number): IndexedTool | undefined;
  orderOf(slot: number): number;
  find(path: string): IndexedTool | undefined;
  add(source: IndexedSource, tool: SourceTool, toWords: (slot: number) => ToolWords): void;
  /** Takes the tools of a source out of sight at once. `sweep` removes them. */
  retire(source: IndexedSource): void;
  readonly hasRetired: boolean;
  sweep(postings: Postings): Steps<void>;
}

type ToolWords = Pick<IndexedTool, "name" | "description">;

const clearedPerStep = 2_000;
const maxToolsPerSource = 2 ** 24;

export function createToolSlots(): ToolSlots {
  const slots: (IndexedTool | undefined)[] = [];
  const free: number[] = [];
  const byPath = new Map<string, IndexedTool>();
  let retired: IndexedSource[] = [];
  let toolCount = 0;
  const current = (indexed: IndexedTool | undefined) => (indexed?.source.isCurrent ? indexed : undefined);

  return {
    get slotCount() {
      return slots.length;
    },
    get toolCount() {
      return toolCount;
    },
    get hasRetired() {
      return retired.length > 0;
    },
    at: (slot) => current(slots[slot]),
    orderOf: (slot) => slots[slot]?.order ?? 0,
    find: (path) => current(byPath.get(path)),
    add(source, tool, toWords) {
      const slot = free.pop() ?? slots.length;
      const order = source.place * maxToolsPerSource + source.slots.length;
      const indexed = { tool, source, order, ...toWords(slot) };
      slots[slot] = indexed;
      byPath.set(tool.path, indexed);
      source.slots.push(slot);
      toolCount++;
    },
    retire(source) {
      source.isCurrent = false;
      toolCount -= source.slots.length;
      if (source.slots.length > 0) retired.push(source);
    },
    *sweep(postings) {
      const gone = retired.flatMap((source) => source.slots);
      if (gone.length === 0) return;
      retired = [];
      const isGone = new Uint8Array(slots.length);
      for (const [at, slot] of gone.entries()) {
        isGone[slot] = 1;
        const { tool } = slots[slot] as IndexedTool;
        if (byPath.get(tool.path) === slots[slot]) byPath.delete(tool.path);
        slots[slot] = undefined;
        if (at % clearedPerStep === 0) yield;
      }
      yield* postings.remove(isGone);
      for (const slot of gone) free.push(slot);
    },
  };
}
