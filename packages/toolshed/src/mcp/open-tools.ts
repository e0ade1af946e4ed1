import { availableParallelism } from "node:os";
import type { Plugin } from "@toolshed/sdk";
import type { People } from "../account/people.ts";
import { createAskPerson } from "../call/ask-person.ts";
import { createCall } from "../call/create-call.ts";
import { createForward } from "../call/create-forward.ts";
import { Recorder } from "../call/recorder.ts";
import { createAddedPlugins } from "../catalog/added-plugins.ts";
import { createCatalog } from "../catalog/catalog.ts";
import { SourcePreviews } from "../catalog/source-previews.ts";
import { Sources } from "../catalog/sources.ts";
import { createVisibility } from "../catalog/visibility.ts";
import { createAuthorizations } from "../credential/authorizations.ts";
import { createConnections } from "../credential/connections.ts";
import { createCredentials } from "../credential/credentials.ts";
import { createOauth2Authorizer } from "../credential/oauth2-authorizer.ts";
import { collectProviders } from "../credential/providers.ts";
import type { Vault } from "../credential/vault.ts";
import { createCurrentCaller } from "../endpoint/current-caller.ts";
import { deriveKey, type HomeSecret } from "../home/secret.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Log } from "../log/log.ts";
import { codeFolder } from "../package-files.ts";
import type { Caller } from "../policy/caller.ts";
import { everything } from "../policy/scope.ts";
import { recordDays } from "../record/record-days.ts";
import { createDecideApproval } from "../run/journal/decide-approval.ts";
import type { Records } from "../run/journal/records.ts";
import { createRunner } from "../run/runner.ts";
import { createSandbox } from "../run/sandbox/create-sandbox.ts";
import { indexCatalog } from "../search/index-catalog.ts";
import { createNearestPaths } from "../search/nearest-paths.ts";
import { createPluginSource } from "../source/plugin/plugin-source.ts";
import { createSourceKinds } from "../source/source-kinds.ts";
import { createPluginData } from "../store/plugin-data.ts";
import { createDefinitionStats } from "../store/stats/definition-stats.ts";
import type { Store } from "../store/store.ts";
import { createReadFrame } from "../view/frame.ts";
import { createServeLive } from "../view/live/live-requests.ts";
import type { LiveView } from "../view/live/live-state.ts";
import { createLocalLiveState } from "../view/live/live-state.ts";
import { createLiveTickets } from "../view/live/live-tickets.ts";
import { LiveViews } from "../view/live/live-views.ts";
import { createStoredLiveState } from "../view/live/stored-live-state.ts";
import { createViewApprovals } from "../view/view-approvals.ts";
import { createViewHandles } from "../view/view-handles.ts";
import { createViewStates } from "../view/view-state.ts";
import { createViews } from "../view/views.ts";
import type { Chores } from "../work/chores.ts";
import { createReadView } from "./endpoints/read-view.ts";
import { SentDefinitions } from "./sent-definitions.ts";
import { callTool } from "./tools/call-tool.ts";
import { readTool } from "./tools/read-tool.ts";
import { resumeRun, runScript } from "./tools/run-tools.ts";
import { searchTools } from "./tools/search-tools.ts";
import { showTool, viewRequest } from "./tools/show-tool.ts";
import { createSuggestPaths } from "./tools/suggest-paths.ts";

export interface ToolsParts extends People, Records {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly plugins: readonly Plugin[];
  readonly origin: string;
  readonly secret: HomeSecret;
  /** What no program may show, beside the secret. */
  readonly tokens: readonly string[];
  readonly store: Store;
  readonly vault: Vault;
  readonly chores: Chores;
  readonly log: Log;
  /** Called with the endpoint of a View's poll, which does not count as a call. */
  onPolled(endpointId: string): void;
}

/** The catalog, where its tools come from, and all that calls them. */
export type Tools = Awaited<ReturnType<typeof openTools>>;

const minuteMs = 60_000;
const callTimeoutMs = minuteMs;
/** How often it is looked which Views are still open. */
const sweepMs = 3_000;
/** Concurrent runs; each has its own thread while it runs. Most wait for tools, but all may compute. */
const maxRuns = Math.min(16, 4 * availableParallelism());

export async function openTools(parts: ToolsParts) {
  const { home, environment, plugins, origin, secret, store, vault, chores, log } = parts;
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
    everyMs: 60 * minuteMs,
    atOnce: true,
    failure: "tokens of unused connections were not refreshed",
    run: (signal) => credentials.refreshIdle(signal),
  });
  const openStore = createPluginData(store, log);
  const catalog = createCatalog(plugins.map((plugin) => createPluginSource(plugin, openStore)));
  const index = indexCatalog(catalog);
  const currentCaller = createCurrentCaller(parts.endpoints, parts.accounts.roleOf);
  const visibility = createVisibility(credentials, parts.roles, currentCaller);
  const approvalUrl = (id: string) => `${origin}/approvals/${id}`;
  const recorder = new Recorder(parts.record, log, parts.results);
  const calling = { catalog, visibility, credentials, recorder, log, timeoutMs: callTimeoutMs };
  const { events } = store;
  const liveState =
    store.dialect === "sqlite" ? createLocalLiveState(events) : createStoredLiveState(store, vault);
  const live = new LiveViews({
    catalog,
    state: liveState,
    events,
    log,
    async isStillOpen({ owner, path }) {
      const tool = catalog.find(path);
      return tool !== undefined && (await visibility(pageOf(owner))).isVisible(tool);
    },
  });
  const liveTickets = createLiveTickets(deriveKey(secret.current, "toolshed live views"));
  chores.add({
    everyMs: sweepMs,
    atOnce: false,
    failure: "open Views were not checked",
    run: () => live.sweep(),
  });
  const call = createCall({
    ...calling,
    askPerson: createAskPerson({ ...parts, approvalUrl }),
    describeClosed: (path, isOpen) => live.describeClosed(path, isOpen),
  });
  const forward = createForward({ ...calling, isTeam: parts.members.areSeveral });
  const readFrame = createReadFrame(catalog, visibility, origin);
  const handles = createViewHandles(deriveKey(secret.current, "toolshed views"));
  const decideApproval = createDecideApproval({ ...parts, rules: parts.approvalRules });
  const viewApprovals = createViewApprovals({
    ...parts,
    catalog,
    visibility,
    decideApproval,
    events: store.events,
    approvalUrl,
  });
  const serveLive = createServeLive({ live, tickets: liveTickets, origin, onPolled: parts.onPolled });
  const states = createViewStates(store);
  chores.add({
    everyMs: 60 * minuteMs,
    atOnce: true,
    failure: "old states of Views were not deleted",
    run: (signal) => states.prune(signal),
  });
  const views = createViews({ ...calling, call, forward, handles, viewApprovals, serveLive, states, origin });
  const showing = [showTool(views), viewRequest(views)];
  const suggestPaths = createSuggestPaths(createNearestPaths(index), visibility);
  const definitionStats = createDefinitionStats(store);
  const sentDefinitions = new SentDefinitions({ stats: definitionStats, catalog, visibility });
  chores.add({
    everyMs: minuteMs,
    atOnce: false,
    failure: "what clients were sent was not stored",
    run: () => sentDefinitions.store(),
  });
  chores.add({
    everyMs: 24 * 60 * minuteMs,
    atOnce: true,
    failure: "what clients were sent long ago was not forgotten",
    run: () => definitionStats.prune(Date.now() - recordDays(environment) * 24 * 60 * minuteMs),
  });
  const finding = [
    searchTools({ index, visibility, dashboardUrl: origin }),
    readTool(catalog, visibility, suggestPaths),
  ].map((tool) => sentDefinitions.counting(tool));
  const jobs = createJobs(codeFolder);
  const sandbox = createSandbox({
    workerUrl: new URL("run/sandbox/worker.js", codeFolder),
    workers: maxRuns,
  });
  const runner = createRunner({ ...parts, call, catalog, jobs, index, sandbox, visibility, approvalUrl });
  const running = { runner, approvals: parts.approvals, views };
  const providers = collectProviders(plugins);
  const secrets = [...parts.tokens, secret.current, secret.other ?? ""];
  const kinds = createSourceKinds({ home, environment, jobs, secrets, log });
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
    /** What `toolshed serve` offers. */
    agentTools: [...finding, runScript(running), resumeRun(running), ...showing],
    authorizations,
    call,
    catalog,
    credentials,
    decideApproval,
    forward,
    index,
    live,
    liveTickets,
    providers,
    readView: createReadView({ catalog, visibility, forward, readFrame }),
    /** The tools through which a model reaches all the others. */
    searching: [...finding, callTool(call, suggestPaths), ...showing],
    sentDefinitions,
    /** What MCP clients on this machine have. */
    async localServers() {
      const { findLocalServers } = await import("../source/detect/local-servers.ts");
      return findLocalServers(home);
    },
    sourcePreviews: new SourcePreviews(sources),
    sources,
    views,
    visibility,
    async close() {
      index.close();
      live.end();
      await sources.close();
      await sandbox.close();
      jobs.close();
    },
  };
}

/** The page that has a View open, as far as it matters which tools it may see: its role and restrictions are looked up. */
const pageOf = ({ userId, endpointId }: LiveView["owner"]): Caller => ({
  userId,
  ...(endpointId !== undefined && { endpointId }),
  role: "",
  via: "",
  audience: endpointId === undefined ? "person" : "host",
  scope: everything,
  approval: "dashboard",
});
