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
  const byKey = new Map<string, number>();
  let known = 0;
  let strange = 0;

  return {
    /** Opens an account for one request. */
    open(key: string, isStranger: boolean) {
      let taken = 0;
      const change = (bytes: number) => {
        taken += bytes;
        if (isStranger) strange += bytes;
        else known += bytes;
        const ofKey = (byKey.get(key) ?? 0) + bytes;
        if (ofKey > 0) byKey.set(key, ofKey);
        else byKey.delete(key);
      };
      return {
        /** Whether there was room for these bytes. */
        take(bytes: number): boolean {
          const isFull = isStranger ? strange + bytes > maxStrangers : known + bytes > maxTotal;
          const perKey = isStranger ? maxPerStranger : maxPerKey;
          if (isFull || (byKey.get(key) ?? 0) + bytes > perKey) return false;
          change(bytes);
          return true;
        },
        /** Gives back all that was taken. */
        close: (): void => change(-taken),
      };
    },
  };
}
