import type { ScriptCall } from "./sandbox.ts";

/** The calls of one run that have no answer yet. */
export interface CallQueue {
  /** A call that is not to be sent only waits for its answer. */
  add(call: ScriptCall, toSend: boolean): void;
  settle(id: number): void;
  isOpen(id: number): boolean;
  openCount(): number;
  /** Those that may go out now, in the order of making. */
  send(): ScriptCall[];
}

/** How many are under way at once, and how much they carry: more would keep the gateway's own thread busy. */
const maxSent = 32;
const maxSentBytes = 4 * 1024 * 1024;

export function createCallQueue(): CallQueue {
  const open = new Set<number>();
  const sent = new Map<number, number>();
  let ready: ScriptCall[] = [];
  let sentBytes = 0;

  const fits = ({ args }: ScriptCall): boolean =>
    sent.size === 0 || (sent.size < maxSent && sentBytes + args.length <= maxSentBytes);

  return {
    add(call, toSend) {
      open.add(call.id);
      if (toSend) ready.push(call);
    },
    settle(id) {
      open.delete(id);
      sentBytes -= sent.get(id) ?? 0;
      sent.delete(id);
    },
    isOpen: (id) => open.has(id),
    openCount: () => open.size,
    send() {
      let count = 0;
      for (const call of ready) {
        if (!fits(call)) break;
        sent.set(call.id, call.args.length);
        sentBytes += call.args.length;
        count += 1;
      }
      const calls = ready.slice(0, count);
      if (count > 0) ready = ready.slice(count);
      return calls;
    },
  };
}
