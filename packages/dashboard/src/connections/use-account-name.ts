import { useState } from "react";
import type { ConnectionState, ProviderAnswer } from "toolshed/api";
import { ownConnections } from "./own-connections.ts";

export interface AccountName {
  readonly typed: string;
  type(text: string): void;
  /** Whether there is no other account, so that it needs no name. */
  readonly isFirst: boolean;
  readonly isTaken: boolean;
  /** Nothing leaves it to the gateway. */
  readonly name: string | undefined;
}

/** The name of the account that is being connected: that of one that is replaced, or a new one. */
export function useAccountName(
  provider: ProviderAnswer,
  owner: ProviderAnswer["owner"],
  replaced: ConnectionState | undefined,
): AccountName {
  const [typed, type] = useState("");
  const others = ownConnections(provider, owner);
  return {
    typed,
    type,
    isFirst: others.length === 0,
    isTaken: others.some(({ name }) => name === typed.trim()),
    name: replaced?.name ?? (typed.trim() || undefined),
  };
}
