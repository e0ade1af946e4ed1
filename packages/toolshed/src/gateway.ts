import { hkdfSync, randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "@toolshed/sdk";
import { createAccounts } from "./account/accounts.ts";
import { createInvitations } from "./account/invitations.ts";
import { createKnownBrowsers } from "./account/known-browsers.ts";
import { createMembers } from "./account/members.ts";
import { createAuthorizationServer } from "./account/oauth/authorization-server.ts";
import { createOpenId } from "./account/open-id/open-id.ts";
import { openIdProviders } from "./account/open-id/open-id-providers.ts";
import { createSignInLimit } from "./account/sign-in-limit.ts";
import { createApprovalGate } from "./approval/approval-gate.ts";
import { createApprovalRules } from "./approval/approval-rules.ts";
import { createApprovals } from "./approval/approvals.ts";
import { cancelApprovalsOfRole } from "./approval/cancel-approvals.ts";
import { createWaitingFeed } from "./approval/waiting-feed.ts";
import { createAskPerson } from "./call/ask-person.ts";
import { createCall } from "./call/create-call.ts";
import { createForward } from "./call/create-forward.ts";
import { createAddedPlugins } from "./catalog/added-plugins.ts";
import { createCatalog } from "./catalog/catalog.ts";
import { createSources } from "./catalog/sources.ts";
import { tellSources } from "./catalog/tell-sources.ts";
import { createVisibility } from "./catalog/visibility.ts";
import { createAuthorizations } from "./credential/authorizations.ts";
import { createConnections } from "./credential/connections.ts";
import { createCredentials } from "./credential/credentials.ts";
import { createOauth2Authorizer } from "./credential/oauth2-authorizer.ts";
import { collectProviders } from "./credential/providers.ts";
import { openVault } from "./credential/vault.ts";
import { createCurrentCaller } from "./endpoint/current-caller.ts";
import { createEndpoints } from "./endpoint/endpoints.ts";
import { createGrants } from "./endpoint/grants.ts";
import { localToken } from "./endpoint/local-token.ts";
import { privateFile } from "./home/private-file.ts";
import type { HomeSecret } from "./home/secret.ts";
import { createApp } from "./http/create-app.ts";
import { errorText } from "./http/error-answer.ts";
import { createAdmit } from "./http/guards/admit.ts";
import type { RequestEnvironment } from "./http/guards/api-environment.ts";
import { createAuthenticate } from "./http/guards/authenticate.ts";
import { createRequestLimits } from "./http/guards/request-limits.ts";
import { createVisitorOf } from "./http/guards/visitor-of.ts";
import { watchLoop } from "./http/listener/loop-watch.ts";
import type { OpenGateway } from "./http/listener/receive-requests.ts";
import { createEventStream } from "./http/routes/event-stream.ts";
import { createJobs } from "./jobs/jobs.ts";
import type { Log } from "./log/log.ts";
import { createEndpointOf } from "./mcp/endpoints/endpoint-of.ts";
import { createClientTickets } from "./mcp/protocol/client-tickets.ts";
import { HttpDoor } from "./mcp/protocol/http-door.ts";
import { callTool } from "./mcp/tools/call-tool.ts";
import { readTool } from "./mcp/tools/read-tool.ts";
import { resumeRun } from "./mcp/tools/resume-run.ts";
import { runScript } from "./mcp/tools/run-script.ts";
import { searchTools } from "./mcp/tools/search-tools.ts";
import { createRoles } from "./policy/roles.ts";
import { createCallFeed } from "./record/call-feed.ts";
import { createCallRecord } from "./record/call-record.ts";
import { createMaskSecrets } from "./record/mask-secrets.ts";
import { measuredRecord } from "./record/measured-record.ts";
import { recordDays } from "./record/record-days.ts";
import { createDecideApproval } from "./run/journal/decide-approval.ts";
import { createRunJournal } from "./run/journal/run-journal.ts";
import { createRunner } from "./run/runner.ts";
import { createSandbox } from "./run/sandbox/create-sandbox.ts";
import { indexCatalog } from "./search/index-catalog.ts";
import { createRunningPrograms } from "./source/mcp/program/running-programs.ts";
import { createPluginSource } from "./source/plugin/plugin-source.ts";
import { openStore } from "./store/open-store.ts";
import { pluginData } from "./store/plugin-data.ts";
import { createStoreProblem } from "./store/store-problem.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";
import { version } from "./version.ts";

export interface GatewayOptions {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly plugins: readonly Plugin[];
  /** Where it is reached, such as `http://127.0.0.1:7420`. */
  readonly origin: string;
  /** Its other names, by which programs on this machine reach it. */
  readonly localOrigins: readonly string[];
  readonly secret: HomeSecret;
  /** By which commands of the home's owner are known. */
  readonly commandSecret: string;
  readonly log: Log;
  readonly telemetry: Telemetry;
  stop(): void;
}

export interface Gateway extends OpenGateway {
  readonly mcpUrl: string;
  /** Answers a request that was admitted. */
  fetch(request: Request, environment: RequestEnvironment): Response | Promise<Response>;
  createSignInLink(): Promise<string>;
  /** Why it cannot serve at the moment, if so. */
  problem(): Promise<string | undefined>;
  /** Ends open streams and closes the store. */
  close(): Promise<void>;
}

const pingMs = 2_000;
/** Longer than any call takes that still tells its progress. */
const longestCallMs = 35 * 60 * 1000;
const settleEveryMs = 5 * 60 * 1000;
const callTimeoutMs = 60_000;
const hourMs = 60 * 60 * 1000;
const keepRunDays = 7;
/** Concurrent runs; each has its own thread while it runs. Most wait for tools, but all may compute. */
const maxRuns = Math.min(16, 4 * availableParallelism());
const sandboxWorker = new URL("./run/sandbox/worker.js", import.meta.url);
const idleSourceMs = 10 * 60 * 1000;
const sourceStartMs = 30_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Wires the parts. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { home, environment, plugins, origin, secret, log, telemetry } = options;
  const keepRecordDays = recordDays(environment);
  const ending = new AbortController();

  const store = await openStore(home, environment.DATABASE_URL, (message) => log.info(message));
  const vault = await openVault(store, secret.current, secret.other);
  secret.settle();
  const mcpResources = [...new Set([origin, ...options.localOrigins])].map((own) => `${own}/api/mcp`);
  // The owner is made once, however many gateways start on a new database.
  const accounts = await store.withLock("accounts", () =>
    createAccounts(store, origin, sessionSecret(secret.current), async () => {
      const { oauthProvider } = await import("./account/oauth/oauth-provider.ts");
      const { createFetchClientDocument } = await import("./account/oauth/fetch-client-document.ts");
      const fetchDocument = createFetchClientDocument(environment.TOOLSHED_ALLOW_PRIVATE?.split(",") ?? []);
      return [oauthProvider({ resources: mcpResources, vault, fetchDocument, log })];
    }),
  );
  const invitations = createInvitations(store);
  const openId = createOpenId({
    store,
    origin,
    secret: sessionSecret(secret.current),
    providers: openIdProviders(environment),
    invitations,
    ownerId: accounts.owner.id,
    log,
  });
  const roles = createRoles(store, cancelApprovalsOfRole);
  const grants = createGrants(store);
  const authorizationServer = createAuthorizationServer(accounts, grants, origin, store.withLock);
  const endpoints = createEndpoints(store, mcpResources);
  const token = await localToken(endpoints, privateFile(join(home, "local-token")), accounts.owner.id);
  const credentials = createCredentials(
    createConnections(store, vault),
    environment,
    store.withLock,
    store.events,
  );
  const record = measuredRecord(createCallRecord(store), telemetry);
  const approvals = createApprovals(store);
  const approvalRules = createApprovalRules(store);
  const journal = createRunJournal(store, randomUUID);
  const pruneRecord = () =>
    record
      .prune(keepRecordDays, ending.signal)
      .then(() => journal.prune(keepRunDays, ending.signal))
      .then(() => approvals.prune(keepRunDays, ending.signal))
      .catch((error) => log.error(`old calls were not forgotten: ${error.message}`));
  // Nobody waits for what there is to forget, which may be a lot.
  let pruned = pruneRecord();
  const pruning = setInterval(() => {
    pruned = pruneRecord();
  }, dayMs).unref();
  // Nobody else owns this home: what has only started did not survive the last gateway. On PostgreSQL others may be running.
  if (store.dialect === "sqlite") await record.settle(Number.MAX_SAFE_INTEGER);
  const settling = setInterval(
    () =>
      record
        .settle(Date.now() - longestCallMs)
        .catch((error) => log.error(`calls that were interrupted were not marked: ${error.message}`)),
    settleEveryMs,
  ).unref();
  const pruneGrants = () =>
    grants
      .prune(ending.signal)
      .catch((error) => log.error(`ended grants were not deleted: ${error.message}`));
  let prunedGrants = pruneGrants();
  const pruningGrants = setInterval(() => {
    prunedGrants = pruneGrants();
  }, hourMs).unref();

  const openPluginStore = (pluginId: string, userId: string) => pluginData(store, pluginId, userId);
  const catalog = createCatalog(plugins.map((plugin) => createPluginSource(plugin, openPluginStore)));
  const index = indexCatalog(catalog);
  const visibility = createVisibility(credentials, roles, createCurrentCaller(endpoints, accounts.roleOf));
  const approvalUrl = (id: string) => `${origin}/approvals/${id}`;
  const askPerson = createAskPerson({ gate: createApprovalGate(approvalRules), approvals, approvalUrl });
  const call = createCall({
    catalog,
    visibility,
    credentials,
    record,
    askPerson,
    log,
    timeoutMs: callTimeoutMs,
  });
  const finding = [searchTools({ index, visibility, dashboardUrl: origin }), readTool(catalog, visibility)];
  const searching = [...finding, callTool(call)];
  const jobs = createJobs(new URL("./", import.meta.url));
  const sandbox = createSandbox({ workerUrl: sandboxWorker, workers: maxRuns });
  const runner = createRunner({
    approvals,
    call,
    catalog,
    jobs,
    index,
    journal,
    sandbox,
    visibility,
    approvalUrl,
  });
  const agentTools = [...finding, runScript(runner), resumeRun(runner)];
  const providers = collectProviders(plugins);
  const programs = createRunningPrograms(privateFile(join(home, "programs.json")), log);
  const kinds = {
    async mcp() {
      const { createMcpKind } = await import("./source/mcp/mcp-kind.ts");
      const { createUpstreamFetch } = await import("./net/guarded-fetch.ts");
      return createMcpKind({
        environment,
        programs,
        mask: createMaskSecrets([options.commandSecret, secret.current, secret.other ?? "", token]),
        createFetch: createUpstreamFetch,
        idleMs: idleSourceMs,
        startMs: sourceStartMs,
      });
    },
    async openapi() {
      const { createOpenapiKind } = await import("./source/openapi/openapi-kind.ts");
      return createOpenapiKind({
        jobs,
        async createFetch(allowPrivate) {
          const { createGuardedFetch } = await import("./net/guarded-fetch.ts");
          return createGuardedFetch({ allowPrivate });
        },
      });
    },
  };
  const sources = await createSources({ store, vault, catalog, credentials, providers, kinds, log });
  const toldCredentials = tellSources(credentials, sources);
  const authorizations = createAuthorizations({
    store,
    vault,
    credentials: toldCredentials,
    origin,
    authorizerOf(id) {
      const provider = providers.get(id);
      const ofPlugin = provider?.type === "oauth2" && createOauth2Authorizer(provider, environment);
      return sources.authorizerOf(id) ?? (ofPlugin || undefined);
    },
  });
  const members = createMembers(store);
  const forward = createForward({
    catalog,
    visibility,
    credentials,
    record,
    log,
    timeoutMs: callTimeoutMs,
    isTeam: members.areSeveral,
  });
  const mcp = new HttpDoor({
    endpointOf: createEndpointOf({ searching, catalog, visibility, call, forward }),
    tickets: createClientTickets(derivedKey(secret.current, "toolshed MCP sessions")),
    report: (thrown) => errorText(thrown, log),
  });

  const loop = watchLoop();
  const storeProblem = createStoreProblem(store, pingMs);
  const mcpUrl = `${origin}/api/mcp/${token}`;
  const createSignInLink = async () => `${origin}/sign-in?code=${await accounts.createSignInCode()}`;
  const limits = createRequestLimits(store, environment);
  const admit = createAdmit({
    authenticate: createAuthenticate(accounts, options.commandSecret),
    endpoints,
    limits,
    visitorOf: createVisitorOf(endpoints, accounts),
    mcpResources,
    async catchUp() {
      await store.events.catchUp();
      await sources.settled();
    },
  });
  const app = createApp({
    accounts,
    authorizationServer,
    addedPlugins: createAddedPlugins({ home, catalog, providers, openStore: openPluginStore }),
    agentTools,
    approvalRules,
    approvals,
    call,
    catalog,
    authorizations,
    createSignInLink,
    credentials: toldCredentials,
    decideApproval: createDecideApproval({ approvals, rules: approvalRules, journal }),
    dashboardFolder: fileURLToPath(new URL("../dist/dashboard", import.meta.url)),
    callFeed: createCallFeed(record, store.events),
    eventStream: createEventStream(ending.signal),
    waitingFeed: createWaitingFeed(approvals, store.events),
    endpoints,
    grants,
    index,
    invitations,
    limits,
    log,
    mcpResources,
    mcpUrl,
    members,
    openId,
    origin,
    providers,
    record,
    sources,
    roles,
    rotateSecret: () => secret.replace((next) => vault.rewrap(next)),
    signInLimit: createSignInLimit(store),
    knownBrowsers: createKnownBrowsers(derivedKey(secret.current, "toolshed browsers")),
    stop: options.stop,
    telemetry,
    version,
    visibility,
  });

  return {
    mcpUrl,
    fetch: (request, environment) => app.fetch(request, environment),
    admit,
    mcp,
    createSignInLink,
    problem: async () => loop.problem() ?? (await storeProblem()),
    async close() {
      ending.abort();
      loop.close();
      clearInterval(pruning);
      await pruned;
      clearInterval(settling);
      clearInterval(pruningGrants);
      await prunedGrants;
      await mcp.close();
      index.close();
      await sources.close();
      await telemetry.close();
      await sandbox.close();
      jobs.close();
      await store.close();
    },
  };
}

const sessionSecret = (secret: string): string => derivedKey(secret, "toolshed sessions");

/** Each use of the secret has a key of its own, so that none reveals another. */
function derivedKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)).toString("base64url");
}
