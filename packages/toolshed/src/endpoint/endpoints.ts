import { randomUUID } from "node:crypto";
import { approvalsTopic } from "../approval/approvals.ts";
import { cancelApprovals } from "../approval/cancel-approvals.ts";
import type { Restrictions } from "../policy/caller.ts";
import { remember } from "../store/remember.ts";
import { retention } from "../store/retention.ts";
import { hasChanged, type Store } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import {
  selectEndpoints,
  selectGranted,
  toColumns,
  toEndpoint,
  type WantedRestrictions,
} from "./endpoint-row.ts";
import { listEndpoints } from "./list-endpoints.ts";
import { createToken, hashToken, isToken } from "./token.ts";

/** What a token opens. By default it exposes search; with pins, a source or `listsAll` the tools themselves. */
export interface Endpoint extends Restrictions {
  readonly id: string;
  readonly name: string;
  /** A grant is opened by the access tokens of a client that a person let in. */
  readonly kind: "token" | "grant";
  readonly userId: string;
  /** What it may use, if it belongs to the team. A person's has whatever role the person has at the moment. */
  readonly role?: string;
  readonly createdAt: number;
}

export interface NewEndpoint extends WantedRestrictions {
  /** A person's id, or `team`. */
  readonly userId: string;
  /** Who makes it, if that is another person. */
  readonly createdBy?: string;
  /** Only for one of the team. */
  readonly role?: string | undefined;
  readonly name: string;
  readonly expiresAt?: number | undefined;
}

export interface ListedEndpoint extends Endpoint {
  /** When the last of its tokens ends. Nothing means never. */
  readonly expiresAt: number | null;
  readonly owner: "person" | "team";
  /** The name of who made it, as long as that person is here. */
  readonly createdBy: string | null;
  /** To the minute. Nothing means never. */
  readonly lastUsedAt: number | null;
  /** The client of a grant. */
  readonly clientId?: string;
}

export interface EndpointPage {
  readonly limit: number;
  /** The last endpoint of the page before, which may be gone by now. */
  readonly after?: Pick<Endpoint, "id" | "createdAt"> | undefined;
}

export type Endpoints = ReturnType<typeof createEndpoints>;

/** What the record and the rules call the doors other than endpoints. */
const reserved = new Set(["command", "dashboard"]);

/** Whether an endpoint of this name could be taken for the owner's command line or for the dashboard. */
export const isReservedName = (name: string): boolean => reserved.has(name.trim().toLowerCase());

const noteUseMs = 60_000;

/** What a change of an endpoint or its tokens is told as. */
const topic = "endpoints";

/** Access tokens open an endpoint only if they were made for one of the audiences: the names of our MCP URL. */
export function createEndpoints(store: Store, audiences: readonly string[] = []) {
  const { db, events, change } = store;
  const lastUses = new Map<string, number>();
  /** Asked at every call. */
  const byHash = remember<{ endpoint: Endpoint; expiresAt: number | null } | undefined>(events, topic);

  const byId = remember<Endpoint | undefined>(events, topic);

  const select = () =>
    selectEndpoints(db)
      .leftJoin("endpoint_token", "endpoint_token.endpoint_id", "endpoint.id")
      .select("endpoint_token.expires_at as expiresAt");

  return {
    /** The token is in the answer and nowhere else afterwards. */
    async create(wanted: NewEndpoint): Promise<{ endpoint: Endpoint; token: string }> {
      const { userId, createdBy = userId, name, role, expiresAt } = wanted;
      if (isReservedName(name)) {
        throw new UserError(
          `"${name}" is what Toolshed calls its own commands and pages: choose another name.`,
        );
      }
      const id = randomUUID();
      const own = { id, user_id: userId, name, role: role ?? null, created_by: createdBy };
      return db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom("endpoint")
          .select((row) => row.fn.countAll().as("count"))
          .where("user_id", "=", userId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= retention.endpoint.perOwner.rows)
          throw new UserError(
            `There are ${retention.endpoint.perOwner.rows} endpoints already. Revoke some first.`,
          );
        await transaction
          .insertInto("endpoint")
          .values({ ...own, ...toColumns(wanted), created_at: Date.now() })
          .execute();
        const token = await addToken(transaction, id, expiresAt);
        const row = await selectEndpoints(transaction)
          .where("endpoint.id", "=", id)
          .executeTakeFirstOrThrow();
        return { endpoint: toEndpoint(row), token };
      });
    },

    /** The endpoint as it is now, from memory. Asked before each call: a script keeps running after its token was checked. */
    find: (id: string): Promise<Endpoint | undefined> =>
      byId(id, async () => {
        const row = await selectEndpoints(db).where("endpoint.id", "=", id).executeTakeFirst();
        return row && toEndpoint(row);
      }),

    async findByToken(token: string): Promise<Endpoint | undefined> {
      const hash = hashToken(token);
      const found = await byHash(hash, async () => {
        const granted = isToken(token) ? undefined : await findGranted(store, token, audiences);
        if (!isToken(token) && !granted) return undefined;
        const row = await select()
          .where(granted ? "endpoint.id" : "endpoint_token.hash", "=", granted ? granted.endpointId : hash)
          .executeTakeFirst();
        return row && { endpoint: toEndpoint(row), expiresAt: granted?.expiresAt ?? row.expiresAt };
      });
      return found && (found.expiresAt === null || found.expiresAt > Date.now()) ? found.endpoint : undefined;
    },

    /** Everyone's endpoints with this name or id, and the name of the person each belongs to, or of the team. */
    named: (nameOrId: string) =>
      db
        .selectFrom("endpoint")
        .innerJoin("user", "user.id", "endpoint.user_id")
        .select(["endpoint.id", "endpoint.name", "user.name as owner"])
        .where((row) => row.or([row("endpoint.id", "=", nameOrId), row("endpoint.name", "=", nameOrId)]))
        .orderBy("endpoint.created_at")
        .execute(),

    /** Remembers that it serves a call now, in the background and at most once a minute. */
    noteUse(id: string): void {
      const now = Date.now();
      if (now - (lastUses.get(id) ?? 0) < noteUseMs) return;
      lastUses.set(id, now);
      // A note that is lost is made again with a later call.
      db.updateTable("endpoint")
        .set({ last_used_at: now })
        .where("id", "=", id)
        .execute()
        .catch(() => lastUses.delete(id));
    },

    /** How many a person, or the team, has. */
    async count(userId: string): Promise<number> {
      const { count } = await store.reads
        .selectFrom("endpoint")
        .select(({ fn }) => fn.countAll().as("count"))
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** An owner's endpoints, oldest first. Each appears on exactly one page, even if others are added or removed meanwhile. */
    list: (userId: string, page: EndpointPage): Promise<ListedEndpoint[]> =>
      listEndpoints(store, userId, page),

    /** Creates a new token. Earlier tokens stay valid for the overlap, so that clients can be changed one by one. */
    rotate: (userId: string, id: string, overlapMs: number): Promise<string | undefined> =>
      change(topic, async (transaction) => {
        const endsAt = Date.now() + overlapMs;
        const owned = await transaction
          .selectFrom("endpoint")
          .innerJoin("endpoint_token", "endpoint_token.endpoint_id", "endpoint.id")
          .select("id")
          .where((row) => row.and({ id, user_id: userId }))
          .executeTakeFirst();
        if (!owned) return undefined;
        await transaction
          .updateTable("endpoint_token")
          .set({ expires_at: endsAt })
          .where("endpoint_id", "=", id)
          .where((row) => row.or([row("expires_at", "is", null), row("expires_at", ">", endsAt)]))
          .execute();
        return addToken(transaction, id);
      }),

    /** The next call with one of its tokens fails, and what waits for approval through it is cancelled. */
    async revoke(userId: string, id: string): Promise<boolean> {
      const isRevoked = await change(topic, async (transaction) => {
        const own = transaction.deleteFrom("endpoint").where((row) => row.and({ id, user_id: userId }));
        if (!(await hasChanged(own))) return false;
        await cancelApprovals(transaction, "endpoint_id", [id], "The endpoint was revoked.");
        return true;
      });
      if (isRevoked) await events.publish(approvalsTopic, userId);
      return isRevoked;
    },
  };
}

/** Gives the endpoint another token. */
async function addToken(
  db: Store["db"],
  endpointId: string,
  expiresAt: number | null = null,
): Promise<string> {
  const token = createToken();
  await db
    .insertInto("endpoint_token")
    .values({
      hash: hashToken(token),
      endpoint_id: endpointId,
      created_at: Date.now(),
      expires_at: expiresAt,
    })
    .execute();
  return token;
}

/** What an access token opens: known, not revoked, made for us, and under a grant that still is. */
async function findGranted({ db }: Store, token: string, audiences: readonly string[]) {
  const row = await selectGranted(db, "oauthAccessToken", token)
    .where("revoked", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  // A client that names no resource gets a token for the only one there is.
  const resources = (typeof row.resources === "string" ? JSON.parse(row.resources) : row.resources) ?? [];
  if (resources.length > 0 && !resources.some((resource: string) => audiences.includes(resource)))
    return undefined;
  return { endpointId: row.endpointId, expiresAt: new Date(row.expiresAt).getTime() };
}
