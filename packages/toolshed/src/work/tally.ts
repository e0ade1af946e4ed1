/** Counts by key. What comes back to zero takes no memory. */
export class Tally {
  readonly #counts = new Map<string, number>();
  total = 0;

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, count: number): void {
    const sum = this.of(key) + count;
    this.total += count;
    if (sum === 0) this.#counts.delete(key);
    else this.#counts.set(key, sum);
  }
}
