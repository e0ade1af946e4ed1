import { setPriority } from "node:os";
import { isMainThread, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { threadId } from "./cpu-time.ts";

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
 * Reports this thread's id, which says that it is ready, and then handles the messages posted to it until it is ended.
 * `posted` counts the messages: sleeping on it is faster than waiting for an event. `beforeSleep` gets the number of messages
 * handled so far.
 */
export async function handleMessages<Message>(
  port: MessagePort,
  posted: Int32Array,
  handle: (message: Message) => Promise<void>,
  beforeSleep?: (seen: number) => void,
): Promise<never> {
  port.postMessage(threadId());
  for (;;) {
    const seen = Atomics.load(posted, 0);
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
      await handle(next.message);
    beforeSleep?.(seen);
    Atomics.wait(posted, 0, seen);
  }
}
