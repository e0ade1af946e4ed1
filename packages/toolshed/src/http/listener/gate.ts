/** Lets requests begin one after the other, so that a busy gateway refuses some at once instead of being late for all. */
export interface Gate {
  /** Whether a request of this key would wait too long. Asked before its body is read. */
  isFull(key: string): boolean;
  /** Resolves when the request may begin. Nothing means that it may begin now. */
  turn(key: string): Promise<void> | undefined;
  /** How long the request that has waited longest has waited. */
  waitedMs(): number;
}

export interface GateOptions {
  /** Once this many requests of a key wait, and the oldest has waited this long, further ones are refused. */
  readonly burst: number;
  readonly maxWaitMs: number;
  /** How many requests may wait in any case: of one key, and in total. */
  readonly maxPerKey: number;
  readonly maxWaiting: number;
  /** How long one turn of the event loop should take at most. */
  readonly turnMs: number;
  now(): number;
  /** Calls back in the next turn of the event loop. */
  nextTurn(action: () => void): void;
}

interface Waiting {
  readonly since: number;
  begin(): void;
}

const maxBegunPerTurn = 64;
const defaults: GateOptions = {
  burst: 64,
  maxWaitMs: 250,
  maxPerKey: 1_000,
  maxWaiting: 4_000,
  turnMs: 4,
  now: () => performance.now(),
  nextTurn(action) {
    setImmediate(action);
  },
};

/**
 * In each turn of the event loop only so many requests begin as fit into `turnMs`; the rest wait in a queue for each
 * key, and the queues are served in turn. While nobody waits, a request begins at once.
 */
export function createGate(options: Partial<GateOptions> = {}): Gate {
  const { burst, maxWaitMs, maxPerKey, maxWaiting, turnMs, now, nextTurn } = { ...defaults, ...options };
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;
  let perTurn = maxBegunPerTurn;
  let left = perTurn;
  let turnBegan: number | undefined;

  function watchTurn(): void {
    if (turnBegan !== undefined) return;
    turnBegan = now();
    nextTurn(endTurn);
  }

  function endTurn(): void {
    const tookMs = now() - (turnBegan ?? 0);
    turnBegan = undefined;
    perTurn = tookMs > turnMs ? Math.max(1, perTurn >> 1) : Math.min(maxBegunPerTurn, perTurn + 1);
    left = perTurn;
    while (left > 0 && waiting > 0) {
      left -= 1;
      beginNext();
    }
    if (left < perTurn) watchTurn();
  }

  /** The first of the first queue, which then goes to the back of the round. */
  function beginNext(): void {
    const [key, queue] = queues.entries().next().value as [string, Waiting[]];
    const first = queue.shift() as Waiting;
    waiting -= 1;
    queues.delete(key);
    if (queue.length > 0) queues.set(key, queue);
    first.begin();
  }

  const oldest = (queue: readonly Waiting[] | undefined): number => (queue?.[0] ? now() - queue[0].since : 0);

  return {
    isFull(key) {
      if (waiting >= maxWaiting) return true;
      const queue = queues.get(key) ?? [];
      return queue.length >= maxPerKey || (queue.length >= burst && oldest(queue) > maxWaitMs);
    },
    turn(key) {
      if (waiting === 0 && left > 0) {
        left -= 1;
        watchTurn();
        return undefined;
      }
      watchTurn();
      return new Promise((begin) => {
        const queue = queues.get(key) ?? [];
        queue.push({ since: now(), begin });
        queues.set(key, queue);
        waiting += 1;
      });
    },
    waitedMs: () => Math.max(0, ...[...queues.values()].map(oldest)),
  };
}
