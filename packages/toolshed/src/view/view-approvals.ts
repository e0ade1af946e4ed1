import { z } from "zod";
import { type Approval, type Approvals, approvalsTopic } from "../approval/approvals.ts";
import { hasFields } from "../approval/question.ts";
import { showArguments } from "../approval/show-arguments.ts";
import type { CallRequest } from "../call/call.ts";
import { type CallOutcome, toToolResult } from "../call/outcome.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import type { Caller } from "../policy/caller.ts";
import type { DecideApproval } from "../run/journal/decide-approval.ts";
import { UpstreamError } from "../source/source.ts";
import type { Events } from "../store/store.ts";
import { makeVisible } from "../visible-text.ts";
import type { Showing } from "./view-handles.ts";

/** The approval card: what the frame asks for to let the host's user decide about a call that waits. */
export type ViewApprovals = ReturnType<typeof createViewApprovals>;

export interface ViewApprovalsParts {
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly approvals: Approvals;
  readonly decideApproval: DecideApproval;
  readonly events: Events;
  approvalUrl(id: string): string;
  /** A request that only waited is not counted as one of the endpoint's. */
  onPolled(endpointId: string): void;
}

type Visit = Omit<CallRequest, "path" | "args" | "connection">;
type Answer = Readonly<Record<string, unknown>>;
type Show = (request: CallRequest) => Promise<CallOutcome>;

const input = z.object({
  id: z.string().max(100),
  approved: z.boolean().default(false),
  reach: z.enum(["once", "run"]).default("once"),
});
const refused = -32_000;
const methodNotFound = -32_601;
const invalidParams = -32_602;
/** Hosts give a request 60 s. */
const waitMs = 20_000;
const minPollMs = 1_000;

export function createViewApprovals(parts: ViewApprovalsParts) {
  const { catalog, visibility, approvals, events, approvalUrl } = parts;

  /** Only what was asked through the same door. */
  async function find(id: string, { userId, endpointId }: Caller): Promise<Approval> {
    const approval = await approvals.find(id);
    if (approval?.userId === userId && approval.endpointId === (endpointId ?? null)) return approval;
    throw new UpstreamError(refused, "No such call waits for an approval here.");
  }

  /**
   * A click in a card is as good as an answer to an elicitation: where the client's answer counts, so does the click. What
   * the card does not show whole is decided in the dashboard, which does.
   */
  async function canDecide({ question, arguments: args }: Approval, admitted: Caller): Promise<boolean> {
    const { caller } = await visibility(admitted);
    const isForm = question !== null && hasFields(question);
    return caller.approval !== "dashboard" && !isForm && showArguments(JSON.parse(args)).isWhole;
  }

  async function describe(approval: Approval, caller: Caller): Promise<Answer> {
    const { id, path, connection, arguments: args, runId, state, question } = approval;
    return {
      id,
      state,
      path,
      title: catalog.find(path)?.name ?? path,
      connection,
      arguments: showArguments(JSON.parse(args)).rows,
      effect: effectOf(path),
      ...(question && { question: makeVisible(question.message) }),
      isPartOfRun: runId !== null,
      canDecide: await canDecide(approval, caller),
      url: approvalUrl(id),
    };
  }

  function effectOf(path: string): string {
    const { destructive = true, annotations = {} } = catalog.find(path) ?? {};
    if (annotations.destructiveHint === true)
      return "It is marked as destructive: it may change or delete data.";
    if (destructive) return "It is not marked as read-only: it may change or delete data.";
    return "A rule asks for approval of each call.";
  }

  async function decide(approval: Approval, caller: Caller, given: z.output<typeof input>): Promise<Answer> {
    if (!(await canDecide(approval, caller)))
      throw new UpstreamError(
        refused,
        `Decide about this call in the dashboard: ${approvalUrl(approval.id)}`,
      );
    await parts.decideApproval(approval, { isApproved: given.approved, reach: given.reach });
    return stateOf(approval.id, caller);
  }

  const stateOf = async (id: string, caller: Caller): Promise<Answer> => ({
    state: (await find(id, caller)).state,
  });

  /** Resolves once the call no longer waits, or after a while. */
  function wait(id: string, { caller, signal }: Visit): Promise<Answer> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const end = () => {
        const hasWaited = performance.now() - began >= minPollMs;
        if (hasWaited && caller.endpointId !== undefined) parts.onPolled(caller.endpointId);
        unsubscribe();
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        stateOf(id, caller).then(resolve, reject);
      };
      const look = () => {
        stateOf(id, caller).then(({ state }) => state !== "waiting" && end(), reject);
      };
      const timer = setTimeout(end, waitMs);
      timer.unref();
      const unsubscribe = events.subscribe(approvalsTopic, (owner) => {
        if (owner === "" || owner === caller.userId) look();
      });
      signal.addEventListener("abort", end);
      look();
    });
  }

  /** Makes the call that was decided about: exactly as it was asked for, and once. */
  async function proceed(approval: Approval, showing: Showing, visit: Visit, show: Show): Promise<Answer> {
    const { path, state, runId } = approval;
    if (runId !== null || path !== showing.path)
      throw new UpstreamError(refused, "The one who asked for this call makes it.");
    if (state === "approved")
      return {
        ...toToolResult(
          await show({
            ...visit,
            path,
            args: JSON.parse(approval.arguments),
            connection: showing.connection,
          }),
        ),
      };
    const reasons: Partial<Record<Approval["state"], string>> = {
      waiting: `${path} still waits for an approval.`,
      used: `${path} was approved and has been called already.`,
    };
    const message = reasons[state] ?? `The call of ${path} was not approved.`;
    return { ...toToolResult({ kind: "refused", code: "denied", message }) };
  }

  return {
    /** Serves `approval/read`, `approval/decide`, `approval/wait` and `approval/proceed`. */
    async serve(
      method: string,
      params: unknown,
      showing: Showing,
      visit: Visit,
      show: Show,
    ): Promise<Answer> {
      const given = input.safeParse(params);
      if (!given.success) throw new UpstreamError(invalidParams, `${method}: id is not an approval's`);
      const approval = await find(given.data.id, visit.caller);
      if (method === "approval/read") return describe(approval, visit.caller);
      if (method === "approval/decide") return decide(approval, visit.caller, given.data);
      if (method === "approval/wait") return wait(approval.id, visit);
      if (method === "approval/proceed") return proceed(approval, showing, visit, show);
      throw new UpstreamError(methodNotFound, `A View cannot ask for ${method} here`);
    },
  };
}
