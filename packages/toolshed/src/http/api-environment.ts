import type { Caller } from "../policy/caller.ts";

/** What the routes of `/api/v1` find in their context. */
export interface ApiEnvironment {
  /** From where the request comes, as far as the proxies in front can be trusted. */
  Bindings: { clientAddress: string };
  Variables: { caller: Caller };
}
