/** Where the time of a call goes, in the order of the stages. */
export const stages = ["queue", "validate", "approval", "record", "upstream", "redact"] as const;
export type Stage = (typeof stages)[number];

/** Milliseconds by stage. A stage that was not reached, or took no time worth telling, is absent. */
export type Timings = { readonly [stage in Stage]?: number };

/** Measures the stages of one call: each lasts until the next begins. */
export class Stopwatch {
  readonly #ms: { [stage in Stage]?: number } = {};
  #stage: Stage = "validate";
  #since: number;

  constructor(startedAt: number, queueMs = 0) {
    this.#since = startedAt;
    this.#ms.queue = queueMs;
  }

  enter(stage: Stage): void {
    const now = performance.now();
    this.#ms[this.#stage] = (this.#ms[this.#stage] ?? 0) + now - this.#since;
    this.#stage = stage;
    this.#since = now;
  }

  /** As it is stored, up to this moment. */
  toJson(): string {
    this.enter(this.#stage);
    let json = "";
    for (const stage of stages) {
      const tenths = Math.round((this.#ms[stage] ?? 0) * 10);
      if (tenths > 0) json += `${json === "" ? "" : ","}"${stage}":${tenths / 10}`;
    }
    return `{${json}}`;
  }
}
