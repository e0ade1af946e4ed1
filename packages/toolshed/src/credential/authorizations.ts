import { createHash, randomBytes } from "node:crypto";
import type { Store } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import type { AuthorizationVisit, Authorizer } from "./authorizer.ts";
import type { Credentials } from "./credentials.ts";
import type { Vault } from "./vault.ts";

export interface AuthorizingPerson {
  readonly userId: string;
  /** Whom the connection will belong to: the user, or the team. */
  readonly ownerId: string;
  /** Tells one session of a browser from another. Absent if it was begun elsewhere, such as by a command. */
  readonly browser?: string | undefined;
}

export interface AuthorizationsParts {
  readonly store: Store;
  readonly vault: Vault;
  readonly credentials: Pick<Credentials, "saveTokens">;
  readonly origin: string;
  authorizerOf(provider: string): Authorizer | undefined;
}

interface Flow {
  readonly provider: string;
  readonly visitor: AuthorizingPerson;
  readonly name?: string | undefined;
  readonly kept: unknown;
}

const maxAgeMs = 10 * 60 * 1000;
const expired =
  "This connection was not begun here, or too long ago. Begin it again in the Toolshed dashboard.";

/** Connecting by a visit to the service. Each authorization can be finished once, by the person who started it, within ten minutes. */
export function createAuthorizations(parts: AuthorizationsParts) {
  const { vault, credentials, origin } = parts;
  const { db } = parts.store;

  const toVisit = (state: string): AuthorizationVisit => ({
    state,
    redirectUrl: `${origin}/api/v1/connections/callback`,
    // Services fetch it, which they cannot where it is not public.
    clientMetadataUrl: origin.startsWith("https://") ? `${origin}/api/oauth-client` : undefined,
  });

  async function take(state: string): Promise<Flow | undefined> {
    const hash = hashOf(state);
    const row = await db
      .deleteFrom("authorization_flow")
      .where("state_hash", "=", hash)
      .returningAll()
      .executeTakeFirst();
    return row && row.expires_at > Date.now() ? JSON.parse(vault.unseal(row.sealed, place(hash))) : undefined;
  }

  return {
    /** Gives the address to which the person goes. What comes of it has the name, or is the default. */
    async begin(provider: string, person: AuthorizingPerson, name?: string): Promise<string> {
      const authorizer = parts.authorizerOf(provider);
      if (!authorizer) throw new UserError(`${provider} is not connected by a visit to its service.`);
      const state = randomBytes(32).toString("base64url");
      const { url, kept } = await authorizer.begin(toVisit(state));
      if (!isPage(url))
        throw new UserError(`${provider} wants to send you to an address that is not a web page.`);
      const flow: Flow = { provider, visitor: person, name, kept };
      const hash = hashOf(state);
      await db.deleteFrom("authorization_flow").where("expires_at", "<", Date.now()).execute();
      await db
        .insertInto("authorization_flow")
        .values({
          state_hash: hash,
          sealed: vault.seal(JSON.stringify(flow), place(hash)),
          expires_at: Date.now() + maxAgeMs,
        })
        .execute();
      return url.href;
    },

    /** Stores what the person has come back with. Rejects with a `UserError`, also if another person started it. */
    async finish(
      answer: URLSearchParams,
      { userId, browser }: Pick<AuthorizingPerson, "userId" | "browser">,
    ): Promise<void> {
      const state = answer.get("state") ?? "";
      const flow = await take(state);
      if (!flow || flow.visitor.userId !== userId || (flow.visitor.browser ?? browser) !== browser)
        throw new UserError(expired);
      // What the service says of the reason was written by others, for others.
      if (answer.has("error")) throw new UserError("The service did not give access. You can try it again.");
      const authorizer = parts.authorizerOf(flow.provider);
      if (!authorizer) throw new UserError(expired);
      const tokens = await authorizer.finish(answer, flow.kept, toVisit(state)).catch((error) => {
        throw new UserError("The service's answer could not be trusted, so nothing was stored.", {
          cause: error,
        });
      });
      await credentials.saveTokens(flow.visitor.ownerId, flow.provider, tokens, flow.name);
    },
  };
}

const hashOf = (state: string): string => createHash("sha256").update(state).digest("hex");
const place = (hash: string): string => `authorization/${hash}`;

/** A browser runs what some addresses hold, and opens programs for others. */
function isPage({ protocol, hostname, username, password }: URL): boolean {
  // They make an address look like that of another host.
  if (username || password) return false;
  return (
    protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname))
  );
}
