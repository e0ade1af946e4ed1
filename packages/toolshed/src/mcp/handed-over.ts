import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Caller } from "../policy/caller.ts";
import type { CallAnswer } from "./plain-calls.ts";

/** What comes with a request to the server that the SDK makes for it. */
export interface HandedOver {
  readonly caller: Caller;
  /** Its call, where that has been made already. */
  readonly ended?: Promise<CallAnswer> | undefined;
}

export const handOver = (handed: HandedOver): AuthInfo => ({
  token: "",
  clientId: handed.caller.via,
  scopes: [],
  extra: { handed },
});

export const handedOver = (authInfo: AuthInfo | undefined): HandedOver =>
  authInfo?.extra?.handed as HandedOver;
