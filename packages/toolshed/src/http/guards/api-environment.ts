import type { Caller } from "../../policy/caller.ts";
import type { Admitted } from "./admit.ts";

/** What comes with a request from where it was received. */
export interface RequestEnvironment extends Pick<Admitted, "agent" | "caller" | "user"> {
  /** From where the request comes, as far as the proxies in front can be trusted. */
  readonly clientAddress: string;
  /** How long the request waited for its turn. */
  readonly queueMs?: number | undefined;
}

/** What the routes of `/api/v1` find in their context. */
export interface ApiEnvironment {
  Bindings: RequestEnvironment;
  Variables: { caller: Caller };
}

/** A request gets here unadmitted only where its path is not written as it is routed. */
export const unknownPath = "Ask for the path as it is: without dot segments and without the host";
