import { hash, randomBytes, randomUUID } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { remember } from "../store/remember.ts";
import { accountDate, hasChanged, type Store } from "../store/store.ts";
import type { AccountLibrary } from "./account-library.ts";
import { createSessions } from "./sessions.ts";
import type { NewUser, User } from "./user.ts";

export type Accounts = Awaited<ReturnType<typeof createAccounts>>;

const ownerEmail = "owner@toolshed.local";
const dayMs = 24 * 60 * 60 * 1000;

/**
 * `loadPlugins` gives what else the account library should do. The library takes half a second to load, so it is loaded
 * when someone signs in or has a session: agents and commands need neither.
 */
export async function createAccounts(
  store: Store,
  origin: string,
  secret: string,
  loadPlugins: () => Promise<BetterAuthPlugin[]> = async () => [],
) {
  const owner = await findOwner(store);
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

  /** Whether it was a sign-in code, which it is no longer. */
  async function takeCode(code: string): Promise<boolean> {
    return hasChanged(
      store.db
        .deleteFrom("verification")
        .where("identifier", "=", identifierOf(code))
        .where("expiresAt", ">", accountDate(store, Date.now())),
    );
  }

  return {
    /** The person whose machine or team this is. Made on the first start. */
    owner,

    /**
     * A code that signs the owner in once, within a day by default. Only its hash is stored. Doesn't use the account
     * library, which takes long to load.
     */
    async createSignInCode(validMs: number = dayMs): Promise<string> {
      const code = randomBytes(32).toString("base64url");
      const now = Date.now();
      const values = {
        id: randomUUID(),
        identifier: identifierOf(code),
        value: "",
        expiresAt: accountDate(store, now + validMs),
        createdAt: accountDate(store, now),
        updatedAt: accountDate(store, now),
      };
      await store.db.insertInto("verification").values(values).execute();
      return code;
    },

    /** Redirects to the dashboard with a session, or to `/?error=…` when the code was used or is too old. */
    async signIn(code: string, headers: Headers): Promise<Response> {
      const { createCode, redeem } = await library();
      // A code of ours becomes one of the library's, which goes nowhere else. Any other is for the library to refuse.
      return redeem((await takeCode(code)) ? await createCode(owner.email) : code, headers);
    },

    /** The cookies of a new session, or nothing if the email or password is incorrect. */
    signInWithPassword: async (email: string, password: string, headers: Headers) =>
      (await library()).signInWithPassword(email, password, headers),

    /** Ends the session and gives the cookies that take its own away. */
    signOut: async (headers: Headers) => (await library()).signOut(headers),

    /** Creates a user who signs in with a password. Nothing if the address is taken. */
    register: async (user: NewUser) => (await library()).register(user),

    /** Whether any user has a password. */
    async hasPasswords(): Promise<boolean> {
      const one = await store.db
        .selectFrom("account")
        .select("providerId")
        .where("providerId", "=", "credential")
        .limit(1)
        .executeTakeFirst();
      return one !== undefined;
    },

    /** Whether this person signs in with a password. */
    async hasPassword(userId: string): Promise<boolean> {
      const one = await store.db
        .selectFrom("account")
        .select("providerId")
        .where((row) => row.and({ userId, providerId: "credential" }))
        .executeTakeFirst();
      return one !== undefined;
    },

    changePassword: async (current: string, next: string, headers: Headers) =>
      (await library()).changePassword(current, next, headers),

    sessionIdOf: async (headers: Headers) => (await library()).sessionIdOf(headers),

    sessions: createSessions(store),

    // Who sends no cookie has no session.
    userOf: async (headers: Headers) =>
      headers.has("cookie") ? (await library()).userOf(headers) : undefined,

    /** Asked at every call. Nothing for a removed user. */
    roleOf: (userId: string) => roles(userId, () => readRole(userId)),

    /** The account library's own routes, below `/api/auth`. None may be reached but through code of ours. */
    handle: async (request: Request) => (await library()).handle(request),
  };
}

/** No identifier of the library's own begins like this. */
const identifierOf = (code: string): string => `sign-in-code:${hash("sha256", code, "hex")}`;

async function findOwner(store: Store): Promise<User> {
  const found = await store.db
    .selectFrom("user")
    .select(["id", "name"])
    .where("email", "=", ownerEmail)
    .executeTakeFirst();
  if (found) return { ...found, email: ownerEmail, role: "owner" };

  const owner: User = { id: randomUUID(), name: "Owner", email: ownerEmail, role: "owner" };
  const now = accountDate(store, Date.now());
  const emailVerified = store.dialect === "sqlite" ? 1 : true;
  await store.db
    .insertInto("user")
    .values({ ...owner, emailVerified, createdAt: now, updatedAt: now })
    .execute();
  return owner;
}
