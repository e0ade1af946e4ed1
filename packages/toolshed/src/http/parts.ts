import type { AuthProvider } from "@toolshed/sdk";
import type { Accounts } from "../account/accounts.ts";
import type { Invitations } from "../account/invitations.ts";
import type { KnownBrowsers } from "../account/known-browsers.ts";
import type { Members } from "../account/members.ts";
import type { AuthorizationServer } from "../account/oauth/authorization-server.ts";
import type { OpenId } from "../account/open-id/open-id.ts";
import type { SignInLimit } from "../account/sign-in-limit.ts";
import type { ApprovalRules } from "../approval/approval-rules.ts";
import type { Approvals } from "../approval/approvals.ts";
import type { WaitingFeed } from "../approval/waiting-feed.ts";
import type { Call } from "../call/call.ts";
import type { AddedPlugins } from "../catalog/added-plugins.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Sources } from "../catalog/sources.ts";
import type { Visibility } from "../catalog/visibility.ts";
import type { Authorizations } from "../credential/authorizations.ts";
import type { Credentials } from "../credential/credentials.ts";
import type { Endpoints } from "../endpoint/endpoints.ts";
import type { Grants } from "../endpoint/grants.ts";
import type { Log } from "../log/log.ts";
import type { ReadView } from "../mcp/endpoints/read-view.ts";
import type { ListedTool } from "../mcp/listed-tool.ts";
import type { Roles } from "../policy/roles.ts";
import type { CallFeed } from "../record/call-feed.ts";
import type { CallRecord } from "../record/call-record.ts";
import type { DecideApproval } from "../run/journal/decide-approval.ts";
import type { CatalogIndex } from "../search/index-catalog.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Views } from "../view/views.ts";
import type { RequestLimits } from "./guards/request-limits.ts";
import type { ViewSandbox } from "./page/view-sandbox.ts";
import type { EventStream } from "./routes/event-stream.ts";

/** All that the routes use. */
export interface AppParts {
  readonly accounts: Accounts;
  readonly addedPlugins: AddedPlugins;
  /** What `toolshed serve` offers. */
  readonly agentTools: readonly ListedTool[];
  readonly approvalRules: ApprovalRules;
  readonly approvals: Approvals;
  readonly authorizations: Authorizations;
  readonly authorizationServer: AuthorizationServer;
  readonly call: Call;
  readonly callFeed: CallFeed;
  readonly catalog: Catalog;
  createSignInLink(): Promise<string>;
  readonly credentials: Credentials;
  readonly dashboardFolder: string;
  readonly decideApproval: DecideApproval;
  readonly endpoints: Endpoints;
  readonly eventStream: EventStream;
  readonly grants: Grants;
  readonly index: CatalogIndex;
  readonly invitations: Invitations;
  readonly knownBrowsers: KnownBrowsers;
  readonly limits: RequestLimits;
  readonly log: Log;
  /** The names of our MCP URL, the one for links first. */
  readonly mcpResources: readonly string[];
  readonly mcpUrl: string;
  readonly members: Members;
  readonly openId: OpenId;
  /** Where the gateway is reached. */
  readonly origin: string;
  readonly providers: ReadonlyMap<string, AuthProvider>;
  readonly record: CallRecord;
  readonly roles: Roles;
  /** Gives the home a new secret and wraps the key of all credentials with it. */
  rotateSecret(): Promise<void>;
  readonly sandbox: ViewSandbox;
  readonly signInLimit: SignInLimit;
  readonly sources: Sources;
  /** Ends the process once the answer is out. */
  stop(): void;
  readonly telemetry: Telemetry;
  readonly version: string;
  /** Reads a View for a client that shows it. */
  readonly readView: ReadView;
  readonly views: Views;
  readonly visibility: Visibility;
  readonly waitingFeed: WaitingFeed;
}
