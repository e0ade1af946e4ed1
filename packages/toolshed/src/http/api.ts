import type { ToolResult } from "../call/tool-result.ts";
import type { ToolDescription } from "../catalog/describe-tool.ts";
import type { ListedEndpoint } from "../endpoint/endpoints.ts";
import type { CallEntry } from "../record/call-record.ts";

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

export interface EndpointsAnswer {
  endpoints: ListedEndpoint[];
}

/** The only answer a token is ever in. */
export interface TokenAnswer {
  token: string;
  url: string;
  mcpUrl: string;
}

export interface ProvidersAnswer {
  providers: ProviderAnswer[];
}

export interface ProviderAnswer {
  id: string;
  name: string;
  type: "apiKey" | "oauth2" | "none";
  owner: "person" | "team";
  connected: boolean;
  lastFour: string | null;
  whereToFind: string | null;
  url: string | null;
  keyHint: string | null;
}

export interface CallsAnswer {
  calls: CallEntry[];
}

export interface SignInLinkAnswer {
  url: string;
}

export interface ErrorAnswer {
  error: string;
}
