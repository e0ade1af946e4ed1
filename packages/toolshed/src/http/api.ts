import type { ToolResult } from "../call/tool-result.ts";
import type { ToolDescription } from "../catalog/describe-tool.ts";

/** The answers of `/api/v1`, for its clients: the dashboard and the commands. */
export interface StatusAnswer {
  version: string;
  url: string;
  mcpUrl: string;
  toolCount: number;
}

export interface ToolsAnswer {
  tools: ToolSummary[];
}

export type ToolSummary = Pick<
  ToolDescription,
  "path" | "name" | "description" | "destructive" | "authProvider"
>;

export type ToolAnswer = ToolDescription;

export type CallAnswer = ToolResult;

export interface SignInLinkAnswer {
  url: string;
}

export interface ErrorAnswer {
  error: string;
}
