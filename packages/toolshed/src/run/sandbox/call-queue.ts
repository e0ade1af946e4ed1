/** The calls of one run that have no answer yet. A call is the line that the script's world wrote. */
export interface CallQueue {
  /** A call that is not to be sent only waits for its answer. */
  add(id: number, line: string, toSend: boolean): void;
  settle(id: number): void;
  isOpen(id: number): boolean;
  openCount(): number;
  /** Those that may go out now, in the order of making. */
  send(): string[];
}

/** How much may be under way at once: more would keep the gateway's own thread busy. */
const maxSentBytes = 4 * 1024 * 1024;

export function createCallQueue(): CallQueue {
  /** With what each carries that has been sent. */
  const open = new Map<number, number>();
  let ready: { readonly id: number; readonly line: string }[] = [];
  let sentBytes = 0;

  return {
    add(id, line, toSend) {
      open.set(id, 0);
      if (toSend) ready.push({ id, line });
    },
    settle(id) {
      sentBytes -= open.get(id) ?? 0;
      open.delete(id);
    },
    isOpen: (id) => open.has(id),
    openCount: () => open.size,
    send() {
      const lines: string[] = [];
      for (const { id, line } of ready) {
        if (sentBytes > 0 && sentBytes + line.length > maxSentBytes) break;
        open.set(id, line.length);
        sentBytes += line.length;
        lines.push(line);
      }
      ready = ready.slice(lines.length);
      return lines;
    },
  };
}
