import type { Steps } from "./slices.ts";

/** `keep` may cost much, so few slots are looked at in a step. */
const slotsPerStep = 128;

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
  const best: number[] = [];
  const isBetter = (slot: number, other: number): boolean => {
    const difference = (scores[slot] as number) - (scores[other] as number);
    return difference > 0 || (difference === 0 && orderOf(slot) < orderOf(other));
  };

  function insert(slot: number): void {
    let from = 0;
    let to = best.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isBetter(slot, best[middle] as number)) to = middle;
      else from = middle + 1;
    }
    best.splice(from, 0, slot);
    if (best.length > limit) best.pop();
  }

  for (let start = 0; start < slotCount; start += slotsPerStep) {
    const end = Math.min(start + slotsPerStep, slotCount);
    for (let slot = start; slot < end; slot++) {
      if ((scores[slot] as number) <= 0) continue;
      // Most slots are dismissed by one comparison and never shown to `keep`.
      const mayFit = best.length < limit || isBetter(slot, best[limit - 1] as number);
      if (mayFit && keep(slot)) insert(slot);
    }
    yield;
  }
  return best;
}
