import { availableParallelism } from "node:os";
import type { Plugin } from "@toolshed/sdk";
import type { People } from "../account/people.ts";
import { createAskPerson } from "../call/ask-person.ts";
import { createCall } from "../call/create-call.ts";
import { createForward } from "../call/create-forward.ts";
import { Recorder } from "../call/recorder.ts";
import { createAddedPlugins } from "../catalog/added-plugins.ts";
import { createCatalog } from "../catalog/catalog.ts";
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
import type { Records } from "../run/journal/records.ts";
import { createRunner } from "../run/runner.ts";
import { createSandbox } from "../run/sandbox/create-sandbox.ts";
import { indexCatalog } from "../search/index-catalog.ts";
import { createNearestPaths } from "../search/nearest-paths.ts";
import { createPluginSource } from "../source/plugin/plugin-source.ts";
import { createSourceKinds } from "../source/source-kinds.ts";
import { createPluginData } from "../store/plugin-data.ts";
import type { Store } from "../store/store.ts";
import { createReadFrame } from "../view/frame.ts";
import { createViewHandles } from "../view/view-handles.ts";
import { createViews } from "../view/views.ts";
import type { Chores } from "../work/chores.ts";
import { createReadView } from "./endpoints/read-view.ts";
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
}

/** The catalog, where its tools come from, and all that calls them. */
export type Tools = Awaited<ReturnType<typeof openTools>>;

const minuteMs = 60_000;
const callTimeoutMs = minuteMs;
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
  const recorder = new Recorder(parts.record, log);
  const calling = { catalog, visibility, credentials, recorder, log, timeoutMs: callTimeoutMs };
  const call = createCall({ ...calling, askPerson: createAskPerson({ ...parts, approvalUrl }) });
  const forward = createForward({ ...calling, isTeam: parts.members.areSeveral });
  const readFrame = createReadFrame(catalog, visibility);
  const handles = createViewHandles(deriveKey(secret.current, "toolshed views"));
  const views = createViews({ catalog, visibility, call, forward, recorder, handles, origin });
  const showing = [showTool(views), viewRequest(views)];
  const suggestPaths = createSuggestPaths(createNearestPaths(index), visibility);
  const finding = [
    searchTools({ index, visibility, dashboardUrl: origin }),
    readTool(catalog, visibility, suggestPaths),
  ];
  const jobs = createJobs(codeFolder);
  const sandbox = createSandbox({
    workerUrl: new URL("run/sandbox/worker.js", codeFolder),
    workers: maxRuns,
  });
  const runner = createRunner({ ...parts, call, catalog, jobs, index, sandbox, visibility, approvalUrl });
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
    agentTools: [...finding, runScript(runner), resumeRun(runner), ...showing],
    authorizations,
    call,
    catalog,
    credentials,
    forward,
    index,
    providers,
    readView: createReadView({ catalog, visibility, forward, readFrame }),
    /** The tools through which a model reaches all the others. */
    searching: [...finding, callTool(call, suggestPaths), ...showing],
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
