import { hkdfSync } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "@toolshed/sdk";
import { createAccounts } from "./account/accounts.ts";
import { createCall } from "./call/create-call.ts";
import { createDrainedCall } from "./call/drain.ts";
import { createCatalog } from "./catalog/catalog.ts";
import { createVisibility } from "./catalog/visibility.ts";
import { createConnections } from "./credential/connections.ts";
import { createCredentials } from "./credential/credentials.ts";
import { collectProviders } from "./credential/providers.ts";
import { openVault } from "./credential/vault.ts";
import { createEndpoints } from "./endpoint/endpoints.ts";
import { localToken } from "./endpoint/local-token.ts";
import { privateFile } from "./home/private-file.ts";
import type { HomeSecret } from "./home/secret.ts";
import { createAuthenticate } from "./http/authenticate.ts";
import { createApp } from "./http/create-app.ts";
import type { Log } from "./log/log.ts";
import { callTool } from "./mcp/call-tool.ts";
import { createMcpEndpoint } from "./mcp/mcp-endpoint.ts";
import { pinnedTools } from "./mcp/pinned-tools.ts";
import { readTool } from "./mcp/read-tool.ts";
import { searchTools } from "./mcp/search-tools.ts";
import { createCallRecord } from "./record/call-record.ts";
import { indexCatalog } from "./search/index-catalog.ts";
import { createPluginSource } from "./source/plugin-source.ts";
import { openStore } from "./store/open-store.ts";
import { pluginData } from "./store/plugin-data.ts";
import { version } from "./version.ts";

export interface GatewayOptions {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly plugins: readonly Plugin[];
  /** Where it is reached, such as `http://127.0.0.1:7420`. */
  readonly origin: string;
  readonly secret: HomeSecret;
  /** By which commands of the home's owner are known. */
  readonly commandSecret: string;
  readonly log: Log;
  stop(): void;
}

export interface Gateway {
  readonly mcpUrl: string;
  fetch(request: Request): Response | Promise<Response>;
  createSignInLink(): Promise<string>;
  /** Finishes the calls under way, ends open streams and closes the store. */
  close(): Promise<void>;
}

const drainMs = 5_000;
const callTimeoutMs = 60_000;
const keepRecordDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** Wires the parts. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { home, environment, plugins, origin, secret, log } = options;

  const store = await openStore(home, environment.DATABASE_URL);
  const vault = await openVault(store, secret.current, secret.other);
  secret.settle();
  const accounts = await createAccounts(store, origin, sessionSecret(secret.current));
  const endpoints = createEndpoints(store);
  const token = await localToken(endpoints, privateFile(join(home, "local-token")), accounts.owner.id);
  const credentials = createCredentials(createConnections(store, vault), environment, store.withLock);
  const record = createCallRecord(store);
  const pruneRecord = () =>
    record
      .prune(keepRecordDays)
      .catch((error) => log.error(`old calls were not forgotten: ${error.message}`));
  await pruneRecord();
  const pruning = setInterval(pruneRecord, dayMs).unref();

  const openPluginStore = (pluginId: string, userId: string) => pluginData(store, pluginId, userId);
  const catalog = createCatalog(plugins.map((plugin) => createPluginSource(plugin, openPluginStore)));
  const index = indexCatalog(catalog);
  const visibility = createVisibility(credentials);
  const { call, drain } = createDrainedCall(
    createCall({ catalog, visibility, credentials, record, log, timeoutMs: callTimeoutMs }),
  );
  const searching = [
    searchTools({ index, visibility, dashboardUrl: origin }),
    readTool(catalog, visibility),
    callTool(call),
  ];
  const mcp = createMcpEndpoint(
    (caller) => (caller.pins ? pinnedTools(caller.pins, caller, { catalog, visibility, call }) : searching),
    version,
  );

  const mcpUrl = `${origin}/api/mcp/${token}`;
  const createSignInLink = async () => `${origin}/sign-in?code=${await accounts.createSignInCode()}`;
  const app = createApp({
    accounts,
    authenticate: createAuthenticate(accounts, options.commandSecret),
    call,
    catalog,
    createSignInLink,
    credentials,
    dashboardFolder: fileURLToPath(new URL("../dist/dashboard", import.meta.url)),
    endpoints,
    index,
    log,
    mcp,
    mcpUrl,
    origin,
    providers: collectProviders(plugins),
    record,
    rotateSecret: () => secret.replace((next) => vault.rewrap(next)),
    stop: options.stop,
    version,
    visibility,
  });

  return {
    mcpUrl,
    fetch: (request) => app.fetch(request),
    createSignInLink,
    async close() {
      clearInterval(pruning);
      await drain(drainMs);
      await mcp.close();
      await store.close();
    },
  };
}

/** Sessions are signed with a key of their own, so that neither use of the secret tells of the other. */
function sessionSecret(secret: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", "toolshed sessions", 32)).toString("base64url");
}
