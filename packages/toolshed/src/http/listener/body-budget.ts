import { Tally } from "../../work/tally.ts";

/** What a request may take of the budget. */
export type BodyAccount = ReturnType<ReturnType<typeof createBodyBudget>["open"]>;

const mb = 1024 * 1024;
const maxTotal = 192 * mb;
const maxPerKey = 64 * mb;
/** Of one address that comes without a credential, and of all such requests: they can't use up what the others have. */
const maxPerStranger = mb / 2;
const maxStrangers = 16 * mb;

/** How many bytes of request bodies may be in memory at once: in total, and for each person or address. */
export function createBodyBudget() {
  const known = new Tally();
  const strange = new Tally();

  return {
    /** Opens an account for one request. */
    open(key: string, isStranger: boolean) {
      const tally = isStranger ? strange : known;
      const most = isStranger ? maxStrangers : maxTotal;
      const mostPerKey = isStranger ? maxPerStranger : maxPerKey;
      let taken = 0;
      return {
        /** Whether there was room for these bytes. */
        take(bytes: number): boolean {
          if (tally.total + bytes > most || tally.of(key) + bytes > mostPerKey) return false;
          tally.add(key, bytes);
          taken += bytes;
          return true;
        },
        /** Gives back all that was taken. */
        close: (): void => tally.add(key, -taken),
      };
    },
  };
}
