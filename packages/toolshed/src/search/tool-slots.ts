import type { SourceTool } from "../source/source.ts";
import type { IndexedSource, IndexedTool, ToolWords } from "./indexed-tool.ts";
import type { Postings } from "./postings.ts";
import type { Steps } from "./slices.ts";

const clearedPerStep = 1_000;
const maxToolsPerSource = 2 ** 24;

/** The tools in the index. Each is known by its slot; slots of tools that are gone are used again. */
export function createToolSlots() {
  const slots: (IndexedTool | undefined)[] = [];
  const free: number[] = [];
  const byPath = new Map<string, IndexedTool>();
  let retired: IndexedSource[] = [];
  let toolCount = 0;
  const current = (indexed: IndexedTool | undefined) => (indexed?.source.isCurrent ? indexed : undefined);

  return {
    /** How many slots there are, also of tools that are gone. */
    get slotCount() {
      return slots.length;
    },
    get toolCount() {
      return toolCount;
    },
    /** How many tools have words in the index: also those that are gone, until they are swept out. */
    get wordedCount() {
      return slots.length - free.length;
    },
    get hasRetired() {
      return retired.length > 0;
    },
    /** The tool in a slot, unless its source no longer has it. */
    at: (slot: number): IndexedTool | undefined => current(slots[slot]),
    orderOf: (slot: number): number => slots[slot]?.order ?? 0,
    find: (path: string): IndexedTool | undefined => current(byPath.get(path)),
    *add(source: IndexedSource, tool: SourceTool, addWords: (slot: number) => Steps<ToolWords>): Steps<void> {
      const slot = free.pop() ?? slots.push(undefined) - 1;
      const order = source.place * maxToolsPerSource + source.slots.length;
      source.slots.push(slot);
      const words = yield* addWords(slot);
      if (!source.isCurrent) return;
      const indexed = { tool, source, order, ...words };
      slots[slot] = indexed;
      byPath.set(tool.path, indexed);
      source.indexedCount++;
      toolCount++;
    },
    /** Hides the tools of a source immediately. `sweep` removes them. */
    retire(source: IndexedSource): void {
      source.isCurrent = false;
      toolCount -= source.indexedCount;
      if (source.slots.length > 0) retired.push(source);
    },
    *sweep(postings: Postings): Steps<void> {
      const gone = retired;
      if (gone.length === 0) return;
      retired = [];
      const isGone = new Uint8Array(slots.length);
      yield* eachSlot(gone, (slot) => {
        isGone[slot] = 1;
        const indexed = slots[slot];
        if (indexed && byPath.get(indexed.tool.path) === indexed) byPath.delete(indexed.tool.path);
        slots[slot] = undefined;
      });
      yield* postings.remove(isGone);
      yield* eachSlot(gone, (slot) => free.push(slot));
    },
  };
}

function* eachSlot(sources: readonly IndexedSource[], action: (slot: number) => void): Steps<void> {
  let count = 0;
  for (const source of sources) {
    for (const slot of source.slots) {
      action(slot);
      count += 1;
      if (count % clearedPerStep === 0) yield;
    }
  }
}
