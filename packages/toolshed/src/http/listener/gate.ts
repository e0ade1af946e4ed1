import { FairQueue } from "../../work/fair-queue.ts";

/** Lets requests begin one after the other, so that a busy gateway refuses some right away instead of being late for all. */
export type Gate = ReturnType<typeof createGate>;

/** Who shares a queue. All strangers together have no larger share than one person. */
export interface Whose {
  readonly key: string;
  readonly isStranger: boolean;
}

export type GateOptions = Readonly<typeof defaults>;

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
/** How many turns of the event loop pass at most for connections that wait to be accepted. */
const maxAcceptTurns = 32;
const defaults = {
  /** Once this many requests of a key wait, further ones are refused if they would wait longer than this. */
  burst: 128,
  maxWaitMs: 250,
  /** How many requests may wait in any case: of one key, of all people, and of all strangers. */
  maxPerKey: 1_000,
  maxPeople: 4_000,
  maxStrangers: 500,
  /** How long one turn of the event loop should take at most. */
  turnMs: 10,
  now: (): number => performance.now(),
  /** Calls back in the next turn of the event loop. */
  nextTurn(action: () => void): void {
    setImmediate(action);
  },
  /** Calls back again and again, after this long or later, until the returned function is called. */
  every(ms: number, action: () => void): () => void {
    const timer = setInterval(action, ms).unref();
    return () => clearInterval(timer);
  },
};

/**
 * While the event loop keeps up, every request begins immediately. When it does not, only so many begin in each of its turns
 * as fit into `turnMs`; the rest wait in queues that are served in turn.
 */
export function createGate(options: Partial<GateOptions> = {}) {
  const { burst, maxWaitMs, maxPerKey, maxPeople, maxStrangers, turnMs, now, nextTurn, every } = {
    ...defaults,
    ...options,
  };
  const people = new FairQueue<Waiting>();
  const strangers = new FairQueue<Waiting>();
  const isWaiting = () => people.size > 0 || strangers.size > 0;
  /** How many people were served since a stranger was. */
  let servedPeople = 0;
  let perTurn = 1;
  let left = 0;
  let turnBegan: number | undefined;
  let hasAccepted = false;
  let acceptTurns = 0;
  let begunThisTurn = 0;
  /** How long a request has taken lately, with all that happens between two of them. */
  let msPerRequest = 0;
  let busyUntil = 0;
  let lastBegun = 0;
  let stopProbing: (() => void) | undefined;

  /** Looks how late the event loop is, as long as requests come. */
  function probe(): void {
    if (stopProbing) return;
    let before = now();
    stopProbing = every(probeMs, () => {
      const at = now();
      if (at - before > probeMs + lateMs || isWaiting()) busyUntil = at + calmMs;
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
    perTurn = tookMs > turnMs ? Math.max(1, perTurn >> 1) : Math.min(maxBegunPerTurn, perTurn * 2);
    if (begunThisTurn > 0) msPerRequest += (tookMs / begunThisTurn - msPerRequest) / 8;
    acceptTurns = 0;
    beginWaiting();
  }

  /** Node accepts one connection in a turn: if long turns followed each other, new ones would wait for seconds. */
  function beginWaiting(): void {
    if (hasAccepted && acceptTurns < maxAcceptTurns) {
      hasAccepted = false;
      acceptTurns += 1;
      nextTurn(beginWaiting);
      return;
    }
    turnBegan = undefined;
    left = perTurn;
    while (left > 0 && isWaiting()) {
      left -= 1;
      beginNext();
    }
    begunThisTurn = perTurn - left;
    if (begunThisTurn > 0) watchTurn();
  }

  function beginNext(): void {
    const isForStrangers = strangers.size > 0 && servedPeople >= people.keys;
    servedPeople = isForStrangers ? 0 : servedPeople + 1;
    (isForStrangers ? strangers : people).shift()?.begin();
  }

  return {
    /** Tells that a connection was accepted. */
    noteConnection(): void {
      hasAccepted = true;
    },
    /** Whether a request would wait too long. Asked before its body is read. */
    isFull({ key, isStranger }: Whose): boolean {
      const queue = isStranger ? strangers : people;
      if (queue.size === 0) return false;
      if (queue.size >= (isStranger ? maxStrangers : maxPeople)) return true;
      const own = queue.of(key);
      if (own.length >= maxPerKey || own.length < burst) return own.length >= maxPerKey;
      const waitedMs = own[0] ? now() - own[0].since : 0;
      const expectedMs = own.length * queue.keys * msPerRequest;
      return Math.max(waitedMs, expectedMs) > maxWaitMs;
    },
    /** Resolves when the request may begin. Nothing means that it may begin now. */
    turn({ key, isStranger }: Whose): Promise<void> | undefined {
      lastBegun = now();
      probe();
      if (!isWaiting() && lastBegun >= busyUntil) return undefined;
      watchTurn();
      if (!isWaiting() && left > 0) {
        left -= 1;
        begunThisTurn += 1;
        return undefined;
      }
      return new Promise((begin) => (isStranger ? strangers : people).push(key, { since: lastBegun, begin }));
    },
  };
}
