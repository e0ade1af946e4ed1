import type { AuthProvider } from "./auth-provider.ts";
import type { Tool } from "./tool.ts";

export interface Plugin {
  /** The first segment of its tools' paths. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly authProviders: readonly AuthProvider[];
  readonly tools: readonly Tool[];
}
