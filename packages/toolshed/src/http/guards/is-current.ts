import type { Accounts } from "../../account/accounts.ts";
import type { Caller } from "../../policy/caller.ts";

/** Whether a person who was admitted would still be: signed in, and with the same role. */
export type IsCurrent = (caller: Caller, headers: Headers) => Promise<boolean>;

export const createIsCurrent =
  (accounts: Pick<Accounts, "userOf">): IsCurrent =>
  async ({ via, role }, headers) => {
    if (via !== "dashboard") return true;
    const user = await accounts.userOf(new Headers({ cookie: headers.get("cookie") ?? "" }));
    return user?.role === role;
  };
