import type { Credentials } from "../credential/credentials.ts";
import type { Log } from "../log/log.ts";
import { accountOf, type SourceCall, unattended } from "../source/source.ts";
import type { OpenSource } from "../source/source-kind.ts";

const timeoutMs = 60_000;

/** Who wants to know, with which of their connections. */
export interface Asker {
  readonly userId: string;
  readonly connection?: string | undefined;
}

/** A request to a source outside of any call, with the credentials of the person it is for. */
export async function backgroundCall(
  { userId, connection }: Asker,
  { providers }: Pick<OpenSource, "providers">,
  { credentials, log }: { readonly credentials: Credentials; readonly log: Log },
): Promise<SourceCall> {
  const provider = providers[0]?.id;
  const signal = AbortSignal.timeout(timeoutMs);
  const connected = await credentials.connectedTo(userId);
  const isConnected = provider !== undefined && connected.has(provider, connection);
  const chosen = isConnected ? connected.choose(provider, connection) : undefined;
  return {
    userId,
    account: chosen && accountOf(chosen),
    role: "",
    auth: {
      getToken: (wanted = "") =>
        chosen && wanted === provider
          ? credentials.tokenOf(wanted, chosen)
          : credentials.resolveToken(userId, wanted),
      renewToken: async (wanted, refused) =>
        wanted === provider ? credentials.renewToken(chosen, refused) : undefined,
    },
    ...unattended,
    logger: log,
    signal,
    fetch: (target, init) => fetch(target, { signal, ...init }),
  };
}
