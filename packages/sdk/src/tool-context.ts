import type { ElicitRequest, ElicitResult } from "./elicit.ts";
import type { Logger } from "./logger.ts";
import type { PluginStore } from "./plugin-store.ts";

/** What a handler knows of the call it serves. */
export interface ToolContext {
  readonly userId: string;
  readonly role: string;
  readonly auth: {
    /** The token of the tool's own provider, or of another. Rejects if that is not connected. */
    getToken(provider?: string): Promise<string>;
  };
  /** Asks the person behind the call, where the client can do that. */
  elicit(request: ElicitRequest): Promise<ElicitResult>;
  readonly logger: Logger;
  /** Aborts when the caller cancels or goes away, or when the call takes too long. */
  readonly signal: AbortSignal;
  /** As the global one, and ends with `signal`. */
  readonly fetch: typeof fetch;
  readonly store: PluginStore;
}
