/** Items that wait, in a queue for each key. The queues are served in turn, so that no key can hold up another. */
export class FairQueue<Item> {
  readonly #queues = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many keys have something waiting. */
  get keys(): number {
    return this.#queues.size;
  }

  push(key: string, item: Item): void {
    const queue = this.#queues.get(key);
    if (queue) queue.push(item);
    else this.#queues.set(key, [item]);
    this.#size += 1;
  }

  /** The first item of the first key, which then goes to the back of the round. */
  shift(): Item | undefined {
    const [first] = this.#queues;
    if (!first) return undefined;
    const [key, queue] = first;
    const item = queue.shift();
    this.#queues.delete(key);
    if (queue.length > 0) this.#queues.set(key, queue);
    this.#size -= 1;
    return item;
  }

  /** What waits under a key, oldest first. */
  of(key: string): readonly Item[] {
    return this.#queues.get(key) ?? [];
  }

  /** Takes everything out. */
  clear(): Item[] {
    const items = [...this.#queues.values()].flat();
    this.#queues.clear();
    this.#size = 0;
    return items;
  }
}
