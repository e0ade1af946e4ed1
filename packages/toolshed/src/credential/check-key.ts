import type { ApiKeyProvider } from "@toolshed/sdk";
import { networkReason } from "../net/network-reason.ts";
import { UserError } from "../user-error.ts";

const timeoutMs = 15_000;

/** Rejects, with a sentence for the person who pasted it, if a key does not look right or does not work. */
export async function checkKey(provider: ApiKeyProvider, key: string): Promise<void> {
  const { name, format } = provider;
  if (!key) throw new UserError(`The key is empty. ${provider.whereToFind}`);
  if (format && !format.pattern.test(key)) {
    throw new UserError(
      `That does not look like a key of ${name}, which looks like ${format.hint}. ${provider.whereToFind}`,
    );
  }
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await provider.test?.(key, { signal, fetch: (target, init) => fetch(target, { signal, ...init }) });
  } catch (error) {
    const unreached = signal.aborted ? "no answer in time" : networkReason(error);
    if (unreached !== undefined)
      throw new UserError(
        `Couldn't reach ${name} (${unreached}), so the key was not saved. Check your connection and try again.`,
      );
    const { message } = error as Error;
    throw new UserError(`${name} did not accept the key: ${message.replaceAll(key, "[redacted]")}`);
  }
}
