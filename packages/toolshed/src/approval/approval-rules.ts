import { randomUUID } from "node:crypto";
import type { Caller } from "../policy/caller.ts";
import { matchesPattern } from "../policy/path-pattern.ts";
import type { SourceTool } from "../source/source.ts";
import { remember } from "../store/remember.ts";
import { retention } from "../store/retention.ts";
import { hasChanged, type Store } from "../store/store.ts";
import { UserError } from "../user-error.ts";

export type Verdict = "allow" | "ask" | "deny";

/** What happens before calls that a pattern matches. What it leaves out holds for all. */
export type ApprovalRule = Awaited<ReturnType<ReturnType<typeof selectRules>["execute"]>>[number];

export type RuleTerms = Omit<ApprovalRule, "id" | "createdAt">;

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

const selectRules = (db: Store["db"]) =>
  db
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
    ]);

export function createApprovalRules({ db, events, change }: Store) {
  /** Asked at every call. Rules end with their endpoint and show its name. */
  const remembered = remember<ApprovalRule[]>(events, topic, "endpoints", "members");
  const all = () =>
    remembered("", async () => {
      const rules = await selectRules(db).execute();
      return rules.sort(byPrecedence);
    });

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
    async set(terms: RuleTerms): Promise<ApprovalRule> {
      const rule = { ...terms, id: randomUUID(), createdAt: Date.now() };
      const { userId, role, via, endpointId, pattern } = terms;
      await change(topic, async (db) => {
        await db
          .deleteFrom("approval_rule")
          .where("user_id", "is not distinct from", userId)
          .where("role", "is not distinct from", role)
          .where("endpoint_id", "is not distinct from", endpointId)
          .$if(endpointId === null, (query) => query.where("via", "is not distinct from", via))
          .where("pattern", "=", pattern)
          .execute();
        const { count } = await db
          .selectFrom("approval_rule")
          .select((row) => row.fn.countAll().as("count"))
          .where("user_id", "is not distinct from", userId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= retention.approval_rule.perOwner.rows)
          throw new UserError(
            `There are ${retention.approval_rule.perOwner.rows} rules already. Remove some first.`,
          );
        const values = { ...toColumns(terms), user_id: userId, id: rule.id, created_at: rule.createdAt };
        await db.insertInto("approval_rule").values(values).execute();
      });
      return rule;
    },

    /** Tells whether there was such a rule. */
    async change(id: string, terms: Omit<RuleTerms, "userId">): Promise<boolean> {
      return change(topic, (db) =>
        hasChanged(db.updateTable("approval_rule").set(toColumns(terms)).where("id", "=", id)),
      );
    },

    async remove(id: string): Promise<boolean> {
      return change(topic, (db) => hasChanged(db.deleteFrom("approval_rule").where("id", "=", id)));
    },
  };
}

const toColumns = ({ role, via, endpointId, pattern, effect }: Omit<RuleTerms, "userId">) => ({
  role,
  via,
  endpoint_id: endpointId,
  pattern,
  effect,
});

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
export async function decideBefore(
  rules: Pick<ApprovalRules, "verdict">,
  { path, destructive }: SourceTool,
  caller: Caller,
  inScript: boolean,
): Promise<Verdict> {
  const ruled = await rules.verdict(caller, path);
  if (ruled === "deny" || (destructive && caller.approval === "deny")) return "deny";
  if (ruled) return ruled;
  if (!destructive) return "allow";
  // A host shows its user a call before it is made, but it cannot show what a script will call.
  return caller.approval === "host" && !inScript ? "allow" : "ask";
}
