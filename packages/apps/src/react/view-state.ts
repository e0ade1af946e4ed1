import type { CallToolResult } from "../protocol/mcp-types.ts";
import type { McpUiHostContext } from "../protocol/ui-types.ts";
import type { App } from "../view/app.ts";

export interface AppState {
  /** Null until it is connected. */
  app: App | null;
  isConnected: boolean;
  /** Why the connection failed. */
  error: Error | null;
}

/** The arguments of the tool that this View shows: while the model writes them, what there is of them. */
export type ToolInput<Input = Record<string, unknown>> =
  | { input?: Partial<Input> | undefined; isComplete: false }
  | { input: Input; isComplete: true };

export type StructuredContent = CallToolResult["structuredContent"];

/** A tool's result whose structured content is said, not checked, to be of a type, unless the tool failed. */
export type ResultWith<Output = StructuredContent> = CallToolResult & { structuredContent: Output };

export type ToolResult<Output = StructuredContent> =
  | { status: "pending"; result?: undefined; reason?: undefined }
  | { status: "done"; result: ResultWith<Output>; reason?: undefined }
  | { status: "cancelled"; result?: undefined; reason: string | undefined };

/** What React sees of a View; replaced, never changed. */
export interface ViewState {
  readonly connection: AppState;
  readonly hostContext: McpUiHostContext;
  readonly toolInput: ToolInput;
  readonly toolResult: ToolResult;
}

export const initialState: ViewState = {
  connection: { app: null, isConnected: false, error: null },
  hostContext: {},
  toolInput: { isComplete: false },
  toolResult: { status: "pending" },
};
