import type { Credentials } from "../credential/credentials.ts";
import type { Sources } from "./sources.ts";

/** Credentials that tell sources of every new connection, so that their tools are there at once. */
export function tellSources(credentials: Credentials, sources: Pick<Sources, "connected">): Credentials {
  return {
    ...credentials,
    async saveKey(ownerId, provider, key) {
      await credentials.saveKey(ownerId, provider, key);
      await sources.connected(provider, ownerId);
    },
    async saveGrant(ownerId, provider, grant) {
      await credentials.saveGrant(ownerId, provider, grant);
      await sources.connected(provider, ownerId);
    },
  };
}
