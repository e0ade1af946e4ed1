import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { acceptInvitation } from "../../account/accept-invitation.ts";
import type { Accounts } from "../../account/accounts.ts";
import type { Invitations } from "../../account/invitations.ts";
import type { KnownBrowsers } from "../../account/known-browsers.ts";
import type { Members } from "../../account/members.ts";
import type { OpenId } from "../../account/open-id/open-id.ts";
import type { SignInLimit } from "../../account/sign-in-limit.ts";
import { maxPasswordLength, minPasswordLength } from "../../account/user.ts";
import { isAdmin } from "../../policy/is-admin.ts";
import type { InvitationAnswer, SessionAnswer } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { needsOrigin } from "../guards/only.ts";
import { tooManyRequests } from "../guards/too-many-requests.ts";
import { notFound } from "../not-found.ts";
import { readBody } from "./read-body.ts";

export interface SessionParts {
  readonly accounts: Accounts;
  readonly invitations: Invitations;
  readonly members: Members;
  readonly openId: OpenId;
  readonly signInLimit: SignInLimit;
  readonly knownBrowsers: KnownBrowsers;
  /** Where the gateway is reached. */
  readonly origin: string;
}

const credentials = z.object({ email: z.string().trim().max(254), password: z.string().max(1_000) });
const newMember = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.email().max(254),
  password: z
    .string()
    .min(minPasswordLength, `at least ${minPasswordLength} characters`)
    .max(maxPasswordLength, `at most ${maxPasswordLength} characters`),
});

const browserCookie = "toolshed_browser";
const browserSeconds = 365 * 24 * 60 * 60;

/** Signing in and out, for everybody: whoever asks here is not known yet. */
export function sessionRoutes(parts: SessionParts): Hono<Pick<ApiEnvironment, "Bindings">> {
  const { accounts, invitations, members, openId, signInLimit, knownBrowsers } = parts;

  /** The cookies of a new session, and one by which this browser is known at the next sign-in. */
  function withBrowser(cookies: Headers, email: string): Headers {
    const attributes = `Path=/api/v1/session; Max-Age=${browserSeconds}; HttpOnly; SameSite=Lax`;
    const secure = parts.origin.startsWith("https:") ? "; Secure" : "";
    const headers = new Headers(cookies);
    headers.append("set-cookie", `${browserCookie}=${knownBrowsers.create(email)}; ${attributes}${secure}`);
    return headers;
  }

  return new Hono<Pick<ApiEnvironment, "Bindings">>()
    .use(needsOrigin)
    .get("/", async (context) => {
      const { caller } = context.env;
      const [member, password] = await Promise.all([
        caller && members.find(caller.userId),
        accounts.hasPasswords(),
      ]);
      return context.json<SessionAnswer>({
        user: member
          ? {
              id: member.id,
              name: member.name,
              email: member.email,
              role: member.role,
              isAdmin: isAdmin(member),
            }
          : null,
        methods: { password, providers: [...openId.providers] },
      });
    })
    .post("/", async (context) => {
      const { email, password } = await readBody(context, credentials);
      const browser = knownBrowsers.idOf(email, getCookie(context, browserCookie));
      const waitMs = await signInLimit.attempt(email, context.env.clientAddress, browser);
      if (waitMs !== undefined) return tooManyRequests(context, waitMs);
      const cookies = await accounts.signInWithPassword(email, password, context.req.raw.headers);
      if (!cookies) throw new HTTPException(401, { message: "Address and password do not fit together" });
      return Response.json({}, { headers: withBrowser(cookies, email) });
    })
    .delete("/", async (context) =>
      Response.json({}, { headers: await accounts.signOut(context.req.raw.headers) }),
    )
    .get("/invitation/:code", async (context) => {
      const invitation = await invitations.find(context.req.param("code"));
      if (!invitation) return notFound(context);
      const { role, email, expiresAt } = invitation;
      return context.json<InvitationAnswer>({ role, email, expiresAt });
    })
    .post("/invitation/:code", async (context) => {
      const person = await readBody(context, newMember);
      if (!(await acceptInvitation(parts, context.req.param("code"), person))) return notFound(context);
      const cookies = await accounts.signInWithPassword(
        person.email,
        person.password,
        context.req.raw.headers,
      );
      return Response.json(
        {},
        { status: 201, ...(cookies && { headers: withBrowser(cookies, person.email) }) },
      );
    });
}
