import { z } from "zod";
import { type Caller, isAdmin } from "../../policy/caller.ts";
import { mayReadResult } from "../../policy/manage.ts";
import { matches } from "../../record/call-feed.ts";
import type { CallDetail, CallFilter } from "../../record/call-record.ts";
import type { CallResult } from "../../record/results/cut-result.ts";
import { found } from "../answer.ts";
import { createExports } from "../export/export-calls.ts";
import type { AppParts } from "../parts.ts";
import { route } from "./route.ts";

const time = z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER);
const filter = {
  /** Everybody's calls are for admins; others get their own. */
  of: z.enum(["me", "all"]).default("me"),
  path: z.string().toLowerCase().max(200).optional(),
  /** The first part of the path. */
  source: z.string().max(200).optional(),
  /** An outcome, or `problem` for every one that a person may want to look into. */
  outcome: z.string().max(50).optional(),
  /** What the door was called. Endpoints may have the same name. */
  via: z.string().max(100).optional(),
  endpoint: z.string().max(100).optional(),
  /** Part of the path, the error or the client. */
  q: z.string().max(200).optional(),
  /** A trace, a session or a run. */
  trace: z.string().max(100).optional(),
  /** When the call began: from one time until before another. */
  from: time.optional(),
  to: time.optional(),
};
const id = z.coerce.number<number>().int().min(0);
const listQuery = z.object({
  ...filter,
  limit: z.coerce.number<number>().int().min(1).max(1_000).default(100),
  before: id.optional(),
});
const streamQuery = z.object({ ...filter, after: id.optional() });
const exportQuery = z.object({ ...filter, format: z.enum(["ndjson", "csv"]).default("ndjson") });
const ofQuery = z.object({ of: filter.of });

const maxTraceCalls = 500;

/** What is kept of a call's result, or why there is nothing. Of one that was too large there is the beginning. */
export interface KeptCallResult {
  readonly value: CallResult | null;
  readonly problem: "not kept" | "expired" | "too large" | "private" | null;
}

/** What was called. Everyone sees their own calls, admins those of all. */
export function callRoutes(parts: AppParts) {
  const { record, results, endpoints, catalog, visibility, callFeed, eventStream } = parts;
  const exportCalls = createExports(record, parts.log);

  const userFor = (caller: Caller, of: "me" | "all"): string | undefined =>
    of === "all" && isAdmin(caller) ? undefined : caller.userId;

  const toFilter = async (
    caller: Caller,
    { of, endpoint, q, ...asked }: Omit<z.output<typeof streamQuery>, "after">,
  ): Promise<CallFilter> => ({
    userId: userFor(caller, of),
    path: asked.path || undefined,
    source: asked.source || undefined,
    outcome: asked.outcome || undefined,
    via: asked.via || undefined,
    text: q || undefined,
    trace: asked.trace || undefined,
    from: asked.from,
    to: asked.to,
    endpoint: endpoint ? { id: endpoint, known: await endpoints.find(endpoint) } : undefined,
  });

  async function readResult(
    caller: Caller,
    { id, userId, resultState }: CallDetail,
  ): Promise<KeptCallResult> {
    if (resultState === null) return { value: null, problem: "not kept" };
    if (!mayReadResult(caller, { userId }, await results.isOn())) return { value: null, problem: "private" };
    const value = await results.read(id);
    if (!value) return { value: null, problem: "expired" };
    return { value, problem: resultState === "cut" ? "too large" : null };
  }

  /** The tool as the caller may use it now. */
  async function describeTool(caller: Caller, path: string) {
    const tool = catalog.find(path);
    const { isVisible } = await visibility(caller);
    return tool && isVisible(tool)
      ? { exists: true, readOnly: tool.readOnly }
      : { exists: false, readOnly: false };
  }

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
    // As a file, newest first.
    route(
      "GET /calls/export",
      { query: exportQuery },
      async ({ query: { format, ...query }, caller, context }) =>
        exportCalls(context, format, await toFilter(caller, query)),
    ),
    // The calls of a trace, a session or a run that the caller may see: the latest of them, oldest first.
    route("GET /calls/traces/:id", { query: ofQuery }, async ({ params, query: { of }, caller }) => {
      const calls = await record.listTrace(params.id.slice(0, 100), userFor(caller, of), maxTraceCalls + 1);
      return { calls: calls.slice(-maxTraceCalls), isCut: calls.length > maxTraceCalls };
    }),
    route("GET /calls/:id", {}, async ({ params, caller }) => {
      const { success, data = 0 } = id.safeParse(params.id);
      const call = found(success && (await record.find(data, userFor(caller, "all"))));
      const tool = await describeTool(caller, call.path);
      const { resultState: _, ...entry } = call;
      const result = await readResult(caller, call);
      return {
        ...entry,
        // A result may be stored between the two reads.
        hasResult: entry.hasResult || result.value !== null,
        result,
        endpointName:
          call.endpointId === null ? null : ((await endpoints.find(call.endpointId))?.name ?? null),
        tool,
        /** Whether the same call can be made again, with no other effect than reading. */
        canReplay: tool.exists && tool.readOnly && !call.isMasked && call.userId === caller.userId,
      };
    }),
  ];
}
