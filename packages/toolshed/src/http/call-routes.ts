import { Hono } from "hono";
import { z } from "zod";
import { isAdmin } from "../policy/is-admin.ts";
import type { CallFilter } from "../record/call-filter.ts";
import type { CallRecord } from "../record/call-record.ts";
import { followCalls } from "../record/follow-calls.ts";
import type { Events } from "../store/store.ts";
import type { CallsAnswer } from "./api.ts";
import type { ApiEnvironment } from "./api-environment.ts";
import { eventStream } from "./event-stream.ts";
import { readQuery } from "./read-query.ts";

export interface CallParts {
  readonly record: CallRecord;
  readonly events: Events;
  /** Aborts when the gateway ends, and streams with it. */
  readonly ending: AbortSignal;
}

const filter = {
  of: z.enum(["me", "all"]).default("me"),
  path: z.string().toLowerCase().max(200).optional(),
  outcome: z.string().max(50).optional(),
  via: z.string().max(100).optional(),
};
const id = z.coerce.number().int().min(0);
const listQuery = z.object({
  ...filter,
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  before: id.optional(),
});
const streamQuery = z.object({ ...filter, after: id.default(0) });

/** What was called. Everyone sees their own calls, admins those of all. */
export function callRoutes({ record, events, ending }: CallParts): Hono<ApiEnvironment> {
  const toFilter = (
    caller: ApiEnvironment["Variables"]["caller"],
    { of, path, outcome, via }: z.output<typeof streamQuery>,
  ): CallFilter => ({
    userId: of === "all" && isAdmin(caller) ? undefined : caller.userId,
    path: path || undefined,
    outcome: outcome || undefined,
    via: via || undefined,
  });

  return new Hono<ApiEnvironment>()
    .get("/", async (context) => {
      const { limit, before, ...query } = await readQuery(context, listQuery);
      const asked = toFilter(context.get("caller"), { ...query, after: 0 });
      return context.json<CallsAnswer>({ calls: await record.list(asked, { limit, before }) });
    })
    .get("/stream", async (context) => {
      const query = await readQuery(context, streamQuery);
      const asked = toFilter(context.get("caller"), query);
      const after = Number(context.req.header("last-event-id")) || query.after;
      return eventStream(context, ending, async (stream, signal) => {
        for await (const calls of followCalls(record, events, { filter: asked, after, signal })) {
          for (const call of calls)
            await stream.writeSSE({ id: String(call.id), data: JSON.stringify(call) });
          if (calls.length === 0) await stream.write(": nothing new\n\n");
        }
      });
    });
}
