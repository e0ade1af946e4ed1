import { z } from "zod";
import { type Caller, isAdmin } from "../../policy/caller.ts";
import { matches } from "../../record/call-feed.ts";
import type { CallFilter } from "../../record/call-record.ts";
import type { AppParts } from "../parts.ts";
import { route } from "./route.ts";

const filter = {
  /** Everybody's calls are for admins; others get their own. */
  of: z.enum(["me", "all"]).default("me"),
  path: z.string().toLowerCase().max(200).optional(),
  outcome: z.string().max(50).optional(),
  /** What the door was called. Endpoints may have the same name. */
  via: z.string().max(100).optional(),
  endpoint: z.string().max(100).optional(),
};
const id = z.coerce.number<number>().int().min(0);
const listQuery = z.object({
  ...filter,
  limit: z.coerce.number<number>().int().min(1).max(1_000).default(100),
  before: id.optional(),
});
const streamQuery = z.object({ ...filter, after: id.optional() });

/** What was called. Everyone sees their own calls, admins those of all. */
export function callRoutes({ record, endpoints, callFeed, eventStream }: AppParts) {
  const toFilter = async (
    caller: Caller,
    { of, path, outcome, via, endpoint }: Omit<z.output<typeof streamQuery>, "after">,
  ): Promise<CallFilter> => ({
    userId: of === "all" && isAdmin(caller) ? undefined : caller.userId,
    path: path || undefined,
    outcome: outcome || undefined,
    via: via || undefined,
    endpoint: endpoint ? { id: endpoint, known: await endpoints.find(endpoint) } : undefined,
  });

  return [
    route("GET /calls", { query: listQuery }, async ({ query: { limit, before, ...query }, caller }) => {
      const asked = await toFilter(caller, query);
      // Of all that the caller may see: a stream `after` it gives those that are not in this answer.
      const latest = await record.latest(asked.userId);
      return { ...(await record.list(asked, { limit, before })), latest };
    }),
    // Sends each new call, one that was running again when it has ended. Starts with the next one, or after `after`.
    route("GET /calls/stream", { query: streamQuery }, async ({ query, caller, context }) => {
      const asked = await toFilter(caller, query);
      const after = Number(context.req.header("last-event-id")) || query.after;
      return eventStream(context, async (stream, signal) => {
        for await (const news of callFeed.follow({ after, userId: asked.userId, signal })) {
          const events = news.filter((one) => matches(asked, one));
          // An entry sent again has no number: a client that reconnects continues after the latest.
          const text = events.map(
            ({ call, data, isNew }) => `${isNew ? `id: ${call.id}\n` : ""}data: ${data}\n\n`,
          );
          if (text.length > 0) await stream.write(text.join(""));
          else if (news.length === 0) await stream.write(": nothing new\n\n");
        }
      });
    }),
  ];
}
