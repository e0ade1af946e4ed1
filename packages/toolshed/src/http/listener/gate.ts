/** Lets requests begin one after the other, so that a busy gateway refuses some at once instead of being late for all. */
export interface Gate {
  /** Whether a request of this key would wait too long. Asked before its body is read. */
  isFull(key: string): boolean;
  /** Resolves when the request may begin. Nothing means that it may begin now. */
  turn(key: string): Promise<void> | undefined;
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
  /** Calls back again and again, after this long or later, until the returned function is called. */
  every(ms: number, action: () => void): () => void;
}

interface Waiting {
  readonly since: number;
  begin(): void;
}

const maxBegunPerTurn = 64;
const probeMs = 20;
/** A probe that comes this late says that the event loop does not keep up. */
const lateMs = 15;
/** How long that is remembered. */
const calmMs = 1_000;
const defaults: GateOptions = {
  burst: 64,
  maxWaitMs: 250,
  maxPerKey: 1_000,
  maxWaiting: 4_000,
  turnMs: 10,
  now: () => performance.now(),
  nextTurn(action) {
    setImmediate(action);
  },
  every(ms, action) {
    const timer = setInterval(action, ms).unref();
    return () => clearInterval(timer);
  },
};

/**
 * While the event loop keeps up, every request begins at once. When it does not, only so many begin in each of its turns
 * as fit into `turnMs`; the rest wait in a queue for each key, and the queues are served in turn.
 */
export function createGate(options: Partial<GateOptions> = {}): Gate {
  const { burst, maxWaitMs, maxPerKey, maxWaiting, turnMs, now, nextTurn, every } = {
    ...defaults,
    ...options,
  };
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;
  let perTurn = 1;
  let left = 0;
  let turnBegan: number | undefined;
  let busyUntil = 0;
  let lastBegun = 0;
  let stopProbing: (() => void) | undefined;

  /** Looks how late the event loop is, as long as requests come. */
  function probe(): void {
    if (stopProbing) return;
    let before = now();
    stopProbing = every(probeMs, () => {
      const at = now();
      if (at - before > probeMs + lateMs || waiting > 0) busyUntil = at + calmMs;
      before = at;
      if (at - lastBegun < calmMs || at < busyUntil) return;
      stopProbing?.();
      stopProbing = undefined;
    });
  }

  function watchTurn(): void {
    if (turnBegan !== undefined) return;
    turnBegan = now();
    nextTurn(endTurn);
  }

  function endTurn(): void {
    const tookMs = now() - (turnBegan ?? 0);
    turnBegan = undefined;
    perTurn = tookMs > turnMs ? Math.max(1, perTurn >> 1) : Math.min(maxBegunPerTurn, perTurn * 2);
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

  return {
    isFull(key) {
      if (waiting === 0) return false;
      if (waiting >= maxWaiting) return true;
      const queue = queues.get(key) ?? [];
      const waitedMs = queue[0] ? now() - queue[0].since : 0;
      return queue.length >= maxPerKey || (queue.length >= burst && waitedMs > maxWaitMs);
    },
    turn(key) {
      lastBegun = now();
      probe();
      if (waiting === 0 && lastBegun >= busyUntil) return undefined;
      watchTurn();
      if (waiting === 0 && left > 0) {
        left -= 1;
        return undefined;
      }
      return new Promise((begin) => {
        const queue = queues.get(key) ?? [];
        queue.push({ since: lastBegun, begin });
        queues.set(key, queue);
        waiting += 1;
      });
    },
  };
}
