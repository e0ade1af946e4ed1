/** A plugin's own small data, kept apart for each user: JSON values by key. */
export interface PluginStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /** Tells whether there was something to delete. */
  delete(key: string): Promise<boolean>;
  /** Entries whose key starts with the prefix, in the order of their keys. */
  list(prefix?: string): Promise<PluginStoreEntry[]>;
}

export interface PluginStoreEntry {
  key: string;
  value: unknown;
}
