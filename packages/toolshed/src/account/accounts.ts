import { kyselyAdapter } from "@better-auth/kysely-adapter";
import type { BetterAuthPlugin } from "better-auth";
import { betterAuth } from "better-auth/minimal";
import { magicLink } from "better-auth/plugins/magic-link";
import type { Store } from "../store/store.ts";

export interface User {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

export interface Accounts {
  /** The person whose machine or team this is. Made on the first start. */
  readonly owner: User;
  /** A code that signs the owner in once, within a day. */
  createSignInCode(): Promise<string>;
  /** Redirects to the dashboard with a session, or to `/?error=…` when the code was used or is too old. */
  signIn(code: string, headers: Headers): Promise<Response>;
  userOf(headers: Headers): Promise<User | undefined>;
  roleOf(userId: string): string;
  /** The account library's own routes, below `/api/auth`. None may be reached but through code of ours. */
  handle(request: Request): Promise<Response>;
}

const ownerEmail = "owner@toolshed.local";
const basePath = "/api/auth";
const day = 24 * 60 * 60;

export async function createAccounts(
  store: Store,
  origin: string,
  secret: string,
  plugins: BetterAuthPlugin[] = [],
): Promise<Accounts> {
  const auth = betterAuth({
    database: kyselyAdapter(store.db, { type: store.dialect }),
    secret,
    baseURL: origin,
    basePath,
    telemetry: { enabled: false },
    logger: { level: "error" },
    session: { expiresIn: 30 * day },
    // It does not learn from which address a request comes: everybody would share one limit.
    rateLimit: { enabled: false },
    advanced: { cookiePrefix: "toolshed" },
    plugins: [
      magicLink({
        expiresIn: day,
        disableSignUp: true,
        storeToken: "hashed",
        // Nothing is sent: the code goes back to whoever asked for it on the server's side.
        sendMagicLink: ({ token, metadata }) => metadata?.receive(token),
      }),
      ...plugins,
    ],
  });

  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(ownerEmail);
  const owner =
    found?.user ??
    (await internalAdapter.createUser(
      { email: ownerEmail, emailVerified: true, name: "Owner" },
      { method: "sign-up" },
    ));

  const roleOf = (userId: string) => (userId === owner.id ? "owner" : "member");

  return {
    owner: { id: owner.id, name: owner.name, role: "owner" },

    async createSignInCode() {
      let code = "";
      const receive = (token: string) => {
        code = token;
      };
      await auth.api.signInMagicLink({
        body: { email: ownerEmail, metadata: { receive } },
        headers: new Headers(),
      });
      return code;
    },

    signIn(code, headers) {
      const url = new URL(`${basePath}/magic-link/verify`, origin);
      url.search = new URLSearchParams({ token: code, callbackURL: "/" }).toString();
      return auth.handler(new Request(url, { headers }));
    },

    async userOf(headers) {
      const session = await auth.api.getSession({ headers });
      return session
        ? { id: session.user.id, name: session.user.name, role: roleOf(session.user.id) }
        : undefined;
    },

    roleOf,
    handle: (request) => auth.handler(request),
  };
}
