/** How much may be under way concurrently: more would keep the gateway's own thread busy. */
const maxSentBytes = 4 * 1024 * 1024;

/** The calls of one run that have no answer yet. A call is the line that the script's VM wrote. */
export class CallQueue {
  /** With what each carries that has been sent. */
  readonly #open = new Map<number, number>();
  #ready: { readonly id: number; readonly line: string }[] = [];
  #sentBytes = 0;

  get size(): number {
    return this.#open.size;
  }

  has(id: number): boolean {
    return this.#open.has(id);
  }

  /** A call that is not to be sent only waits for its answer. */
  add(id: number, line: string, toSend: boolean): void {
    this.#open.set(id, 0);
    if (toSend) this.#ready.push({ id, line });
  }

  settle(id: number): void {
    this.#sentBytes -= this.#open.get(id) ?? 0;
    this.#open.delete(id);
  }

  /** Those that may go out now, in the order of making. */
  send(): string[] {
    const lines: string[] = [];
    for (const { id, line } of this.#ready) {
      if (this.#sentBytes > 0 && this.#sentBytes + line.length > maxSentBytes) break;
      this.#open.set(id, line.length);
      this.#sentBytes += line.length;
      lines.push(line);
    }
    this.#ready = this.#ready.slice(lines.length);
    return lines;
  }
}
