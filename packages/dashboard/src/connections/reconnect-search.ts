import { textIn } from "../shell/text-in.ts";
import type { Owner } from "./connection-status.ts";

/** Which account the page is to reconnect, as the gateway's links name it. */
export interface ReconnectSearch {
  reconnect?: string | undefined;
  account?: string | undefined;
  owner?: "team" | undefined;
}

export const toReconnectSearch = (reconnect: string, account: string, owner: Owner): ReconnectSearch => ({
  reconnect,
  account,
  owner: owner === "team" ? "team" : undefined,
});

export const readReconnectSearch = ({
  reconnect,
  account,
  owner,
}: Record<string, unknown>): ReconnectSearch => ({
  reconnect: textIn(reconnect),
  account: textIn(account),
  owner: owner === "team" ? "team" : undefined,
});
