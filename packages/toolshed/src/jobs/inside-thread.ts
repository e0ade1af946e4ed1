import { setPriority } from "node:os";
import { isMainThread, type MessagePort, receiveMessageOnPort } from "node:worker_threads";

/** Makes this thread, or a child process, give way to others, by a niceness of 1 to 19. There is no way back. */
export function lowerPriority(niceness: number, childPid?: number): void {
  // On Linux this is the priority of a thread; elsewhere it would be that of the gateway.
  if (!isMainThread && process.platform !== "linux") return;
  try {
    setPriority(childPid ?? 0, niceness);
  } catch {
    // Not where the system does not allow it.
  }
}

/**
 * Handles what is posted to a thread, for ever. `posted` counts the messages: sleeping on it is faster than to wait for
 * an event. `beforeSleep` gets the count that the messages handled so far came to.
 */
export async function handleMessages<Message>(
  port: MessagePort,
  posted: Int32Array,
  handle: (message: Message) => Promise<void>,
  beforeSleep?: (seen: number) => void,
): Promise<never> {
  for (;;) {
    const seen = Atomics.load(posted, 0);
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
      await handle(next.message);
    beforeSleep?.(seen);
    Atomics.wait(posted, 0, seen);
  }
}
