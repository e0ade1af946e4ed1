import type { PluginStore } from "@toolshed/sdk";
import { hasChanged, type Store } from "./store.ts";

const maxValueBytes = 256 * 1024;
const maxKeyLength = 256;
/** Sorts after every character that a key can continue with. */
const last = "\u{10FFFF}";

/** The small data of one plugin for one user. */
export function pluginData({ db }: Store, pluginId: string, userId: string): PluginStore {
  const mine = { plugin_id: pluginId, user_id: userId };

  return {
    async get(key) {
      const row = await db
        .selectFrom("plugin_data")
        .select("value")
        .where((row) => row.and({ ...mine, key }))
        .executeTakeFirst();
      return row === undefined ? undefined : JSON.parse(row.value);
    },

    async set(key, value) {
      const json = JSON.stringify(value);
      if (json === undefined) throw new TypeError(`The value for "${key}" cannot be written as JSON`);
      if (Buffer.byteLength(json) > maxValueBytes)
        throw new RangeError(`The value for "${key}" is over 256 KB`);
      if (key.length > maxKeyLength) throw new RangeError(`A key has at most ${maxKeyLength} characters`);
      await db
        .insertInto("plugin_data")
        .values({ ...mine, key, value: json })
        .onConflict((conflict) =>
          conflict.columns(["plugin_id", "user_id", "key"]).doUpdateSet({ value: json }),
        )
        .execute();
    },

    async delete(key) {
      return hasChanged(db.deleteFrom("plugin_data").where((row) => row.and({ ...mine, key })));
    },

    async list(prefix = "") {
      const rows = await db
        .selectFrom("plugin_data")
        .select(["key", "value"])
        .where((row) => row.and(mine))
        .where("key", ">=", prefix)
        .where("key", "<", prefix + last)
        .orderBy("key")
        .execute();
      return rows.map(({ key, value }) => ({ key, value: JSON.parse(value) }));
    },
  };
}
