import type { PluginStore } from "@toolshed/sdk";
import { type Log, publicMessage } from "../log/log.ts";
import { retention } from "./retention.ts";
import { hasChanged, type Store } from "./store.ts";

const maxValueBytes = 256 * 1024;
const maxKeyLength = 256;
const maxUsages = 10_000;
/** What a row takes beside its key and value. */
const rowLength = 64;
/** Sorts after every character that a key can continue with. */
const last = "\u{10FFFF}";

/** Opens the small data of one plugin for one user. */
export function createPluginData(
  { db, reads }: Store,
  log: Log,
  maxLength: number = retention.plugin_data.perOwner.length,
) {
  /** At least what is stored, by plugin and user. */
  const usages = new Map<string, number>();

  /** A plugin passes on the message of a failure here, so that message says only what its caller may know. */
  const ask = <Answer>(query: Promise<Answer>): Promise<Answer> =>
    query.catch((error) => {
      throw new Error(publicMessage(error, log));
    });

  async function takeRoom(
    mine: { plugin_id: string; user_id: string },
    key: string,
    valueLength: number,
  ): Promise<void> {
    const length = key.length + valueLength + rowLength;
    const name = JSON.stringify(mine);
    let usage = usages.get(name);
    if (usage === undefined || usage + length > maxLength) {
      const { values, keys, rows } = await reads
        .selectFrom("plugin_data")
        .select((row) => [
          row.fn.sum<number | string | null>(row.fn("length", ["value"])).as("values"),
          row.fn.sum<number | string | null>(row.fn("length", ["key"])).as("keys"),
          row.fn.countAll().as("rows"),
        ])
        .where((row) => row.and(mine))
        // What is replaced makes room.
        .where("key", "!=", key)
        .executeTakeFirstOrThrow();
      usage = Number(values ?? 0) + Number(keys ?? 0) + rowLength * Number(rows);
    }
    if (usage + length > maxLength)
      throw new RangeError("The plugin keeps as much for you as it may. Delete something first.");
    if (usages.size >= maxUsages) usages.clear();
    usages.set(name, usage + length);
  }

  return (pluginId: string, userId: string): PluginStore => {
    const mine = { plugin_id: pluginId, user_id: userId };
    // Built when it is needed: most calls store nothing.
    const select = () =>
      db
        .selectFrom("plugin_data")
        .select(["key", "value"])
        .where((row) => row.and(mine));

    return {
      async get(key) {
        const row = await ask(select().where("key", "=", key).executeTakeFirst());
        return row === undefined ? undefined : JSON.parse(row.value);
      },

      async set(key, value) {
        const json = JSON.stringify(value);
        if (json === undefined) throw new TypeError(`The value for "${key}" cannot be written as JSON`);
        if (Buffer.byteLength(json) > maxValueBytes)
          throw new RangeError(`The value for "${key}" is over 256 KB`);
        if (key.length > maxKeyLength) throw new RangeError(`A key has at most ${maxKeyLength} characters`);
        await takeRoom(mine, key, json.length).catch((error) => {
          throw error instanceof RangeError ? error : new Error(publicMessage(error, log));
        });
        const insert = db
          .insertInto("plugin_data")
          .values({ ...mine, key, value: json })
          .onConflict((conflict) =>
            conflict.columns(["plugin_id", "user_id", "key"]).doUpdateSet({ value: json }),
          );
        await ask(insert.execute());
      },

      delete: (key) =>
        ask(hasChanged(db.deleteFrom("plugin_data").where((row) => row.and({ ...mine, key })))),

      async list(prefix = "") {
        const own = select()
          .where("key", ">=", prefix)
          .where("key", "<", prefix + last)
          .orderBy("key");
        return (await ask(own.execute())).map(({ key, value }) => ({ key, value: JSON.parse(value) }));
      },
    };
  };
}
