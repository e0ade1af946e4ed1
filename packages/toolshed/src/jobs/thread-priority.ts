import { setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";

/** Makes this thread, or this child process, give way to others, by a niceness of 1 to 19. There is no way back. */
export function lowerPriority(niceness: number): void {
  // On Linux this is the priority of a thread; elsewhere it would be that of the gateway.
  if (!isMainThread && process.platform !== "linux") return;
  try {
    setPriority(niceness);
  } catch {
    // Not where the system does not allow it.
  }
}
