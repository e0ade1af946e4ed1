import type { Logger } from "./logger.ts";
import type { PluginStore } from "./plugin-store.ts";

/** What a handler knows of the call it serves. */
export interface ToolContext {
  readonly userId: string;
  readonly logger: Logger;
  /** Aborts when the caller cancels or goes away. */
  readonly signal: AbortSignal;
  readonly store: PluginStore;
}
