import type { PluginStore } from "../plugin-store.ts";

/** A plugin's data as long as the test runs. Values go through JSON, as they do in a real store. */
export function createMemoryStore(): PluginStore {
  const values = new Map<string, string>();
  return {
    get: async (key) => {
      const json = values.get(key);
      return json === undefined ? undefined : JSON.parse(json);
    },
    async set(key, value) {
      values.set(key, JSON.stringify(value));
    },
    delete: async (key) => values.delete(key),
    list: async (prefix = "") =>
      [...values]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, json]) => ({ key, value: JSON.parse(json) })),
  };
}
