import type { Caller } from "../policy/caller.ts";

/** What the routes of `/api/v1` find in their context. */
export interface ApiEnvironment {
  Variables: { caller: Caller };
}
