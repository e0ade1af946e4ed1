import { randomUUID } from "node:crypto";
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
import { createApprovalGate, createApprovalRules } from "./approval/approval-rules.ts";
import { createApprovals } from "./approval/approvals.ts";
import { cancelApprovalsOfRole } from "./approval/cancel-approvals.ts";
import { createWaitingFeed } from "./approval/waiting-feed.ts";
import { createAskPerson } from "./call/ask-person.ts";
import { createCall } from "./call/create-call.ts";
import { createForward } from "./call/create-forward.ts";
import { createAddedPlugins } from "./catalog/added-plugins.ts";
import { createCatalog } from "./catalog/catalog.ts";
import { Sources } from "./catalog/sources.ts";
import { createVisibility } from "./catalog/visibility.ts";
import { createAuthorizations } from "./credential/authorizations.ts";
import { createConnections } from "./credential/connections.ts";
import { type Credentials, createCredentials } from "./credential/credentials.ts";
import { createOauth2Authorizer } from "./credential/oauth2-authorizer.ts";
import { collectProviders } from "./credential/providers.ts";
import { openVault, type Vault } from "./credential/vault.ts";
import { createCurrentCaller } from "./endpoint/current-caller.ts";
import { createEndpoints } from "./endpoint/endpoints.ts";
import { createGrants } from "./endpoint/grants.ts";
import { localToken } from "./endpoint/local-token.ts";
import { privateFile } from "./home/private-file.ts";
import { deriveKey, type HomeSecret } from "./home/secret.ts";
import { createApp } from "./http/create-app.ts";
import { errorText } from "./http/error-answer.ts";
import { createAdmit } from "./http/guards/admit.ts";
import type { RequestEnvironment } from "./http/guards/api-environment.ts";
import { createRequestLimits } from "./http/guards/request-limits.ts";
import { watchLoop } from "./http/listener/loop-watch.ts";
import type { OpenGateway } from "./http/listener/receive-requests.ts";
import { createViewSandbox } from "./http/page/view-sandbox.ts";
import { createEventStream } from "./http/routes/event-stream.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log/log.ts";
import { createEndpointOf } from "./mcp/endpoints/endpoint-of.ts";
import { createReadView } from "./mcp/endpoints/read-view.ts";
import { createClientTickets } from "./mcp/protocol/client-tickets.ts";
import { HttpDoor } from "./mcp/protocol/http-door.ts";
import { callTool } from "./mcp/tools/call-tool.ts";
import { readTool } from "./mcp/tools/read-tool.ts";
import { resumeRun, runScript } from "./mcp/tools/run-tools.ts";
import { searchTools } from "./mcp/tools/search-tools.ts";
import { showTool, viewRequest } from "./mcp/tools/show-tool.ts";
import { createRoles } from "./policy/roles.ts";
import { createCallFeed } from "./record/call-feed.ts";
import { createCallRecord } from "./record/call-record.ts";
import { createMaskSecrets } from "./record/mask-secrets.ts";
import { recordDays } from "./record/record-days.ts";
import { createDecideApproval } from "./run/journal/decide-approval.ts";
import { createRunJournal } from "./run/journal/run-journal.ts";
import { createRunner } from "./run/runner.ts";
import { createSandbox } from "./run/sandbox/create-sandbox.ts";
import { indexCatalog } from "./search/index-catalog.ts";
import { createRunningPrograms } from "./source/mcp/program/running-programs.ts";
import { createPluginSource } from "./source/plugin/plugin-source.ts";
import { openStore } from "./store/open-store.ts";
import { createPluginData } from "./store/plugin-data.ts";
import type { Store } from "./store/store.ts";
import { createStoreProblem } from "./store/store-problem.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";
import { version } from "./version.ts";
import { createReadFrame } from "./view/frame.ts";
import { createViewHandles } from "./view/view-handles.ts";
import { createViews } from "./view/views.ts";
import { Chores } from "./work/chores.ts";

export interface GatewayOptions {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly plugins: readonly Plugin[];
  /** Where it is reached, such as `http://127.0.0.1:7420`. */
  readonly origin: string;
  /** Where it shows Views to people elsewhere. */
  readonly sandboxUrl?: string | undefined;
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

/** Longer than any call takes that still tells its progress. */
const longestCallMs = 35 * 60 * 1000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const keepRunDays = 7;
/** Concurrent runs; each has its own thread while it runs. Most wait for tools, but all may compute. */
const maxRuns = Math.min(16, 4 * availableParallelism());

/** Wires the parts: the store, the people, what is recorded, the tools, and the ways in. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { home, environment, origin, secret, log, telemetry } = options;
  const ending = new AbortController();
  const chores = new Chores(ending.signal, (problem) => log.error(problem));

  const store = await openStore(home, environment.DATABASE_URL, (message) => log.info(message));
  const vault = await openVault(store, secret.current, secret.other);
  secret.settle();
  const mcpResources = [...new Set([origin, ...options.localOrigins])].map((own) => `${own}/api/mcp`);
  const people = await openPeople(options, store, vault, mcpResources);
  const { accounts, endpoints } = people;
  const token = await localToken(endpoints, home, accounts.owner.id);
  const kept = await openRecords(options, store, chores);
  chores.add({
    everyMs: hourMs,
    atOnce: true,
    failure: "ended grants were not deleted",
    run: (signal) => people.grants.prune(signal),
  });
  const credentials = createCredentials({
    connections: createConnections(store, vault),
    environment,
    withLock: store.withLock,
    events: store.events,
    origin,
  });
  chores.add({
    everyMs: minuteMs / 4,
    atOnce: false,
    failure: "tokens were not refreshed",
    run: (signal) => credentials.refreshDue(signal),
  });
  chores.add({
    everyMs: hourMs,
    atOnce: true,
    failure: "tokens of unused connections were not refreshed",
    run: (signal) => credentials.refreshIdle(signal),
  });
  const tools = await openTools(options, { store, vault, credentials, token, ...people, ...kept });
  const { sources } = tools;

  const mcp = new HttpDoor({
    endpointOf: createEndpointOf(tools),
    tickets: createClientTickets(deriveKey(secret.current, "toolshed MCP sessions")),
    report: (thrown) => errorText(thrown, log),
  });
  const loop = watchLoop();
  const storeProblem = createStoreProblem(store);
  const mcpUrl = `${origin}/api/mcp/${token}`;
  const createSignInLink = async () => `${origin}/sign-in?code=${await accounts.createSignInCode()}`;
  const limits = createRequestLimits(store, environment);
  const admit = createAdmit({
    commandSecret: options.commandSecret,
    accounts,
    endpoints,
    limits,
    mcpResources,
    async catchUp() {
      await store.events.catchUp();
      await sources.settled();
    },
  });
  const app = createApp({
    ...people,
    ...kept,
    ...tools,
    createSignInLink,
    credentials,
    decideApproval: createDecideApproval({ ...kept, rules: kept.approvalRules }),
    dashboardFolder: fileURLToPath(new URL("../dist/dashboard", import.meta.url)),
    callFeed: createCallFeed(kept.record, store.events),
    eventStream: createEventStream(ending.signal),
    waitingFeed: createWaitingFeed(kept.approvals, store.events),
    limits,
    log,
    mcpResources,
    mcpUrl,
    origin,
    sandbox: createViewSandbox({
      hostOrigins: [...new Set([origin, ...options.localOrigins])],
      sandboxUrl: options.sandboxUrl,
    }),
    rotateSecret: () => secret.replace((next) => vault.rewrap(next)),
    signInLimit: createSignInLimit(store),
    knownBrowsers: createKnownBrowsers(deriveKey(secret.current, "toolshed browsers")),
    stop: options.stop,
    telemetry,
    version,
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
      await chores.settled();
      await mcp.close();
      await tools.close();
      await telemetry.close();
      await store.close();
    },
  };
}

/** Who may do what. */
async function openPeople(
  { environment, origin, secret, log }: GatewayOptions,
  store: Store,
  vault: Vault,
  mcpResources: readonly string[],
) {
  const sessionKey = deriveKey(secret.current, "toolshed sessions");
  // The owner is made once, however many gateways start on a new database.
  const accounts = await store.withLock("accounts", () =>
    createAccounts(store, origin, sessionKey, async () => {
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
    secret: sessionKey,
    providers: openIdProviders(environment),
    invitations,
    ownerId: accounts.owner.id,
    log,
  });
  const grants = createGrants(store);
  return {
    accounts,
    invitations,
    openId,
    grants,
    authorizationServer: createAuthorizationServer(accounts, grants, origin, store.withLock),
    endpoints: createEndpoints(store, mcpResources),
    members: createMembers(store),
    roles: createRoles(store, cancelApprovalsOfRole),
  };
}

/** What has happened, and what waits for a person. */
async function openRecords({ environment, telemetry }: GatewayOptions, store: Store, chores: Chores) {
  const keepRecordDays = recordDays(environment);
  const record = createCallRecord(store, telemetry.called);
  const approvals = createApprovals(store);
  const journal = createRunJournal(store, randomUUID);
  chores.add({
    everyMs: 24 * hourMs,
    atOnce: true,
    failure: "old calls were not forgotten",
    async run(signal) {
      await record.prune(keepRecordDays, signal);
      await journal.prune(keepRunDays, signal);
      await approvals.prune(keepRunDays, signal);
    },
  });
  // Nobody else owns this home: what has only started did not survive the last gateway. On PostgreSQL others may be running.
  if (store.dialect === "sqlite") await record.settle(Number.MAX_SAFE_INTEGER);
  chores.add({
    everyMs: 5 * minuteMs,
    atOnce: false,
    failure: "calls that were interrupted were not marked",
    run: () => record.settle(Date.now() - longestCallMs),
  });
  return { record, approvals, approvalRules: createApprovalRules(store), journal };
}

interface ToolsParts extends Awaited<ReturnType<typeof openPeople>>, Awaited<ReturnType<typeof openRecords>> {
  readonly store: Store;
  readonly vault: Vault;
  readonly credentials: Credentials;
  /** That of the local endpoint. */
  readonly token: string;
}

/** The catalog, where its tools come from, and all that calls them. */
async function openTools(options: GatewayOptions, parts: ToolsParts) {
  const { home, environment, plugins, origin, log } = options;
  const { store, vault, credentials, roles, endpoints, accounts, record, approvals, journal } = parts;
  const openStore = createPluginData(store, log);
  const catalog = createCatalog(plugins.map((plugin) => createPluginSource(plugin, openStore)));
  const index = indexCatalog(catalog);
  const visibility = createVisibility(credentials, roles, createCurrentCaller(endpoints, accounts.roleOf));
  const approvalUrl = (id: string) => `${origin}/approvals/${id}`;
  const askPerson = createAskPerson({
    gate: createApprovalGate(parts.approvalRules),
    approvals,
    approvalUrl,
  });
  const calling = { catalog, visibility, credentials, record, log, timeoutMs: minuteMs };
  const call = createCall({ ...calling, askPerson });
  const forward = createForward({ ...calling, isTeam: parts.members.areSeveral });
  const frameFile = new URL("../dist/frame/view.html", import.meta.url);
  const readView = createReadView({
    catalog,
    visibility,
    forward,
    readFrame: createReadFrame(catalog, visibility, frameFile),
  });
  const handles = createViewHandles(deriveKey(options.secret.current, "toolshed views"));
  const views = createViews({ catalog, visibility, call, forward, handles, origin });
  const showing = [showTool(views), viewRequest(views)];
  const finding = [searchTools({ index, visibility, dashboardUrl: origin }), readTool(catalog, visibility)];
  const jobs = createJobs(new URL("./", import.meta.url));
  const sandbox = createSandbox({
    workerUrl: new URL("./run/sandbox/worker.js", import.meta.url),
    workers: maxRuns,
  });
  const runner = createRunner({
    approvals,
    call,
    catalog,
    jobs,
    index,
    journal,
    log,
    sandbox,
    visibility,
    approvalUrl,
  });
  const providers = collectProviders(plugins);
  const kinds = sourceKinds(options, parts.token, jobs);
  const sources = await Sources.open({ store, vault, catalog, credentials, providers, kinds, log });
  const authorizations = createAuthorizations({
    store,
    vault,
    credentials,
    origin,
    authorizerOf(id) {
      const provider = providers.get(id);
      const ofPlugin = provider?.type === "oauth2" && createOauth2Authorizer(provider, environment);
      return sources.authorizerOf(id) ?? (ofPlugin || undefined);
    },
  });
  return {
    addedPlugins: createAddedPlugins(home, catalog, providers, openStore),
    agentTools: [...finding, runScript(runner), resumeRun(runner), ...showing],
    authorizations,
    call,
    catalog,
    forward,
    index,
    providers,
    readView,
    searching: [...finding, callTool(call), ...showing],
    sources,
    views,
    visibility,
    async close() {
      index.close();
      await sources.close();
      await sandbox.close();
      jobs.close();
    },
  };
}

/** Each is loaded with the first source of it. */
function sourceKinds(
  { home, environment, secret, commandSecret, log }: GatewayOptions,
  token: string,
  jobs: Jobs,
) {
  const programs = createRunningPrograms(privateFile(join(home, "programs.json")), log);
  return {
    async mcp() {
      const { createMcpKind } = await import("./source/mcp/mcp-kind.ts");
      const { createUpstreamFetch } = await import("./net/guarded-fetch.ts");
      return createMcpKind({
        environment,
        programs,
        mask: createMaskSecrets([commandSecret, secret.current, secret.other ?? "", token]),
        createFetch: createUpstreamFetch,
        idleMs: 10 * minuteMs,
        startMs: minuteMs / 2,
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
}
