import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAccounts } from "./account/accounts.ts";
import { createCall } from "./call/create-call.ts";
import { createDrainedCall } from "./call/drain.ts";
import { createCatalog } from "./catalog/catalog.ts";
import { createEndpoints } from "./endpoint/endpoints.ts";
import { localToken } from "./endpoint/local-token.ts";
import { privateFile } from "./home/private-file.ts";
import { createAuthenticate } from "./http/authenticate.ts";
import { createApp } from "./http/create-app.ts";
import type { Log } from "./log/log.ts";
import { callTool } from "./mcp/call-tool.ts";
import { createMcpEndpoint } from "./mcp/mcp-endpoint.ts";
import { readTool } from "./mcp/read-tool.ts";
import { searchTools } from "./mcp/search-tools.ts";
import { samples } from "./plugins/samples/index.ts";
import { createSearchIndex } from "./search/search-index.ts";
import { createPluginSource } from "./source/plugin-source.ts";
import { openStore } from "./store/open-store.ts";
import { pluginData } from "./store/plugin-data.ts";
import { version } from "./version.ts";

export interface GatewayOptions {
  readonly home: string;
  readonly databaseUrl: string | undefined;
  /** Where it is reached, such as `http://127.0.0.1:7420`. */
  readonly origin: string;
  readonly secret: string;
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

/** Wires the parts. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { home, origin, log } = options;

  const store = await openStore(home, options.databaseUrl);
  const accounts = await createAccounts(store, origin, options.secret);
  const endpoints = createEndpoints(store);
  const token = await localToken(endpoints, privateFile(join(home, "local-token")), accounts.owner.id);

  const openPluginStore = (pluginId: string, userId: string) => pluginData(store, pluginId, userId);
  const catalog = createCatalog([createPluginSource(samples, openPluginStore)]);
  const index = createSearchIndex(catalog.tools);
  const { call, drain } = createDrainedCall(createCall(catalog, log));
  const mcp = createMcpEndpoint([searchTools(index), readTool(catalog), callTool(call)], version);

  const mcpUrl = `${origin}/api/mcp/${token}`;
  const app = createApp({
    accounts,
    authenticate: createAuthenticate(accounts, options.commandSecret),
    call,
    catalog,
    dashboardFolder: fileURLToPath(new URL("../dist/dashboard", import.meta.url)),
    endpoints,
    index,
    log,
    mcp,
    mcpUrl,
    origin,
    stop: options.stop,
    version,
  });

  return {
    mcpUrl,
    fetch: (request) => app.fetch(request),
    createSignInLink: async () => `${origin}/sign-in?code=${await accounts.createSignInCode()}`,
    async close() {
      await drain(drainMs);
      await mcp.close();
      await store.close();
    },
  };
}
