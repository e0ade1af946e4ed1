import { randomUUID } from "node:crypto";
import type { Caller } from "../policy/caller.ts";
import { matchesPattern } from "../policy/path-pattern.ts";
import type { Store } from "../store/store.ts";

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
  /** An endpoint's name, or `command` or `dashboard`. */
  readonly via: string | null;
  readonly pattern: string;
  readonly effect: Verdict;
}

export interface ApprovalRules {
  /** What the rules say of a call, if one does. */
  verdict(caller: Caller, path: string): Promise<Verdict | undefined>;
  /** In the order in which they count: the first that fits a call decides. */
  list(): Promise<readonly ApprovalRule[]>;
  /** Takes the place of a rule for the same calls. */
  set(terms: RuleTerms): Promise<ApprovalRule>;
  /** Tells whether there was such a rule. */
  change(id: string, terms: Omit<RuleTerms, "userId">): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}

const topic = "approval-rules";
const strictness: Record<Verdict, number> = { deny: 2, ask: 1, allow: 0 };
const isDeny = ({ effect }: ApprovalRule): number => Number(effect === "deny");

/** What is denied stays so; then the longest pattern is the one that was meant most; of two, the stricter. */
const byPrecedence = (a: ApprovalRule, b: ApprovalRule): number =>
  isDeny(b) - isDeny(a) ||
  b.pattern.length - a.pattern.length ||
  strictness[b.effect] - strictness[a.effect] ||
  a.createdAt - b.createdAt;

export function createApprovalRules({ db, events, change }: Store): ApprovalRules {
  /** Asked at every call. */
  let known: Promise<ApprovalRule[]> | undefined;
  events.subscribe(topic, () => {
    known = undefined;
  });

  const read = async () => {
    const rules = await db
      .selectFrom("approval_rule")
      .select(["id", "user_id as userId", "role", "via", "pattern", "effect", "created_at as createdAt"])
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
    async verdict({ userId, role, via }, path) {
      const first = (await all()).find(
        (rule) =>
          (rule.userId ?? userId) === userId &&
          (rule.role ?? role) === role &&
          (rule.via ?? via) === via &&
          matchesPattern(rule.pattern, path),
      );
      return first?.effect;
    },

    list: all,

    async set({ userId, role, via, pattern, effect }) {
      const rule = { id: randomUUID(), userId, role, via, pattern, effect, createdAt: Date.now() };
      await change(topic, async (db) => {
        await db
          .deleteFrom("approval_rule")
          .where("user_id", userId === null ? "is" : "=", userId)
          .where("role", role === null ? "is" : "=", role)
          .where("via", via === null ? "is" : "=", via)
          .where("pattern", "=", pattern)
          .execute();
        await db
          .insertInto("approval_rule")
          .values({ id: rule.id, user_id: userId, role, via, pattern, effect, created_at: rule.createdAt })
          .execute();
      });
      return rule;
    },

    async change(id, { role, via, pattern, effect }) {
      const { numUpdatedRows } = await change(topic, (db) =>
        db
          .updateTable("approval_rule")
          .set({ role, via, pattern, effect })
          .where("id", "=", id)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    async remove(id) {
      const { numDeletedRows } = await change(topic, (db) =>
        db.deleteFrom("approval_rule").where("id", "=", id).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
  };
}
