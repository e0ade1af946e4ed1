const hourMs = 60 * 60 * 1000;
const maxPerHour = 100;
const others = "other clients";

/**
 * The names that clients give themselves, of which each person has so many an hour: counts are kept by name, and a client
 * that takes another at each call would make them as long as the record.
 */
export class ClientNames {
  readonly #known = new Map<string, Set<string>>();
  #hour = 0;

  /** What a call of the client is recorded under. */
  of(userId: string, client: string): string {
    const hour = Math.floor(Date.now() / hourMs);
    if (hour !== this.#hour) this.#known.clear();
    this.#hour = hour;
    const names = this.#known.get(userId) ?? new Set();
    if (names.has(client)) return client;
    if (names.size >= maxPerHour) return others;
    this.#known.set(userId, names.add(client));
    return client;
  }
}
