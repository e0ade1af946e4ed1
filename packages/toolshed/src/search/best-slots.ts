import type { Steps } from "./slices.ts";

/** `keep` may cost much, so few slots are looked at in a step. */
const slotsPerStep = 128;
const sortedPerStep = 1_000;

/**
 * The slots with the highest scores of those that `keep` lets through, best first. Scores of 0 do not count. Of equal
 * scores, the one with the lower order is better.
 */
export function* bestSlots(
  scores: Float64Array,
  slotCount: number,
  limit: number,
  orderOf: (slot: number) => number,
  keep: (slot: number) => boolean,
): Steps<number[]> {
  // A heap with the worst on top, so that most slots are dismissed by one comparison and never shown to `keep`.
  const heap: number[] = [];
  const isWorse = (slot: number, other: number): boolean => {
    const difference = (scores[slot] as number) - (scores[other] as number);
    return difference < 0 || (difference === 0 && orderOf(slot) > orderOf(other));
  };

  function scan(from: number, to: number): void {
    for (let slot = from; slot < to; slot++) {
      if ((scores[slot] as number) <= 0) continue;
      const isFull = heap.length === limit;
      if ((isFull && !isWorse(heap[0] as number, slot)) || !keep(slot)) continue;
      if (isFull) {
        heap[0] = slot;
        sink(heap, isWorse);
      } else {
        heap.push(slot);
        rise(heap, isWorse);
      }
    }
  }

  for (let slot = 0; slot < slotCount; slot += slotsPerStep) {
    scan(slot, Math.min(slot + slotsPerStep, slotCount));
    yield;
  }
  const sorted = new Array<number>(heap.length);
  while (heap.length > 0) {
    const last = heap.pop() as number;
    sorted[heap.length] = heap[0] ?? last;
    if (heap.length > 0) {
      heap[0] = last;
      sink(heap, isWorse);
    }
    if (heap.length % sortedPerStep === 0) yield;
  }
  return sorted;
}

type IsWorse = (slot: number, other: number) => boolean;

/** Moves the last slot up to its place. */
function rise(heap: number[], isWorse: IsWorse): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isWorse(heap[at] as number, heap[parent] as number)) return;
    swap(heap, parent, at);
    at = parent;
  }
}

/** Moves the first slot down to its place. */
function sink(heap: number[], isWorse: IsWorse): void {
  for (let at = 0; ; ) {
    const left = 2 * at + 1;
    const right = left + 1;
    let worst = at;
    if (left < heap.length && isWorse(heap[left] as number, heap[worst] as number)) worst = left;
    if (right < heap.length && isWorse(heap[right] as number, heap[worst] as number)) worst = right;
    if (worst === at) return;
    swap(heap, worst, at);
    at = worst;
  }
}

function swap(heap: number[], one: number, other: number): void {
  const slot = heap[one] as number;
  heap[one] = heap[other] as number;
  heap[other] = slot;
}
