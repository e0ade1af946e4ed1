import type { CallToolResult } from "../protocol/mcp-types.ts";
import type { McpUiHostContext } from "../protocol/ui-types.ts";
import type { App } from "../view/app.ts";

/** The state of the connection. */
export interface AppState {
  /** The App, or null until it is connected. */
  app: App | null;
  /** Whether the App is connected. */
  isConnected: boolean;
  /** Why the connection failed, or null. */
  error: Error | null;
}

/** The arguments of the tool call: while the model writes them, those received so far. */
export type ToolInput<Input = Record<string, unknown>> =
  | {
      /** The arguments, as far as they are known. */
      input?: Partial<Input> | undefined;
      /** Whether these are the complete arguments. */
      isComplete: false;
    }
  | { input: Input; isComplete: true };

export type StructuredContent = CallToolResult["structuredContent"];

/** A tool result with typed structured content. The type is not checked at run time. */
export type ResultWith<Output = StructuredContent> = CallToolResult & {
  structuredContent: Output;
};

/** The state of the tool call that this View shows. */
export type ToolResult<Output = StructuredContent> =
  | {
      /** `"pending"`, `"done"` or `"cancelled"`. */
      status: "pending";
      /** The result, once the status is `"done"`. */
      result?: undefined;
      /** Why the call was cancelled. */
      reason?: undefined;
    }
  | { status: "done"; result: ResultWith<Output>; reason?: undefined }
  | { status: "cancelled"; result?: undefined; reason: string | undefined };

/** What React sees of a View; replaced, never changed. */
export interface ViewSnapshot {
  readonly connection: AppState;
  readonly hostContext: McpUiHostContext;
  readonly toolInput: ToolInput;
  readonly toolResult: ToolResult;
}

export const initialState: ViewSnapshot = {
  connection: { app: null, isConnected: false, error: null },
  hostContext: {},
  toolInput: { isComplete: false },
  toolResult: { status: "pending" },
};
