import { getCookie } from "hono/cookie";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { acceptInvitation } from "../../account/accept-invitation.ts";
import { newPassword } from "../../account/user.ts";
import { isAdmin } from "../../policy/caller.ts";
import { found, respond, tooManyRequestsAnswer } from "../answer.ts";
import { needsOrigin } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { nameField } from "./name-field.ts";
import { guarded, route } from "./route.ts";

const credentials = z.object({ email: z.string().trim().max(254), password: z.string().max(1_000) });
const newMember = z.object({
  name: nameField,
  email: z.email().max(254),
  password: newPassword,
});

const browserCookie = "toolshed_browser";
const browserSeconds = 365 * 24 * 60 * 60;

/** Signing in and out, without authentication. */
export function sessionRoutes(parts: AppParts) {
  const { accounts, invitations, openId, signInLimit, knownBrowsers } = parts;

  /** The cookies of a new session, and one by which this browser is known at the next sign-in. */
  function withBrowser(cookies: Headers, email: string): Headers {
    const attributes = `Path=/api/v1/session; Max-Age=${browserSeconds}; HttpOnly; SameSite=Lax`;
    const secure = parts.origin.startsWith("https:") ? "; Secure" : "";
    const headers = new Headers(cookies);
    headers.append("set-cookie", `${browserCookie}=${knownBrowsers.create(email)}; ${attributes}${secure}`);
    return headers;
  }

  return guarded(needsOrigin, [
    // Who is signed in, and how one can sign in here beside the link that the terminal prints.
    route("GET /session", {}, async ({ context }) => {
      const { user } = context.env;
      return {
        user: user ? { ...user, isAdmin: isAdmin(user) } : null,
        methods: { password: await accounts.hasPasswords(), providers: openId.providers },
        // Where this page can show Views: without one it cannot.
        sandboxUrl: parts.sandbox.urlFor(context.req.header("host") ?? "") ?? null,
      };
    }),
    route("POST /session", { body: credentials }, async ({ body: { email, password }, context }) => {
      const browser = knownBrowsers.idOf(email, getCookie(context, browserCookie));
      const waitMs = await signInLimit.attempt(email, context.env.clientAddress, browser);
      if (waitMs !== undefined) return respond(context, tooManyRequestsAnswer(waitMs));
      const cookies = await accounts.signInWithPassword(email, password, context.req.raw.headers);
      if (!cookies) throw new HTTPException(401, { message: "Address and password do not fit together" });
      return Response.json({}, { headers: withBrowser(cookies, email) });
    }),
    route("DELETE /session", {}, async ({ context }) =>
      Response.json({}, { headers: await accounts.signOut(context.req.raw.headers) }),
    ),
    route("GET /session/invitation/:code", {}, async ({ params }) => {
      const { role, email, expiresAt } = found(await invitations.find(params.code));
      return { role, email, expiresAt };
    }),
    route("POST /session/invitation/:code", { body: newMember }, async ({ params, body, context }) => {
      found(await acceptInvitation(parts, params.code, body));
      const cookies = await accounts.signInWithPassword(body.email, body.password, context.req.raw.headers);
      return Response.json(
        {},
        { status: 201, ...(cookies && { headers: withBrowser(cookies, body.email) }) },
      );
    }),
  ]);
}
