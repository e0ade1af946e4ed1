import type { BetterAuthPlugin } from "better-auth";
import { betterAuth } from "better-auth/minimal";
import { magicLink } from "better-auth/plugins/magic-link";
import type { Store } from "../store/store.ts";
import { authOptions, basePath, withinContext } from "./auth-options.ts";
import { sessionCookies } from "./session-cookies.ts";
import { maxPasswordLength, minPasswordLength, type NewUser, type User } from "./user.ts";

/** What of accounts better-auth does. */
export type AccountLibrary = Awaited<ReturnType<typeof createAccountLibrary>>;

const codeSeconds = 60;

export async function createAccountLibrary(
  store: Store,
  origin: string,
  secret: string,
  plugins: BetterAuthPlugin[],
) {
  const auth = betterAuth({
    ...authOptions(store, origin, secret),
    // People cannot sign up without an invitation: `register` is the only way in.
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength, maxPasswordLength },
    plugins: [
      magicLink({
        expiresIn: codeSeconds,
        disableSignUp: true,
        storeToken: "hashed",
        // Nothing is sent: the code goes back to the server-side caller.
        sendMagicLink: ({ token, metadata }) => metadata?.receive(token),
      }),
      ...plugins,
    ],
  });

  const { internalAdapter, password: passwords } = await auth.$context;

  return {
    /** A short-lived code that signs a person in once. */
    async createCode(email: string): Promise<string> {
      let code = "";
      const receive = (token: string) => {
        code = token;
      };
      const body = { email, metadata: { receive } };
      await withinContext(() => auth.api.signInMagicLink({ body, headers: new Headers() }));
      return code;
    },

    /** Redirects to the dashboard with a session, or to `/?error=…`. */
    redeem(code: string, headers: Headers): Promise<Response> {
      const url = new URL(`${basePath}/magic-link/verify`, origin);
      url.search = new URLSearchParams({ token: code, callbackURL: "/" }).toString();
      return withinContext(() => auth.handler(new Request(url, { headers })));
    },

    async signInWithPassword(
      email: string,
      password: string,
      headers: Headers,
    ): Promise<Headers | undefined> {
      const body = { email, password };
      const answer = await withinContext(() => auth.api.signInEmail({ body, headers, asResponse: true }));
      return answer.ok ? sessionCookies(answer) : undefined;
    },

    async signOut(headers: Headers): Promise<Headers> {
      return sessionCookies(await withinContext(() => auth.api.signOut({ headers, asResponse: true })));
    },

    async register({ name, email, role, password, emailVerified }: NewUser): Promise<User | undefined> {
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
      await store.events.publish("members");
      return { id: user.id, name, email: user.email, role };
    },

    async userOf(headers: Headers): Promise<User | undefined> {
      const session = await withinContext(() => auth.api.getSession({ headers }));
      if (!session) return undefined;
      const { id, name, email, role } = session.user;
      return { id, name, email, role };
    },

    /** The id of the session that the request comes with. */
    async sessionIdOf(headers: Headers): Promise<string | undefined> {
      return (await withinContext(() => auth.api.getSession({ headers })))?.session.id;
    },

    /** Ends every other session too, and gives the cookies of a new one. Nothing if the current password is incorrect. */
    async changePassword(
      currentPassword: string,
      newPassword: string,
      headers: Headers,
    ): Promise<Headers | undefined> {
      const body = { currentPassword, newPassword, revokeOtherSessions: true };
      const answer = await withinContext(() => auth.api.changePassword({ body, headers, asResponse: true }));
      return answer.ok ? sessionCookies(answer) : undefined;
    },

    handle: (request: Request): Promise<Response> => withinContext(() => auth.handler(request)),
  };
}
