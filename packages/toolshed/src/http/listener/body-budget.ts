import { type ByteAccount, ByteBudget } from "./byte-budget.ts";

const mb = 1024 * 1024;

/** How many bytes of request bodies may be in memory at any moment: in total, and for each person or address. */
export function createBodyBudget() {
  const known = new ByteBudget(192 * mb, 64 * mb);
  /** Of one address that comes without a credential, and of all such requests: they can't use up what the others have. */
  const strange = new ByteBudget(16 * mb, mb / 2);

  return {
    /** Opens an account for one request. */
    open: (key: string, isStranger: boolean): ByteAccount => (isStranger ? strange : known).open(key),
  };
}
