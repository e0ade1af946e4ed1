import type { KnownBrowsers } from "../account/known-browsers.ts";
import type { People } from "../account/people.ts";
import type { SignInLimit } from "../account/sign-in-limit.ts";
import type { WaitingFeed } from "../approval/waiting-feed.ts";
import type { Log } from "../log/log.ts";
import type { Tools } from "../mcp/open-tools.ts";
import type { CallFeed } from "../record/call-feed.ts";
import type { SavedCalls } from "../record/saved-calls.ts";
import type { DecideApproval } from "../run/journal/decide-approval.ts";
import type { Records } from "../run/journal/records.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { RequestLimits } from "./guards/request-limits.ts";
import type { ConnectionCounts } from "./listener/connections/client-connections.ts";
import type { ViewSandbox } from "./page/view-sandbox.ts";
import type { EventStream } from "./routes/event-stream.ts";

/** All that the routes use. */
export interface AppParts extends People, Records, Tools {
  readonly callFeed: CallFeed;
  connectionCounts(): ConnectionCounts;
  /** For pages that show a call while it runs. */
  readonly consoleStream: EventStream;
  createSignInLink(): Promise<string>;
  readonly dashboardFolder: string;
  readonly decideApproval: DecideApproval;
  readonly eventStream: EventStream;
  readonly knownBrowsers: KnownBrowsers;
  readonly limits: RequestLimits;
  /** For pages that show Views with tools. */
  readonly liveStream: EventStream;
  readonly log: Log;
  /** The names of our MCP URL, the one for links first. */
  readonly mcpResources: readonly string[];
  readonly mcpUrl: string;
  /** Where the gateway is reached. */
  readonly origin: string;
  /** Gives the home a new secret and wraps the key of all credentials with it. */
  rotateSecret(): Promise<void>;
  readonly sandbox: ViewSandbox;
  readonly savedCalls: SavedCalls;
  readonly signInLimit: SignInLimit;
  /** Ends the process once the answer is out. */
  stop(): void;
  readonly telemetry: Telemetry;
  readonly version: string;
  readonly waitingFeed: WaitingFeed;
}
