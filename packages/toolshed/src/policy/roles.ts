import type { Store } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import { matchesPattern } from "./path-pattern.ts";

export interface ListedRole {
  readonly name: string;
  readonly patterns: readonly string[];
  readonly builtIn: boolean;
  readonly memberCount: number;
}

/** What people may use: a role is a list of path patterns. */
export interface Roles {
  /** Tells of a path whether the role allows it. One that does not exist, or no longer, allows nothing. */
  allowedTo(role: string): Promise<(path: string) => boolean>;
  has(name: string): Promise<boolean>;
  list(): Promise<ListedRole[]>;
  set(name: string, patterns: readonly string[]): Promise<void>;
  /** Tells whether there was one. Rejects while somebody or something has it. */
  remove(name: string): Promise<boolean>;
}

type Patterns = ReadonlyMap<string, readonly string[]>;

const topic = "roles";
const builtIn: Patterns = new Map([
  ["owner", ["*"]],
  ["admin", ["*"]],
  ["member", ["*"]],
]);

export function createRoles({ db, events }: Store): Roles {
  /** Asked at every call. */
  let known: Promise<Patterns> | undefined;
  events.subscribe(topic, () => {
    known = undefined;
  });

  async function read(): Promise<Patterns> {
    const rows = await db.selectFrom("role").select(["name", "patterns"]).orderBy("name").execute();
    return new Map([...builtIn, ...rows.map((row) => [row.name, JSON.parse(row.patterns)] as const)]);
  }

  function all(): Promise<Patterns> {
    if (known) return known;
    const reading = read();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  }

  async function usersOf(role: string): Promise<string[]> {
    const count = async (table: "user" | "endpoint" | "invitation", one: string, many: string) => {
      const { found } = await db
        .selectFrom(table)
        .select((row) => row.fn.countAll<number | string>().as("found"))
        .where("role", "=", role)
        .executeTakeFirstOrThrow();
      return Number(found) === 0 ? [] : [`${found} ${Number(found) === 1 ? one : many}`];
    };
    return [
      ...(await count("user", "member", "members")),
      ...(await count("endpoint", "team endpoint", "team endpoints")),
      ...(await count("invitation", "open invitation", "open invitations")),
    ];
  }

  return {
    async allowedTo(role) {
      const patterns = (await all()).get(role) ?? [];
      return (path) => patterns.some((pattern) => matchesPattern(pattern, path));
    },

    has: async (name) => (await all()).has(name),

    async list() {
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

    async set(name, patterns) {
      refuseBuiltIn(name);
      const changes = { patterns: JSON.stringify(patterns) };
      await db
        .insertInto("role")
        .values({ name, ...changes })
        .onConflict((conflict) => conflict.column("name").doUpdateSet(changes))
        .execute();
      await events.publish(topic, name);
    },

    async remove(name) {
      refuseBuiltIn(name);
      const users = await usersOf(name);
      if (users.length > 0) {
        throw new UserError(
          `The role "${name}" is in use by ${users.join(" and ")}: give them another one first.`,
        );
      }
      const { numDeletedRows } = await db.deleteFrom("role").where("name", "=", name).executeTakeFirst();
      await events.publish(topic, name);
      return numDeletedRows > 0n;
    },
  };
}

function refuseBuiltIn(name: string): void {
  if (builtIn.has(name)) throw new UserError(`The role "${name}" is always there and cannot be changed.`);
}
