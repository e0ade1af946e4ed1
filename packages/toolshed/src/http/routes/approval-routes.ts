import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { RuleTerms } from "../../approval/approval-rules.ts";
import { type Approval, type DecidedApproval, waitMs } from "../../approval/approvals.ts";
import { makeQuestionVisible } from "../../approval/question.ts";
import { showArguments } from "../../approval/show-arguments.ts";
import { isReservedName } from "../../endpoint/endpoints.ts";
import { type Caller, isAdmin } from "../../policy/caller.ts";
import { ownersFor } from "../../policy/manage.ts";
import { isPattern } from "../../policy/path-pattern.ts";
import { UserError } from "../../user-error.ts";
import { found, refuse } from "../answer.ts";
import { adminsOnly } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { guarded, route } from "./route.ts";
import { unknownRole } from "./team-routes.ts";

/** What `GET /approvals/stream` sends first and whenever it may have changed. */
export interface WaitingApprovals {
  count: number;
}

const decision = z.object({
  approved: z.boolean(),
  reach: z.enum(["once", "run", "always"]).default("once"),
  answer: z.record(z.string(), z.unknown()).optional(),
});
const historyQuery = z.object({
  limit: z.coerce.number<number>().int().min(1).max(100).default(50),
  before: z.coerce.number<number>().int().min(0).optional(),
});
const name = z.string().min(1).max(100).nullable().default(null);
const newRule = z.object({
  role: name,
  /** `command`, `dashboard`, or an endpoint's name or id. */
  via: name,
  pattern: z.string().max(300).refine(isPattern, "not a pattern such as samples.notes.* or samples.**"),
  effect: z.enum(["allow", "ask", "deny"]),
});

/** What waits for a person, and what is decided without one. A token of an endpoint does not get here. */
export function approvalRoutes(parts: AppParts) {
  const { approvals, approvalRules, catalog, endpoints, eventStream, providers, roles } = parts;

  async function find(caller: Caller, id: string): Promise<Approval> {
    const approval = found(await approvals.find(id));
    found(ownersFor(caller).includes(approval.userId));
    return approval;
  }

  function effectOf({ path }: Approval): CallEffect | null {
    const tool = catalog.find(path);
    if (!tool) return null;
    const { authProvider } = tool;
    const service = authProvider === undefined ? null : (providers.get(authProvider)?.name ?? authProvider);
    return { kind: tool.destructive ? "destroys" : tool.readOnly ? "reads" : "changes", service };
  }

  async function whyClosed(id: string): Promise<string> {
    const { state, note } = (await approvals.find(id)) ?? {};
    if (state === "cancelled") return `This was cancelled. ${note ?? ""}`.trim();
    // Asked by a call that was still under way when its endpoint was revoked.
    return state === "waiting"
      ? "This was cancelled. The endpoint was revoked."
      : "This has been decided already";
  }

  /** Names are not unique, and a later endpoint may get one again: a rule is for the endpoint that has it now. */
  async function bind({ via, ...terms }: z.output<typeof newRule>): Promise<Omit<RuleTerms, "userId">> {
    if (terms.role !== null && !(await roles.has(terms.role))) throw await unknownRole(roles, terms.role);
    if (via === null || isReservedName(via))
      return { ...terms, via: via?.trim().toLowerCase() ?? null, endpointId: null };
    const [endpoint, ...others] = await endpoints.named(via);
    if (!endpoint)
      throw new UserError(`There is no endpoint "${via}". Create it first, then make a rule for it.`);
    if (others.length > 0) {
      const all = [endpoint, ...others].map(({ id, owner }) => `${id} (${owner})`);
      throw new UserError(
        `${all.length} endpoints are called "${via}". Give the id of one of them: ${all.join(", ")}.`,
      );
    }
    return { ...terms, via: endpoint.name, endpointId: endpoint.id };
  }

  return [
    route("GET /approvals", {}, async ({ caller }) => ({
      approvals: (await approvals.waiting(ownersFor(caller))).map((one) =>
        toAnswer(one, effectOf(one), { reveal: false }),
      ),
    })),
    // Those that no longer wait, the latest first. `next` is what to give as `before` for earlier ones.
    route("GET /approvals/history", { query: historyQuery }, async ({ query: { limit, before }, caller }) => {
      const decided = await approvals.decided(ownersFor(caller), { limit: limit + 1, before });
      const shown = decided.slice(0, limit);
      return {
        approvals: shown.map(toDecided),
        next: decided.length > limit ? (shown.at(-1)?.decidedAt ?? null) : null,
      };
    }),
    route("GET /approvals/stream", {}, ({ caller, context }) =>
      eventStream(context, async (stream, signal) => {
        for await (const count of parts.waitingFeed.follow(ownersFor(caller), signal)) {
          if (count === undefined) await stream.write(": nothing new\n\n");
          else await stream.writeSSE({ data: JSON.stringify({ count } satisfies WaitingApprovals) });
        }
      }),
    ),
    // In the order in which they count: the first that fits a call decides.
    route("GET /approvals/rules", {}, async ({ caller }) => ({
      rules: (await approvalRules.list()).filter(
        ({ userId }) => userId === null || isAdmin(caller) || userId === caller.userId,
      ),
    })),
    ...guarded(adminsOnly, [
      route("POST /approvals/rules", { body: newRule, status: 201 }, async ({ body }) =>
        approvalRules.set({ userId: null, ...(await bind(body)) }),
      ),
      route("PUT /approvals/rules/:id", { body: newRule }, async ({ params, body }) => {
        found(await approvalRules.change(params.id, await bind(body)));
      }),
    ]),
    route("DELETE /approvals/rules/:id", {}, async ({ params, caller }) => {
      const rule = found((await approvalRules.list()).find(({ id }) => id === params.id));
      if (rule.userId !== caller.userId && !isAdmin(caller)) refuse("Only an admin can do this");
      await approvalRules.remove(rule.id);
    }),
    route("GET /approvals/:id", {}, async ({ params, caller }) => {
      const approval = await find(caller, params.id);
      return toAnswer(approval, effectOf(approval), { reveal: true });
    }),
    route("POST /approvals/:id", { body: decision }, async ({ params, body, caller }) => {
      const approval = await find(caller, params.id);
      const { approved: isApproved, reach, answer } = body;
      if (await parts.decideApproval(approval, { isApproved, reach, answer, by: caller.userId })) return;
      throw new HTTPException(409, { message: await whyClosed(approval.id) });
    }),
  ];
}

/** What a call would do, as far as its tool says so. */
export interface CallEffect {
  readonly kind: "reads" | "changes" | "destroys";
  /** The service that it would do it at, if the tool needs a connection. */
  readonly service: string | null;
}

const maxListedLength = 2_000;

/** A list leaves long arguments out, and shows their beginning. One approval shows everything. */
function toAnswer(approval: Approval, effect: CallEffect | null, how: { readonly reveal: boolean }) {
  const { id, via, path, arguments: args, connection, runId, state, note, question, createdAt } = approval;
  const given = JSON.parse(args);
  return {
    id,
    via,
    path,
    arguments: how.reveal || args.length <= maxListedLength ? (given as unknown) : null,
    /** The arguments as the page and the CLI show them. */
    shown: showArguments(given, how),
    connection,
    isPartOfRun: runId !== null,
    state,
    note,
    question: question && makeQuestionVisible(question),
    createdAt,
    /** When it is cancelled if nobody has decided. */
    expiresAt: createdAt + waitMs,
    /** Nothing for a tool that is gone. */
    effect,
  };
}

function toDecided({ id, via, path, connection, state, note, createdAt, ...rest }: DecidedApproval) {
  const { question, decidedAt, decidedBy, call } = rest;
  return {
    id,
    via,
    path,
    connection,
    state,
    note,
    createdAt,
    hadQuestion: question !== null,
    decidedAt: decidedAt ?? createdAt,
    decidedBy,
    call,
  };
}
