import type { BetterAuthPlugin } from "better-auth";
import { betterAuth } from "better-auth/minimal";
import { magicLink } from "better-auth/plugins/magic-link";
import { remember } from "../store/remember.ts";
import type { Store } from "../store/store.ts";
import { authOptions, basePath } from "./auth-options.ts";
import { sessionCookies } from "./session-cookies.ts";
import { withinContext } from "./within-context.ts";

export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

export interface NewUser extends Omit<User, "id"> {
  readonly password: string;
  /** Whether somebody else than the user vouches for the address. */
  readonly emailVerified: boolean;
}

export interface Accounts {
  /** The person whose machine or team this is. Made on the first start. */
  readonly owner: User;
  /** A code that signs the owner in once, within a day. */
  createSignInCode(): Promise<string>;
  /** Redirects to the dashboard with a session, or to `/?error=…` when the code was used or is too old. */
  signIn(code: string, headers: Headers): Promise<Response>;
  /** The cookies of a new session, or nothing if address and password do not fit together. */
  signInWithPassword(email: string, password: string, headers: Headers): Promise<Headers | undefined>;
  /** Ends the session and gives the cookies that take its own away. */
  signOut(headers: Headers): Promise<Headers>;
  /** Makes somebody who signs in with a password. Nothing if the address is taken. */
  register(user: NewUser): Promise<User | undefined>;
  /** Whether anybody has a password to sign in with. */
  hasPasswords(): Promise<boolean>;
  userOf(headers: Headers): Promise<User | undefined>;
  /** Asked at every call. Nothing for somebody who is no longer there. */
  roleOf(userId: string): Promise<string | undefined>;
  /** The account library's own routes, below `/api/auth`. None may be reached but through code of ours. */
  handle(request: Request): Promise<Response>;
}

const ownerEmail = "owner@toolshed.local";
const day = 24 * 60 * 60;
export const minPasswordLength = 12;
export const maxPasswordLength = 128;

export async function createAccounts(
  store: Store,
  origin: string,
  secret: string,
  plugins: BetterAuthPlugin[] = [],
): Promise<Accounts> {
  const auth = betterAuth({
    ...authOptions(store, origin, secret),
    // Whoever is not invited cannot sign up: `register` is the only way in.
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength, maxPasswordLength },
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

  const { internalAdapter, password: passwords } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(ownerEmail);
  const owner =
    found?.user ??
    (await withinContext(() =>
      internalAdapter.createUser(
        { email: ownerEmail, emailVerified: true, name: "Owner", role: "owner" },
        { method: "sign-up" },
      ),
    ));

  const roles = remember<string | undefined>(store.events, "members");
  const readRole = async (id: string) =>
    (await store.db.selectFrom("user").select("role").where("id", "=", id).executeTakeFirst())?.role;

  return {
    owner: { id: owner.id, name: owner.name, email: ownerEmail, role: "owner" },

    async createSignInCode() {
      let code = "";
      const receive = (token: string) => {
        code = token;
      };
      const body = { email: ownerEmail, metadata: { receive } };
      await withinContext(() => auth.api.signInMagicLink({ body, headers: new Headers() }));
      return code;
    },

    signIn(code, headers) {
      const url = new URL(`${basePath}/magic-link/verify`, origin);
      url.search = new URLSearchParams({ token: code, callbackURL: "/" }).toString();
      return withinContext(() => auth.handler(new Request(url, { headers })));
    },

    async signInWithPassword(email, password, headers) {
      const body = { email, password };
      const answer = await withinContext(() => auth.api.signInEmail({ body, headers, asResponse: true }));
      return answer.ok ? sessionCookies(answer) : undefined;
    },

    async signOut(headers) {
      return sessionCookies(await withinContext(() => auth.api.signOut({ headers, asResponse: true })));
    },

    async register({ name, email, role, password, emailVerified }) {
      if (await internalAdapter.findUserByEmail(email.toLowerCase())) return undefined;
      const hash = await passwords.hash(password);
      const user = await withinContext(async () => {
        const created = await internalAdapter.createUser(
          { name, email, role, emailVerified },
          { method: "email-password" },
        );
        const { id } = created;
        await internalAdapter.linkAccount({
          userId: id,
          providerId: "credential",
          accountId: id,
          password: hash,
        });
        return created;
      });
      return { id: user.id, name, email: user.email, role };
    },

    async hasPasswords() {
      const one = await store.db
        .selectFrom("account")
        .select("providerId")
        .where("providerId", "=", "credential")
        .limit(1)
        .executeTakeFirst();
      return one !== undefined;
    },

    async userOf(headers) {
      const session = await withinContext(() => auth.api.getSession({ headers }));
      if (!session) return undefined;
      const { id, name, email, role } = session.user;
      return { id, name, email, role };
    },

    roleOf: (userId) => roles(userId, () => readRole(userId)),

    handle: (request) => withinContext(() => auth.handler(request)),
  };
}
