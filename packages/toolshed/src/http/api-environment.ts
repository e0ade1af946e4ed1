import type { CallAnswer } from "../mcp/plain-calls.ts";
import type { Caller } from "../policy/caller.ts";

/** What comes with a request from where it was received. */
export interface RequestEnvironment {
  /** From where the request comes, as far as the proxies in front can be trusted. */
  readonly clientAddress: string;
  /** The call that it asks for, where that has been made already. */
  readonly ended?: Promise<CallAnswer> | undefined;
}

/** What the routes of `/api/v1` find in their context. */
export interface ApiEnvironment {
  Bindings: RequestEnvironment;
  Variables: { caller: Caller };
}
