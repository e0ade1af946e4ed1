export interface Chore {
  readonly everyMs: number;
  /** Also when it is added. Nobody waits for it, however much there is to do. */
  readonly atOnce: boolean;
  /** What to say if it fails. */
  readonly failure: string;
  run(signal: AbortSignal): Promise<unknown>;
}

/** Repeats work in the background until the signal aborts. */
export class Chores {
  readonly #signal: AbortSignal;
  readonly #report: (problem: string) => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(signal: AbortSignal, report: (problem: string) => void) {
    this.#signal = signal;
    this.#report = report;
    signal.addEventListener("abort", () => this.#timers.forEach(clearInterval));
  }

  add(chore: Chore): void {
    this.#timers.add(setInterval(() => this.#run(chore), chore.everyMs).unref());
    if (chore.atOnce) this.#run(chore);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #run({ failure, run }: Chore): void {
    const running = run(this.#signal)
      .catch((error) => this.#report(`${failure}: ${error.message}`))
      .then(() => {
        this.#underWay.delete(running);
      });
    this.#underWay.add(running);
  }
}
