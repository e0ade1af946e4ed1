import { setTimeout as sleep } from "node:timers/promises";
import type { Vault } from "../../credential/vault.ts";
import type { Log } from "../../log/log.ts";
import type { KeptResult } from "../../store/call-rows.ts";
import { deleteSlowly } from "../../store/delete-slowly.ts";
import { writeResults } from "../../store/result-rows.ts";
import type { Store } from "../../store/store.ts";
import { type CallResult, cutResult } from "./cut-result.ts";
import { keptSince, type ResultSettings, type ResultSettingsStore } from "./result-settings.ts";

export interface KeptResultsParts {
  readonly store: Store;
  readonly vault: Pick<Vault, "sealBytes" | "unsealBytes">;
  readonly settings: ResultSettingsStore;
  readonly log: Pick<Log, "error">;
}

/** A result that is about to be stored. */
interface Added {
  readonly id: number;
  readonly at: number;
  readonly result: KeptResult;
}

/** A gateway that is busier keeps the results of some calls only: more would cost the calls themselves time. */
const mostInBurst = 200;
const mostPerSecond = 20;
/** So that several share a transaction. */
const delayMs = 20;
const maxWaitingBytes = 16 * 1024 * 1024;
/** What a row takes beside its text. */
const rowBytes = 100;
/** Deleting makes some room, so that not each new result deletes an old one. */
const roomPart = 0.05;

/**
 * What calls answered, encrypted. Results are stored right after their calls, and no caller waits for that: a gateway
 * that is killed in between loses the last few.
 */
export class KeptResults {
  readonly #parts: KeptResultsParts;
  #credit = mostInBurst;
  #creditedAt = performance.now();
  #waiting: Added[] = [];
  #waitingBytes = 0;
  #storing: Promise<void> | undefined;
  /** What all results take, as far as this gateway knows. */
  #total = 0;
  #pruning: Promise<void> = Promise.resolve();
  #isPruning = false;
  readonly #ending = new AbortController();

  constructor(parts: KeptResultsParts) {
    this.#parts = parts;
  }

  /** What to keep of a result: nothing where the settings or the load forbid it. `read` gives it without secrets. */
  async prepare(read: () => CallResult | undefined): Promise<KeptResult | undefined> {
    if (!this.#takeCredit()) return undefined;
    const { keep, maxBytes, totalBytes } = await this.#parts.settings.get();
    const hasRoom = this.#waitingBytes < maxWaitingBytes && this.#total < totalBytes;
    const result = keep && hasRoom ? read() : undefined;
    return result && cutResult(result, maxBytes);
  }

  /** Stores the result of a call that was just recorded, in a moment. */
  add(added: Added): void {
    this.#waiting.push(added);
    this.#waitingBytes += added.result.bytes;
    this.#storing ??= this.#store();
  }

  /** What is kept of a call's result, and nothing if it was not kept or is no longer. */
  async read(callId: number): Promise<CallResult | undefined> {
    await this.#storing;
    const { store, vault, settings } = this.#parts;
    const row = await store.db
      .selectFrom("call_result")
      .select("sealed")
      .where("call_id", "=", callId)
      .where("at", ">=", keptSince(await settings.get()))
      .executeTakeFirst();
    return row && JSON.parse(vault.unsealBytes(row.sealed, placeOf(callId)));
  }

  async isOn(): Promise<boolean> {
    return (await this.#parts.settings.get()).keep;
  }

  /** The settings, and how much is kept. */
  async describe() {
    const { since: _, ...settings } = await this.#parts.settings.get();
    return { ...settings, kept: await this.#measure() };
  }

  /** Changes the settings. What was kept before it was turned off or on is deleted. */
  async configure(settings: ResultSettings): Promise<void> {
    await this.#parts.settings.set(settings);
    this.#pruneLater();
  }

  /** Deletes what is too old, and the oldest of what is too much, a little at a time. One at a time. */
  prune(signal?: AbortSignal): Promise<void> {
    const pruned = this.#pruning.then(() => this.#deleteOld(signal));
    this.#pruning = pruned.catch(() => {});
    return pruned;
  }

  /** Stores what waits. */
  async close(): Promise<void> {
    this.#ending.abort();
    while (this.#storing) await this.#storing;
    await this.#pruning;
  }

  #takeCredit(): boolean {
    const now = performance.now();
    const earned = ((now - this.#creditedAt) * mostPerSecond) / 1_000;
    this.#credit = Math.min(mostInBurst, this.#credit + earned);
    this.#creditedAt = now;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }

  async #deleteOld(signal: AbortSignal | undefined): Promise<void> {
    const { store, settings } = this.#parts;
    const current = await settings.get();
    const since = keptSince(current);
    this.#total = (await this.#measure()).bytes;
    let excess = this.#total > current.totalBytes ? this.#total - current.totalBytes * (1 - roomPart) : 0;
    await deleteSlowly(store, {
      find: async (limit) => {
        const oldest = await store.reads
          .selectFrom("call_result")
          .select(["call_id as key", "at", "bytes"])
          .orderBy("call_id")
          .limit(limit)
          .execute();
        const kept = oldest.findIndex(({ at, bytes }) => {
          if (at >= since && excess <= 0) return true;
          excess -= bytes;
          this.#total -= bytes;
          return false;
        });
        return kept === -1 ? oldest : oldest.slice(0, kept);
      },
      remove: (ids) =>
        store.db
          .deleteFrom("call_result")
          .where("call_id", "in", [...ids])
          .execute(),
      signal,
    });
  }

  async #measure(): Promise<{ count: number; bytes: number }> {
    const { count, bytes } = await this.#parts.store.reads
      .selectFrom("call_result")
      .select((row) => [row.fn.count("call_id").as("count"), row.fn.sum("bytes").as("bytes")])
      .executeTakeFirstOrThrow();
    return { count: Number(count), bytes: Number(bytes ?? 0) };
  }

  async #store(): Promise<void> {
    do {
      await sleep(delayMs);
      const added = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      await this.#write(added);
    } while (this.#waiting.length > 0);
    this.#storing = undefined;
  }

  async #write(added: readonly Added[]): Promise<void> {
    const { store, vault, settings, log } = this.#parts;
    try {
      const rows = added.map(({ id, at, result }) => ({
        id,
        at,
        bytes: result.bytes + rowBytes,
        sealed: vault.sealBytes(result.text, placeOf(id)),
      }));
      await writeResults(store, rows);
      for (const { result } of added) this.#total += result.bytes + rowBytes;
      if (this.#total > (await settings.get()).totalBytes && !this.#isPruning) this.#pruneLater();
    } catch (error) {
      log.error(`results of calls were not kept: ${(error as Error).message}`);
    }
  }

  #pruneLater(): void {
    this.#isPruning = true;
    this.prune(this.#ending.signal)
      .finally(() => {
        this.#isPruning = false;
      })
      .catch((error: Error) => this.#parts.log.error(`old results were not deleted: ${error.message}`));
  }
}

/** Binds what is sealed to its call. */
export const placeOf = (callId: number): string => `result of call ${callId}`;
