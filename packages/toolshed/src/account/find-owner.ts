import { randomUUID } from "node:crypto";
import { accountDate } from "../store/account-date.ts";
import type { Store } from "../store/store.ts";
import type { User } from "./accounts.ts";

const email = "owner@toolshed.local";

/** The person whose machine or team this is, made on the first start. */
export async function findOwner(store: Store): Promise<User> {
  const find = () =>
    store.db.selectFrom("user").select(["id", "name"]).where("email", "=", email).executeTakeFirst();
  const found = await find();
  if (found) return { ...found, email, role: "owner" };

  const id = randomUUID();
  const now = accountDate(store, Date.now());
  await store.db
    .insertInto("user")
    .values({
      id,
      name: "Owner",
      email,
      emailVerified: store.dialect === "sqlite" ? 1 : true,
      role: "owner",
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return { id, name: "Owner", email, role: "owner" };
}
