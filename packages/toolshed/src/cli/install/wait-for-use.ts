import { setTimeout as sleep } from "node:timers/promises";

const everyMs = 500;

/** Resolves to true once the endpoint is used again, or to false after the timeout. */
export async function waitForUse(
  lastUsedAt: () => Promise<number | null>,
  since: number | null,
  timeoutMs: number,
): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(everyMs)) {
    const at = await lastUsedAt();
    if (at !== null && at !== since) return true;
  }
  return false;
}
