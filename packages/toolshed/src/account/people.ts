import { cancelApprovalsOfRole } from "../approval/cancel-approvals.ts";
import type { Vault } from "../credential/vault.ts";
import { createEndpoints } from "../endpoint/endpoints.ts";
import { createGrants } from "../endpoint/grants.ts";
import { deriveKey, type HomeSecret } from "../home/secret.ts";
import type { Log } from "../log/log.ts";
import { createRoles } from "../policy/roles.ts";
import type { Store } from "../store/store.ts";
import type { Chores } from "../work/chores.ts";
import { createAccounts } from "./accounts.ts";
import { createInvitations } from "./invitations.ts";
import { createMembers } from "./members.ts";
import { createAuthorizationServer } from "./oauth/authorization-server.ts";
import { createDocumentSupport } from "./oauth/document-support.ts";
import { createOpenId } from "./open-id/open-id.ts";
import { openIdProviders } from "./open-id/open-id-providers.ts";

export interface PeopleParts {
  readonly store: Store;
  readonly vault: Vault;
  readonly secret: HomeSecret;
  readonly environment: NodeJS.ProcessEnv;
  readonly origin: string;
  /** The names of our MCP URL, the one for links first. */
  readonly mcpResources: readonly string[];
  readonly chores: Chores;
  readonly log: Log;
}

/** Who may do what. */
export type People = Awaited<ReturnType<typeof openPeople>>;

export async function openPeople(parts: PeopleParts) {
  const { store, vault, secret, environment, origin, mcpResources, chores, log } = parts;
  const sessionKey = deriveKey(secret.current, "toolshed sessions");
  const loadFetch = () => import("./oauth/fetch-client-document.ts");
  const documentSupport = createDocumentSupport(environment, async () =>
    (await loadFetch()).canReachInternet(),
  );
  // The owner is made once, however many gateways start on a new database.
  const accounts = await store.withLock("accounts", () =>
    createAccounts(store, origin, sessionKey, async () => {
      const { oauthProvider } = await import("./oauth/oauth-provider.ts");
      const { createFetchClientDocument } = await loadFetch();
      const fetchDocument = createFetchClientDocument(environment.TOOLSHED_ALLOW_PRIVATE?.split(",") ?? []);
      return [oauthProvider({ resources: mcpResources, vault, fetchDocument, documentSupport, log })];
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
  chores.add({
    everyMs: 60 * 60 * 1000,
    atOnce: true,
    failure: "ended grants were not deleted",
    run: (signal) => grants.prune(signal),
  });
  return {
    accounts,
    invitations,
    openId,
    grants,
    authorizationServer: createAuthorizationServer({
      accounts,
      grants,
      documentSupport,
      origin,
      withLock: store.withLock,
    }),
    endpoints: createEndpoints(store, mcpResources),
    members: createMembers(store),
    roles: createRoles(store, cancelApprovalsOfRole),
  };
}
