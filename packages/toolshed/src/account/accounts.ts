import type { BetterAuthPlugin } from "better-auth";
import { remember } from "../store/remember.ts";
import type { Store } from "../store/store.ts";
import type { AccountLibrary } from "./account-library.ts";
import { findOwner } from "./find-owner.ts";
import { createSignInCodes } from "./sign-in-codes.ts";

export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

export interface NewUser extends Omit<User, "id"> {
  readonly password: string;
  /** Whether someone other than the user vouches for the address. */
  readonly emailVerified: boolean;
}

export interface Accounts {
  /** The person whose machine or team this is. Made on the first start. */
  readonly owner: User;
  /** A code that signs the owner in once, within a day. */
  createSignInCode(): Promise<string>;
  /** Redirects to the dashboard with a session, or to `/?error=…` when the code was used or is too old. */
  signIn(code: string, headers: Headers): Promise<Response>;
  /** The cookies of a new session, or nothing if the email or password is incorrect. */
  signInWithPassword(email: string, password: string, headers: Headers): Promise<Headers | undefined>;
  /** Ends the session and gives the cookies that take its own away. */
  signOut(headers: Headers): Promise<Headers>;
  /** Creates a user who signs in with a password. Nothing if the address is taken. */
  register(user: NewUser): Promise<User | undefined>;
  /** Whether any user has a password. */
  hasPasswords(): Promise<boolean>;
  userOf(headers: Headers): Promise<User | undefined>;
  /** Asked at every call. Nothing for a removed user. */
  roleOf(userId: string): Promise<string | undefined>;
  /** The account library's own routes, below `/api/auth`. None may be reached but through code of ours. */
  handle(request: Request): Promise<Response>;
}

export const minPasswordLength = 12;
export const maxPasswordLength = 128;

/**
 * `loadPlugins` gives what else the account library should do. The library takes half a second to load, so it is loaded
 * when someone signs in or has a session: agents and commands need neither.
 */
export async function createAccounts(
  store: Store,
  origin: string,
  secret: string,
  loadPlugins: () => Promise<BetterAuthPlugin[]> = async () => [],
): Promise<Accounts> {
  const owner = await findOwner(store);
  const codes = createSignInCodes(store);
  const roles = remember<string | undefined>(store.events, "members");
  const readRole = async (id: string) =>
    (await store.db.selectFrom("user").select("role").where("id", "=", id).executeTakeFirst())?.role;

  let loading: Promise<AccountLibrary> | undefined;
  function library(): Promise<AccountLibrary> {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }
  async function load(): Promise<AccountLibrary> {
    const [{ createAccountLibrary }, plugins] = await Promise.all([
      import("./account-library.ts"),
      loadPlugins(),
    ]);
    return createAccountLibrary(store, origin, secret, plugins);
  }

  return {
    owner,
    createSignInCode: codes.create,

    async signIn(code, headers) {
      const { createCode, redeem } = await library();
      // A code of ours becomes one of the library's, which goes nowhere else. Any other is for the library to refuse.
      return redeem((await codes.take(code)) ? await createCode(owner.email) : code, headers);
    },

    signInWithPassword: async (...given) => (await library()).signInWithPassword(...given),
    signOut: async (headers) => (await library()).signOut(headers),
    register: async (user) => (await library()).register(user),

    async hasPasswords() {
      const one = await store.db
        .selectFrom("account")
        .select("providerId")
        .where("providerId", "=", "credential")
        .limit(1)
        .executeTakeFirst();
      return one !== undefined;
    },

    // Who sends no cookie has no session.
    userOf: async (headers) => (headers.has("cookie") ? (await library()).userOf(headers) : undefined),
    roleOf: (userId) => roles(userId, () => readRole(userId)),
    handle: async (request) => (await library()).handle(request),
  };
}
