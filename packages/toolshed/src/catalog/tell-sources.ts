import type { Credentials } from "../credential/credentials.ts";
import type { Sources } from "./sources.ts";

/** Credentials that notify sources of every new connection, so that their tools appear immediately. */
export function tellSources(credentials: Credentials, sources: Pick<Sources, "connected">): Credentials {
  return {
    ...credentials,
    async saveKey(userId, provider, key, name) {
      const connection = await credentials.saveKey(userId, provider, key, name);
      await sources.connected(provider, { userId, connection });
      return connection;
    },
    async saveGrant(userId, provider, grant, name) {
      const connection = await credentials.saveGrant(userId, provider, grant, name);
      await sources.connected(provider, { userId, connection });
      return connection;
    },
  };
}
