/** The slots with the highest scores of those that `keep` lets through, in no order. Scores of 0 do not count. */
export function bestSlots(
  scores: Float64Array,
  slotCount: number,
  limit: number,
  keep: (slot: number) => boolean,
): number[] {
  // A heap with the worst on top, so that most slots are dismissed by one comparison and never shown to `keep`.
  const heap: number[] = [];
  const scoreAt = (at: number): number => scores[heap[at] as number] as number;
  const swap = (one: number, other: number): void => {
    const slot = heap[one] as number;
    heap[one] = heap[other] as number;
    heap[other] = slot;
  };

  for (let slot = 0; slot < slotCount; slot++) {
    const score = scores[slot] as number;
    if (score <= 0 || (heap.length === limit && score <= scoreAt(0)) || !keep(slot)) continue;
    if (heap.length < limit) {
      let at = heap.push(slot) - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (scoreAt(parent) <= scoreAt(at)) break;
        swap(parent, at);
        at = parent;
      }
    } else {
      heap[0] = slot;
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        const right = left + 1;
        let least = at;
        if (left < limit && scoreAt(left) < scoreAt(least)) least = left;
        if (right < limit && scoreAt(right) < scoreAt(least)) least = right;
        if (least === at) break;
        swap(least, at);
        at = least;
      }
    }
  }
  return heap;
}
