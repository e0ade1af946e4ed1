/** How many bytes of request bodies may be in memory at once: in total, and for each person or address. */
export interface BodyBudget {
  /** Opens an account for one request. */
  open(key: string, isStranger: boolean): BodyAccount;
}

export interface BodyAccount {
  /** Whether there was room for these bytes. */
  take(bytes: number): boolean;
  /** Gives back all that was taken. */
  close(): void;
}

export interface BudgetLimits {
  readonly total: number;
  readonly perKey: number;
  /** Of one address that comes without a credential. */
  readonly perStranger: number;
  /** Of all requests together that come without a credential: they can't use up what the others have. */
  readonly strangers: number;
}

const mb = 1024 * 1024;
const defaultBudget: BudgetLimits = {
  total: 192 * mb,
  perKey: 64 * mb,
  perStranger: mb / 2,
  strangers: 16 * mb,
};

export function createBodyBudget(limits: BudgetLimits = defaultBudget): BodyBudget {
  const byKey = new Map<string, number>();
  let known = 0;
  let strange = 0;

  return {
    open(key, isStranger) {
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
        take(bytes) {
          const isFull = isStranger ? strange + bytes > limits.strangers : known + bytes > limits.total;
          const perKey = isStranger ? limits.perStranger : limits.perKey;
          if (isFull || (byKey.get(key) ?? 0) + bytes > perKey) return false;
          change(bytes);
          return true;
        },
        close: () => change(-taken),
      };
    },
  };
}
