import { randomUUID } from "node:crypto";
import type { Store } from "../store/store.ts";
import { createToken, hashToken, isToken } from "./token.ts";

/** What a token opens. */
export interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly userId: string;
}

export interface Endpoints {
  /** The token is in the answer and nowhere else afterwards. */
  create(userId: string, name: string): Promise<{ endpoint: Endpoint; token: string }>;
  findByToken(token: string): Promise<Endpoint | undefined>;
}

export function createEndpoints({ db }: Store): Endpoints {
  return {
    async create(userId, name) {
      const endpoint: Endpoint = { id: randomUUID(), name, userId };
      const token = createToken();
      const created_at = Date.now();
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto("endpoint")
          .values({ id: endpoint.id, user_id: userId, name, created_at })
          .execute();
        await transaction
          .insertInto("endpoint_token")
          .values({ hash: hashToken(token), endpoint_id: endpoint.id, created_at })
          .execute();
      });
      return { endpoint, token };
    },

    async findByToken(token) {
      if (!isToken(token)) return undefined;
      return db
        .selectFrom("endpoint_token")
        .innerJoin("endpoint", "endpoint.id", "endpoint_token.endpoint_id")
        .select(["endpoint.id", "endpoint.name", "endpoint.user_id as userId"])
        .where("endpoint_token.hash", "=", hashToken(token))
        .executeTakeFirst();
    },
  };
}
