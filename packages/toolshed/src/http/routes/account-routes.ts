import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { newPassword } from "../../account/user.ts";
import { found, respond, tooManyRequestsAnswer } from "../answer.ts";
import { browsersOnly } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { nameField } from "./name-field.ts";
import { guarded, route } from "./route.ts";

const changes = z.object({ name: nameField });
const passwords = z.object({ current: z.string().max(1_000), next: newPassword });

/** What people manage of their own account, in a browser in which they are signed in. */
export function accountRoutes({ accounts, members, signInLimit }: AppParts) {
  const { sessions } = accounts;
  return guarded(browsersOnly, [
    route("GET /account", {}, async ({ caller, context }) => {
      const { id, name, email, role } = found(await members.find(caller.userId));
      const current = await accounts.sessionIdOf(context.req.raw.headers);
      return {
        id,
        name,
        email,
        role,
        hasPassword: await accounts.hasPassword(id),
        sessions: (await sessions.list(id)).map((one) => ({ ...one, isCurrent: one.id === current })),
      };
    }),
    route("PATCH /account", { body: changes }, ({ body: { name }, caller }) =>
      members.rename(caller.userId, name),
    ),
    // Every other session of the person ends, and this one gets new cookies.
    route("PUT /account/password", { body: passwords }, async ({ body, caller, context }) => {
      const { email } = found(await members.find(caller.userId));
      // With a count of its own: strangers who guess at the sign-in page cannot keep a member from changing the password.
      const waitMs = await signInLimit.attempt(email, context.env.clientAddress, `member ${caller.userId}`);
      if (waitMs !== undefined) return respond(context, tooManyRequestsAnswer(waitMs));
      const cookies = await accounts.changePassword(body.current, body.next, context.req.raw.headers);
      if (!cookies) throw new HTTPException(400, { message: "The current password is incorrect." });
      return Response.json({}, { headers: cookies });
    }),
    route("DELETE /account/sessions", {}, async ({ caller, context }) => {
      const current = found(await accounts.sessionIdOf(context.req.raw.headers));
      await sessions.endOthers(caller.userId, current);
    }),
    route("DELETE /account/sessions/:id", {}, async ({ params, caller }) => {
      found(await sessions.end(caller.userId, params.id));
    }),
  ]);
}
