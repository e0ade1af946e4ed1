import { Tally } from "../../work/tally.ts";

/** What one request takes of a budget. */
export type ByteAccount = ReturnType<ByteBudget["open"]>;

/** How many bytes may be in memory: in total, and for each person or address. */
export class ByteBudget {
  readonly #tally = new Tally();
  readonly #maxTotal: number;
  readonly #maxPerKey: number;

  constructor(maxTotal: number, maxPerKey: number) {
    this.#maxTotal = maxTotal;
    this.#maxPerKey = maxPerKey;
  }

  /** Opens an account for one request. */
  open(key: string) {
    const tally = this.#tally;
    let taken = 0;
    return {
      /** How much it has taken. */
      taken: () => taken,
      /** Whether there was room for these bytes. */
      take: (bytes: number): boolean => {
        if (tally.total + bytes > this.#maxTotal || tally.of(key) + bytes > this.#maxPerKey) return false;
        tally.add(key, bytes);
        taken += bytes;
        return true;
      },
      /** Gives back all that was taken. */
      close: (): void => {
        tally.add(key, -taken);
        taken = 0;
      },
    };
  }
}
