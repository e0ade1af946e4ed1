import { remember } from "../../store/remember.ts";
import type { Store } from "../../store/store.ts";

/** What is kept of results, how long and how much. */
export interface ResultSettings {
  readonly keep: boolean;
  readonly days: number;
  /** Of one result. */
  readonly maxBytes: number;
  /** Of all results together. */
  readonly totalBytes: number;
}

/** The settings as they count now. */
export interface CurrentSettings extends ResultSettings {
  /** When keeping was turned on: what is older is not shown, and is deleted. */
  readonly since: number;
}

/** What admins can set. */
export const resultBounds = {
  days: { min: 1, max: 90 },
  maxBytes: { min: 1_024, max: 256 * 1024 },
  totalBytes: { min: 1024 * 1024, max: 10 * 1024 ** 3 },
} as const;

const standard = { days: 7, maxBytes: 16 * 1024, totalBytes: 500 * 1024 * 1024 };
const name = "results";
const topic = "settings";
const dayMs = 24 * 60 * 60 * 1000;

export type ResultSettingsStore = ReturnType<typeof createResultSettings>;

/** Until an admin has decided, the results of one person alone are kept, and those of a team are not. */
export function createResultSettings(store: Store, isTeam: () => Promise<boolean>) {
  const { db, events, change } = store;
  const remembered = remember<CurrentSettings>(events, topic, "members");

  async function read(): Promise<CurrentSettings> {
    const row = await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
    if (row) return { keep: false, since: 0, ...standard, ...JSON.parse(row.value) };
    return { keep: store.dialect === "sqlite" && !(await isTeam()), since: 0, ...standard };
  }

  const get = (): Promise<CurrentSettings> => remembered(name, read);

  return {
    /** Asked at every call. */
    get,

    /** Takes effect on the next call. */
    async set({ keep, days, maxBytes, totalBytes }: ResultSettings): Promise<void> {
      const before = await get();
      const since = keep === before.keep ? before.since : Date.now();
      const value = JSON.stringify({ keep, days, maxBytes, totalBytes, since });
      await change(topic, (transaction) =>
        transaction
          .insertInto("setting")
          .values({ name, value })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
          .execute(),
      );
    },
  };
}

/** From when on results are kept: what is older is deleted. */
export const keptSince = ({ keep, days, since }: CurrentSettings): number =>
  keep ? Math.max(since, Date.now() - days * dayMs) : Number.MAX_SAFE_INTEGER;
