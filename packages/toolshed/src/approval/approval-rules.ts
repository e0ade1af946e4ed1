import { randomUUID } from "node:crypto";
import type { Caller } from "../policy/caller.ts";
import { matchesPattern } from "../policy/path-pattern.ts";
import type { Store } from "../store/store.ts";

export type Verdict = "allow" | "ask" | "deny";

/** What happens before calls that a pattern matches. What it leaves out holds for all. */
export interface ApprovalRule {
  readonly id: string;
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
  list(): Promise<readonly ApprovalRule[]>;
  add(rule: Omit<ApprovalRule, "id">): Promise<ApprovalRule>;
  remove(id: string): Promise<boolean>;
}

const topic = "approval-rules";
const strictness: Record<Verdict, number> = { deny: 2, ask: 1, allow: 0 };

export function createApprovalRules({ db, events }: Store): ApprovalRules {
  /** Asked at every call. */
  let known: Promise<ApprovalRule[]> | undefined;
  events.subscribe(topic, () => {
    known = undefined;
  });

  const read = () =>
    db
      .selectFrom("approval_rule")
      .select(["id", "user_id as userId", "role", "via", "pattern", "effect"])
      .orderBy("created_at")
      .execute();

  function all(): Promise<ApprovalRule[]> {
    known ??= read().catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  return {
    async verdict({ userId, role, via }, path) {
      const matching = (await all()).filter(
        (rule) =>
          (rule.userId ?? userId) === userId &&
          (rule.role ?? role) === role &&
          (rule.via ?? via) === via &&
          matchesPattern(rule.pattern, path),
      );
      if (matching.some(({ effect }) => effect === "deny")) return "deny";
      // The longest pattern is the one that was meant most; of two, the stricter.
      return matching.sort(
        (a, b) => b.pattern.length - a.pattern.length || strictness[b.effect] - strictness[a.effect],
      )[0]?.effect;
    },

    list: all,

    async add(given) {
      const rule = { id: randomUUID(), ...given };
      const { userId, ...rest } = rule;
      await db
        .insertInto("approval_rule")
        .values({ ...rest, user_id: userId, created_at: Date.now() })
        .execute();
      await events.publish(topic);
      return rule;
    },

    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom("approval_rule").where("id", "=", id).executeTakeFirst();
      await events.publish(topic);
      return numDeletedRows > 0n;
    },
  };
}
