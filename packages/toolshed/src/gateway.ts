import { fileURLToPath } from "node:url";
import type { Plugin } from "@toolshed/sdk";
import { createKnownBrowsers } from "./account/known-browsers.ts";
import { openPeople } from "./account/people.ts";
import { createSignInLimit } from "./account/sign-in-limit.ts";
import { createWaitingFeed } from "./approval/waiting-feed.ts";
import { openVault } from "./credential/vault.ts";
import { localToken } from "./endpoint/local-token.ts";
import { deriveKey, type HomeSecret } from "./home/secret.ts";
import { createApp } from "./http/create-app.ts";
import { errorText } from "./http/error-answer.ts";
import { createAdmit } from "./http/guards/admit.ts";
import type { RequestEnvironment } from "./http/guards/api-environment.ts";
import { createIsCurrent } from "./http/guards/is-current.ts";
import { createRequestLimits } from "./http/guards/request-limits.ts";
import type { ConnectionCounts } from "./http/listener/connections/client-connections.ts";
import { watchLoop } from "./http/listener/loop-watch.ts";
import type { OpenGateway } from "./http/listener/receive-requests.ts";
import { createViewSandbox } from "./http/page/view-sandbox.ts";
import { createEventStream } from "./http/routes/event-stream.ts";
import type { Log } from "./log/log.ts";
import { createEndpointOf } from "./mcp/endpoints/endpoint-of.ts";
import { openTools } from "./mcp/open-tools.ts";
import { createClientTickets } from "./mcp/protocol/client-tickets.ts";
import { HttpDoor } from "./mcp/protocol/http-door.ts";
import { packageFile } from "./package-files.ts";
import { createCallFeed } from "./record/call-feed.ts";
import { createSavedCalls } from "./record/saved-calls.ts";
import { openRecords } from "./run/journal/records.ts";
import { openStore } from "./store/open-store.ts";
import { createStoreProblem } from "./store/store-problem.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";
import { version } from "./version.ts";
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
  connections(): ConnectionCounts;
  stop(): void;
}

export interface Gateway extends OpenGateway {
  readonly mcpUrl: string;
  /** Answers a request that was admitted. */
  fetch(request: Request, environment: RequestEnvironment): Response | Promise<Response>;
  /** A link that signs the owner in once, within a day by default. */
  createSignInLink(validMs?: number): Promise<string>;
  /** Why it cannot serve at the moment, if so. */
  problem(): Promise<string | undefined>;
  /** Answers requests that only wait for something to happen. */
  endWaits(): void;
  /** Ends open streams and closes the store. */
  close(): Promise<void>;
}

/** Wires the parts: the store, the people, what is recorded, the tools, and the ways in. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { home, environment, origin, secret, log, telemetry } = options;
  const ending = new AbortController();
  const chores = new Chores(ending.signal, (problem) => log.error(problem));
  const store = await openStore(home, environment.DATABASE_URL, (message) => log.info(message));
  const vault = await openVault(store, secret.current, secret.other);
  secret.settle();
  const ownOrigins = [...new Set([origin, ...options.localOrigins])];
  const mcpResources = ownOrigins.map((own) => `${own}/api/mcp`);
  const ground = { ...options, store, vault, chores, mcpResources };
  const people = await openPeople(ground);
  const { accounts, endpoints } = people;
  const token = await localToken(endpoints, home, accounts.owner.id);
  const records = await openRecords({ ...ground, isTeam: people.members.areSeveral });
  const limits = createRequestLimits(store, environment);
  const tools = await openTools({
    ...ground,
    ...people,
    ...records,
    tokens: [options.commandSecret, token],
    onPolled: limits.calls.giveBack,
  });

  const mcp = new HttpDoor({
    endpointOf: createEndpointOf(tools),
    tickets: createClientTickets(deriveKey(secret.current, "toolshed MCP sessions")),
    report: (thrown) => errorText(thrown, log),
  });
  const loop = watchLoop();
  const storeProblem = createStoreProblem(store);
  const mcpUrl = `${origin}/api/mcp/${token}`;
  const createSignInLink = async (validMs?: number) =>
    `${origin}/sign-in?code=${await accounts.createSignInCode(validMs)}`;
  const admit = createAdmit({
    commandSecret: options.commandSecret,
    accounts,
    endpoints,
    limits,
    liveTickets: tools.liveTickets,
    mcpResources,
    async catchUp() {
      await store.events.catchUp();
      await Promise.all([tools.sources.settled(), tools.live.settled()]);
    },
  });
  const app = createApp({
    ...people,
    ...records,
    ...tools,
    createSignInLink,
    dashboardFolder: fileURLToPath(packageFile("dist/dashboard")),
    connectionCounts: options.connections,
    callFeed: createCallFeed(records.record, store.events),
    // A call may take up to half an hour and wait for its person meanwhile.
    consoleStream: createEventStream(ending.signal, {
      perPerson: 20,
      total: 5_000,
      maxMs: 60 * 60 * 1000,
    }),
    eventStream: createEventStream(ending.signal, {
      perPerson: 20,
      total: 5_000,
      isCurrent: createIsCurrent(accounts),
    }),
    liveStream: createEventStream(ending.signal, { perPerson: 50, total: 5_000 }),
    waitingFeed: createWaitingFeed(records.approvals, store.events),
    limits,
    log,
    mcpResources,
    mcpUrl,
    origin,
    sandbox: createViewSandbox({ hostOrigins: ownOrigins, sandboxUrl: options.sandboxUrl }),
    rotateSecret: () => secret.replace((next) => vault.rewrap(next)),
    savedCalls: createSavedCalls(store, vault),
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
    endWaits: () => tools.live.endWaits(),
    problem: async () => loop.problem() ?? (await storeProblem()),
    async close() {
      ending.abort();
      loop.close();
      await chores.settled();
      await mcp.close();
      await tools.close();
      await records.results.close();
      await telemetry.close();
      await store.close();
    },
  };
}
