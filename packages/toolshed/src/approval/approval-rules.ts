import { randomUUID } from "node:crypto";
import type { Caller } from "../policy/caller.ts";
import { matchesPattern } from "../policy/path-pattern.ts";
import type { SourceTool } from "../source/source.ts";
import { hasChanged, type Store } from "../store/store.ts";

export type Verdict = "allow" | "ask" | "deny";

/** What happens before calls that a pattern matches. What it leaves out holds for all. */
export interface ApprovalRule extends RuleTerms {
  readonly id: string;
  readonly createdAt: number;
}

export interface RuleTerms {
  /** Whose calls: where a person chose "always" for a path, that person's. */
  readonly userId: string | null;
  readonly role: string | null;
  /** `command` or `dashboard`, or what the endpoint is called. */
  readonly via: string | null;
  /** The endpoint whose calls it is for. The rule ends with it. */
  readonly endpointId: string | null;
  readonly pattern: string;
  readonly effect: Verdict;
}

export type ApprovalRules = ReturnType<typeof createApprovalRules>;

const topic = "approval-rules";
const strictness: Record<Verdict, number> = { deny: 2, ask: 1, allow: 0 };
const isDeny = ({ effect }: ApprovalRule): number => Number(effect === "deny");

/** What is denied stays so; then the longest pattern is the one that was meant most; of two, the stricter. */
const byPrecedence = (a: ApprovalRule, b: ApprovalRule): number =>
  isDeny(b) - isDeny(a) ||
  b.pattern.length - a.pattern.length ||
  strictness[b.effect] - strictness[a.effect] ||
  a.createdAt - b.createdAt;

export function createApprovalRules({ db, events, change }: Store) {
  /** Asked at every call. */
  let known: Promise<ApprovalRule[]> | undefined;
  // Rules end with their endpoint and show its name.
  for (const changing of [topic, "endpoints", "members"]) {
    events.subscribe(changing, () => {
      known = undefined;
    });
  }

  const read = async () => {
    const rules = await db
      .selectFrom("approval_rule as rule")
      .leftJoin("endpoint", "endpoint.id", "rule.endpoint_id")
      .select((row) => [
        "rule.id",
        "rule.user_id as userId",
        "rule.role",
        row.fn.coalesce("endpoint.name", "rule.via").as("via"),
        "rule.endpoint_id as endpointId",
        "rule.pattern",
        "rule.effect",
        "rule.created_at as createdAt",
      ])
      .execute();
    return rules.sort(byPrecedence);
  };

  function all(): Promise<ApprovalRule[]> {
    known ??= read().catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  return {
    /** What the rules say of a call, if one does. */
    async verdict(caller: Caller, path: string): Promise<Verdict | undefined> {
      const { userId, role } = caller;
      const first = (await all()).find(
        (rule) =>
          (rule.userId ?? userId) === userId &&
          (rule.role ?? role) === role &&
          isThrough(rule, caller) &&
          matchesPattern(rule.pattern, path),
      );
      return first?.effect;
    },

    /** In the order in which they count: the first that fits a call decides. */
    list: all,

    /** Takes the place of a rule for the same calls. */
    async set({ userId, role, via, endpointId, pattern, effect }: RuleTerms): Promise<ApprovalRule> {
      const rule = {
        id: randomUUID(),
        userId,
        role,
        via,
        endpointId,
        pattern,
        effect,
        createdAt: Date.now(),
      };
      await change(topic, async (db) => {
        await db
          .deleteFrom("approval_rule")
          .where("user_id", userId === null ? "is" : "=", userId)
          .where("role", role === null ? "is" : "=", role)
          .where("endpoint_id", endpointId === null ? "is" : "=", endpointId)
          .$if(endpointId === null, (query) => query.where("via", via === null ? "is" : "=", via))
          .where("pattern", "=", pattern)
          .execute();
        await db
          .insertInto("approval_rule")
          .values({
            id: rule.id,
            user_id: userId,
            role,
            via,
            endpoint_id: endpointId,
            pattern,
            effect,
            created_at: rule.createdAt,
          })
          .execute();
      });
      return rule;
    },

    /** Tells whether there was such a rule. */
    async change(
      id: string,
      { role, via, endpointId, pattern, effect }: Omit<RuleTerms, "userId">,
    ): Promise<boolean> {
      return change(topic, (db) =>
        hasChanged(
          db
            .updateTable("approval_rule")
            .set({ role, via, endpoint_id: endpointId, pattern, effect })
            .where("id", "=", id),
        ),
      );
    },

    async remove(id: string): Promise<boolean> {
      return change(topic, (db) => hasChanged(db.deleteFrom("approval_rule").where("id", "=", id)));
    },
  };
}

/**
 * Whether a rule is for the door that the caller came through. Anyone can give an endpoint a name that another had: a rule
 * from before endpoints were told apart by their ids can restrict one of that name, and allow it nothing.
 */
function isThrough({ via, endpointId, effect }: ApprovalRule, caller: Caller): boolean {
  if (endpointId !== null) return endpointId === caller.endpointId;
  if (via === null) return true;
  return via === caller.via && (caller.endpointId === undefined || effect !== "allow");
}

/** What happens before a call: rules first, then what the endpoint says of destructive ones. */
export type ApprovalGate = (tool: SourceTool, caller: Caller, inScript: boolean) => Promise<Verdict>;

export function createApprovalGate(rules: ApprovalRules): ApprovalGate {
  return async ({ path, destructive }, caller, inScript) => {
    const ruled = await rules.verdict(caller, path);
    if (ruled === "deny" || (destructive && caller.approval === "deny")) return "deny";
    if (ruled) return ruled;
    if (!destructive) return "allow";
    // A host shows its user a call before it is made, but it cannot show what a script will call.
    return caller.approval === "host" && !inScript ? "allow" : "ask";
  };
}
