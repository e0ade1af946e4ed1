import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { ApprovalRules, RuleTerms } from "../../approval/approval-rules.ts";
import type { Approval, Approvals } from "../../approval/approvals.ts";
import type { WaitingFeed } from "../../approval/waiting-feed.ts";
import { team } from "../../credential/connections.ts";
import type { Endpoints } from "../../endpoint/endpoints.ts";
import { isReservedName } from "../../endpoint/endpoints.ts";
import type { Caller } from "../../policy/caller.ts";
import { isAdmin } from "../../policy/is-admin.ts";
import { isPattern } from "../../policy/path-pattern.ts";
import type { DecideApproval } from "../../run/journal/decide-approval.ts";
import { UserError } from "../../user-error.ts";
import type { ApprovalAnswer, ApprovalRulesAnswer, ApprovalsAnswer, WaitingApprovals } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { notFound } from "../not-found.ts";
import type { EventStream } from "./event-stream.ts";
import { readBody } from "./read-body.ts";

export interface ApprovalParts {
  readonly approvals: Approvals;
  readonly approvalRules: ApprovalRules;
  readonly endpoints: Pick<Endpoints, "named">;
  readonly decideApproval: DecideApproval;
  readonly waitingFeed: WaitingFeed;
  readonly eventStream: EventStream;
}

const decision = z.object({
  approved: z.boolean(),
  reach: z.enum(["once", "run", "always"]).default("once"),
  answer: z.record(z.string(), z.unknown()).optional(),
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
export function approvalRoutes({
  approvals,
  approvalRules,
  endpoints,
  decideApproval,
  waitingFeed,
  eventStream,
}: ApprovalParts): Hono<ApiEnvironment> {
  const ownersFor = (caller: Caller) => (isAdmin(caller) ? [caller.userId, team] : [caller.userId]);

  async function find(caller: Caller, id: string): Promise<Approval | undefined> {
    const approval = await approvals.find(id);
    return approval && ownersFor(caller).includes(approval.userId) ? approval : undefined;
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

  function adminOnly(caller: Caller): void {
    if (!isAdmin(caller)) throw new HTTPException(403, { message: "Only an admin can do this" });
  }

  return new Hono<ApiEnvironment>()
    .get("/", async (context) => {
      const waiting = await approvals.waiting(ownersFor(context.get("caller")));
      return context.json<ApprovalsAnswer>({ approvals: waiting.map(toListed) });
    })
    .get("/stream", (context) => {
      const owners = ownersFor(context.get("caller"));
      return eventStream(context, async (stream, signal) => {
        for await (const count of waitingFeed.follow(owners, signal)) {
          if (count === undefined) await stream.write(": nothing new\n\n");
          else await stream.writeSSE({ data: JSON.stringify({ count } satisfies WaitingApprovals) });
        }
      });
    })
    .get("/rules", async (context) => {
      const caller = context.get("caller");
      const rules = (await approvalRules.list()).filter(
        ({ userId }) => userId === null || isAdmin(caller) || userId === caller.userId,
      );
      return context.json<ApprovalRulesAnswer>({ rules: [...rules] });
    })
    .post("/rules", async (context) => {
      adminOnly(context.get("caller"));
      const terms = await bind(await readBody(context, newRule));
      const rule = await approvalRules.set({ userId: null, ...terms });
      return context.json(rule, 201);
    })
    .put("/rules/:id", async (context) => {
      adminOnly(context.get("caller"));
      const terms = await bind(await readBody(context, newRule));
      return (await approvalRules.change(context.req.param("id"), terms))
        ? context.json({})
        : notFound(context);
    })
    .delete("/rules/:id", async (context) => {
      const caller = context.get("caller");
      const rule = (await approvalRules.list()).find(({ id }) => id === context.req.param("id"));
      if (!rule) return notFound(context);
      if (rule.userId !== caller.userId) adminOnly(caller);
      await approvalRules.remove(rule.id);
      return context.json({});
    })
    .get("/:id", async (context) => {
      const approval = await find(context.get("caller"), context.req.param("id"));
      return approval ? context.json<ApprovalAnswer>(toAnswer(approval)) : notFound(context);
    })
    .post("/:id", async (context) => {
      const approval = await find(context.get("caller"), context.req.param("id"));
      if (!approval) return notFound(context);
      const { approved, reach, answer } = await readBody(context, decision);
      if (await decideApproval(approval, { isApproved: approved, reach, answer })) return context.json({});
      throw new HTTPException(409, { message: await whyClosed(approval.id) });
    });
}

/** In a list, long arguments are shown by their beginning. */
function toListed(approval: Approval): ApprovalAnswer {
  const { arguments: args } = approval;
  if (args.length <= maxListedLength) return toAnswer(approval);
  const cut = JSON.stringify(`${args.slice(0, maxListedLength)}…`);
  return toAnswer({ ...approval, arguments: cut });
}

const maxListedLength = 2_000;

function toAnswer(approval: Approval): ApprovalAnswer {
  const { id, via, path, arguments: args, connection, runId, state, note, question, createdAt } = approval;
  return {
    id,
    via,
    path,
    arguments: JSON.parse(args),
    connection,
    isPartOfRun: runId !== null,
    state,
    note,
    question,
    createdAt,
  };
}
