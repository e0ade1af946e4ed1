import { remember } from "../store/remember.ts";
import { hasChanged, type Store } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import { matchesPattern } from "./path-pattern.ts";

export interface ListedRole {
  readonly name: string;
  readonly patterns: readonly string[];
  readonly builtIn: boolean;
  readonly memberCount: number;
}

/** What people may use: a role is a list of path patterns. */
export type Roles = ReturnType<typeof createRoles>;

type Patterns = ReadonlyMap<string, readonly string[]>;

const topic = "roles";
const builtIn: Patterns = new Map([
  ["owner", ["*"]],
  ["admin", ["*"]],
  ["member", ["*"]],
]);

/** Told in the transaction that gives a role other patterns. */
export type OnRoleChange = (
  db: Store["db"],
  role: string,
  isAllowed: (path: string) => boolean,
) => Promise<unknown>;

export function createRoles({ db, events, change }: Store, onChange?: OnRoleChange) {
  /** Asked at every call. */
  const remembered = remember<Patterns>(events, topic);
  const all = () => remembered("", read);

  async function read(): Promise<Patterns> {
    const rows = await db.selectFrom("role").select(["name", "patterns"]).orderBy("name").execute();
    return new Map([...builtIn, ...rows.map((row) => [row.name, JSON.parse(row.patterns)] as const)]);
  }

  /** What has the role, in words. */
  async function usersOf(role: string): Promise<string[]> {
    const [members, endpoints, invitations] = await Promise.all([
      db.selectFrom("user").select("id").where("role", "=", role).execute(),
      db.selectFrom("endpoint").select("id").where("role", "=", role).execute(),
      db
        .selectFrom("invitation")
        .select("id")
        .where("role", "=", role)
        .where("expires_at", ">", Date.now())
        .execute(),
    ]);
    return [
      ...inWords(members.length, "member"),
      ...inWords(endpoints.length, "team endpoint"),
      ...inWords(invitations.length, "open invitation"),
    ];
  }

  return {
    /** Whether the role allows a path. A role that does not exist allows nothing. */
    async allowedTo(role: string): Promise<(path: string) => boolean> {
      return allowedBy((await all()).get(role) ?? []);
    },

    has: async (name: string): Promise<boolean> => (await all()).has(name),

    async list(): Promise<ListedRole[]> {
      const counts = await db
        .selectFrom("user")
        .select((row) => ["role", row.fn.countAll<number | string>().as("members")])
        .groupBy("role")
        .execute();
      const memberCounts = new Map(counts.map(({ role, members }) => [role, Number(members)]));
      return [...(await all())].map(([name, patterns]) => ({
        name,
        patterns,
        builtIn: builtIn.has(name),
        memberCount: memberCounts.get(name) ?? 0,
      }));
    },

    async set(name: string, patterns: readonly string[]): Promise<void> {
      refuseBuiltIn(name);
      const changes = { patterns: JSON.stringify(patterns) };
      await change(topic, async (transaction) => {
        await transaction
          .insertInto("role")
          .values({ name, ...changes })
          .onConflict((conflict) => conflict.column("name").doUpdateSet(changes))
          .execute();
        await onChange?.(transaction, name, allowedBy(patterns));
      });
    },

    /** Returns whether it existed. Rejects while a person or an endpoint has it. */
    async remove(name: string): Promise<boolean> {
      refuseBuiltIn(name);
      const users = await usersOf(name);
      if (users.length > 0) {
        throw new UserError(
          `The role "${name}" is in use by ${users.join(" and ")}: give them another one first.`,
        );
      }
      return change(topic, (transaction) =>
        hasChanged(transaction.deleteFrom("role").where("name", "=", name)),
      );
    },
  };
}

const allowedBy =
  (patterns: readonly string[]) =>
  (path: string): boolean =>
    patterns.some((pattern) => matchesPattern(pattern, path));

const inWords = (count: number, thing: string): string[] =>
  count === 0 ? [] : [`${count} ${thing}${count === 1 ? "" : "s"}`];

function refuseBuiltIn(name: string): void {
  if (builtIn.has(name)) throw new UserError(`The role "${name}" is always there and cannot be changed.`);
}
