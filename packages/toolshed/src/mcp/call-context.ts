import type { ClientCapabilities, ServerContext } from "@modelcontextprotocol/server";
import type { CallSignal } from "../cancellation.ts";
import type { Passage } from "../source/source.ts";

/** What is needed of the request that a call came with. */
export interface CallContext {
  readonly mcpReq: Pick<
    ServerContext["mcpReq"],
    "envelope" | "inputResponses" | "_meta" | "notify" | "requestState" | "send"
  > & { readonly signal: CallSignal };
  readonly http?: Pick<NonNullable<ServerContext["http"]>, "req"> | undefined;
  /** The program that asks, in place of what `http` tells. */
  readonly userAgent?: string;
}

/** What a client said at the start of its session, where it has one. */
export interface Session {
  readonly capabilities: ClientCapabilities | undefined;
  readonly client?: string | undefined;
  /** From which level on it wants log messages. */
  readonly level?: string | undefined;
  /** Tells the client something outside of its requests. */
  tell?: Passage["tell"];
}
