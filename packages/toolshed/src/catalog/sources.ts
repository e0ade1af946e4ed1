import type { AuthProvider } from "@toolshed/sdk";
import type { Authorizer } from "../credential/authorizer.ts";
import type { Credentials } from "../credential/credentials.ts";
import type { Vault } from "../credential/vault.ts";
import type { Log } from "../log/log.ts";
import { acceptTools, type ReviewedVersion, rejectTools } from "../source/review/decide.ts";
import { describeChanges } from "../source/review/describe-changes.ts";
import type { Trust } from "../source/review/review.ts";
import type { OpenSource, SourceKind, SourceRecord } from "../source/source-kind.ts";
import { createLocalLocks } from "../store/local-locks.ts";
import type { Store, WithLock } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import { type Asker, backgroundCall } from "./background-call.ts";
import type { Catalog } from "./catalog.ts";
import { checkSourceId } from "./check-source-id.ts";
import { createSourceRecords, type SourceChanges, type SourceStamp, sourcesTopic } from "./source-records.ts";

export type NewSource = Pick<SourceRecord, "id" | "kind" | "config"> & {
  readonly secrets?: unknown;
  readonly trust?: Trust | undefined;
};

export type ListedSource = Readonly<ReturnType<typeof toListed>>;

/** A source that is open and not stored. Its holder adds it or closes it. */
export interface DraftSource {
  readonly record: SourceRecord;
  readonly open: OpenSource;
}

/** How someone follows the first connection to a source. */
export interface Following {
  /** Ends it. */
  readonly signal?: AbortSignal;
  onOpen?(open: OpenSource): void;
}

export interface SourcesParts {
  readonly store: Store;
  readonly vault: Vault;
  readonly catalog: Catalog;
  readonly credentials: Credentials;
  /** Where the providers of sources come and go. */
  readonly providers: Map<string, AuthProvider>;
  /** Each is loaded when it is first needed. */
  readonly kinds: Readonly<Record<string, () => Promise<SourceKind>>>;
  readonly log: Log;
}

type Entry = DraftSource;

/**
 * The sources that people have added. Each is in the catalog from the moment it is added until it is removed, on every
 * gateway of the store, whether or not its server is there.
 */
export class Sources {
  readonly #parts: SourcesParts;
  readonly #records: ReturnType<typeof createSourceRecords>;
  readonly #entries = new Map<string, Entry>();
  /** What happens to one source happens one after the other. */
  readonly #inTurn: WithLock = createLocalLocks();
  #loading = Promise.resolve();
  #unsubscribe = () => {};

  private constructor(parts: SourcesParts) {
    this.#parts = parts;
    this.#records = createSourceRecords(parts.store, parts.vault);
  }

  /** Refreshes the sources of a provider whenever someone connects it. */
  static async open(parts: SourcesParts): Promise<Sources> {
    const sources = new Sources(parts);
    await sources.#loadAll();
    sources.#unsubscribe = parts.store.events.subscribe(sourcesTopic, () => {
      sources.#loading = sources.#loading
        .then(() => sources.#loadAll())
        .catch((error) => parts.log.error(`the sources were not read again: ${error.message}`));
    });
    parts.credentials.onConnected((provider, asker) => sources.#connected(provider, asker));
    return sources;
  }

  list(): ListedSource[] {
    return [...this.#entries.values()].map(toListed);
  }

  find(id: string): ListedSource | undefined {
    const entry = this.#entries.get(id);
    return entry && toListed(entry);
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Whether it would run a program on this machine. */
  async runsProgram({ kind, config }: NewSource): Promise<boolean> {
    return (await this.#kindOf(kind)).runsProgram?.(config) ?? false;
  }

  /** An id like this one that is not taken. */
  suggestId(wanted: string): string {
    const isFree = (id: string) => {
      try {
        checkSourceId(id, this.#parts);
        return !this.#entries.has(id);
      } catch {
        return false;
      }
    };
    const ids = [wanted, ...Array.from({ length: 50 }, (_, index) => `${wanted.slice(0, 36)}_${index + 2}`)];
    return ids.find(isFree) ?? wanted;
  }

  /** Looks at it first: what cannot be reached is not added, unless it needs to be connected first. */
  async add(source: NewSource, userId: string): Promise<ListedSource> {
    return this.addDraft(await this.draft(source, userId));
  }

  /** Connects to a source as adding it would, and stores nothing. */
  async draft(source: NewSource, userId: string, following: Following = {}): Promise<DraftSource> {
    const { id, config, secrets, trust = "ask" } = source;
    const kind = await this.#kindOf(source.kind);
    checkSourceId(id, this.#parts);
    if (this.#entries.has(id)) throw alreadyThere(id);
    const draft: SourceRecord = {
      id,
      kind: source.kind,
      trust,
      found: null,
      ...kind.check(config, secrets),
      snapshots: {},
      rejected: {},
      createdBy: userId,
      createdAt: Date.now(),
      revision: 0,
    };
    return this.#openDraft(kind, draft, following);
  }

  /** Stores a source that was looked at. Closes it if its id was taken meanwhile. */
  async addDraft({ record: { id, ...rest }, open }: DraftSource): Promise<ListedSource> {
    const record = { ...rest, id, snapshots: open.snapshots, createdAt: Date.now() };
    if (this.#entries.has(id) || !(await this.#records.insert(record))) {
      await open.close();
      throw alreadyThere(id);
    }
    await open.update(record);
    this.#show({ record, open });
    return this.find(id) as ListedSource;
  }

  /** Its config, for an admin to change. Of its secrets only the names are told. */
  async settings(id: string) {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    const { kind, config, secrets, trust, found } = entry.record;
    const { secretNames, shownConfig } = await this.#kindOf(kind);
    return {
      ...{ id, kind, trust },
      config: (shownConfig ? shownConfig(config) : config) as Readonly<Record<string, unknown>>,
      secretNames: secretNames(secrets),
      isKnown: found !== null,
    };
  }

  /** Gives it another config. One that cannot be reached with it stays as it was. */
  async edit(
    id: string,
    { config, secrets }: Pick<NewSource, "config" | "secrets">,
    userId: string,
  ): Promise<ListedSource | undefined> {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    const { record } = entry;
    const kind = await this.#kindOf(record.kind);
    const changed = { ...record, ...kind.change(record, config, secrets) };
    const isElsewhere = kind.destination(changed.config) !== kind.destination(record.config);
    const draft = await this.#openDraft(kind, changed, {}, userId);
    // What was found stays known while people still have to connect.
    const found = draft.record.found ?? (isElsewhere ? null : record.found);
    return this.#inTurn(id, async () => {
      const now = this.#entries.get(id);
      if (!now || now.record.createdAt !== record.createdAt) {
        await draft.open.close();
        return undefined;
      }
      // Another address must not get the credentials that people gave for this one.
      if (isElsewhere)
        for (const provider of now.open.providers) await this.#parts.credentials.removeAll(provider.id);
      const stored = { config: draft.record.config, secrets: draft.record.secrets, found };
      const revision = (await this.#records.update(id, stored)) ?? now.record.revision;
      const next = { ...now.record, ...stored, revision };
      await draft.open.update(next);
      for (const provider of now.open.providers) this.#parts.providers.delete(provider.id);
      this.#show({ record: next, open: draft.open });
      await now.open.close();
      return this.find(id);
    });
  }

  async remove(id: string): Promise<boolean> {
    // A later source of the same id may be at another address, which must not get the credentials of this one.
    const providers = this.#entries.get(id)?.open.providers ?? [];
    for (const provider of providers) await this.#parts.credentials.removeAll(provider.id);
    if (!(await this.#records.remove(id))) return false;
    await this.#load(id);
    return true;
  }

  /** Asks the server what it has by now. */
  async refresh(id: string, asker: Asker): Promise<ListedSource | undefined> {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    const call = await backgroundCall(asker, entry.open, this.#parts);
    const found = await entry.open.find(call).catch((error) => {
      throw new UserError(`${id} could not be asked: ${error.message}`);
    });
    // The first person to connect it has seen its tools.
    if (entry.record.found === null) return this.#change(id, { found, snapshots: entry.open.snapshots });
    return this.#findKept(id);
  }

  /** Takes a newer document in place of the one it was made from. */
  async readDocument(id: string, text: string): Promise<ListedSource | undefined> {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    if (!entry.open.readDocument) throw new UserError(`${id} was not made from a document.`);
    await entry.open.readDocument(text);
    return this.#findKept(id);
  }

  /** What has changed about its tools, for an admin to decide. */
  async review(id: string) {
    const entry = this.#entries.get(id);
    return entry && describeChanges(entry.open);
  }

  /** Takes the tools as they are now, and lets those be used that were waiting: all, or those that were looked at. */
  async approve(id: string, chosen?: readonly ReviewedVersion[]): Promise<ListedSource | undefined> {
    const entry = this.#entries.get(id);
    return entry && this.#change(id, acceptTools(entry.record, entry.open.snapshots, chosen));
  }

  /** Holds tools back, as they are now, until they change again. */
  async reject(id: string, chosen: readonly ReviewedVersion[]): Promise<ListedSource | undefined> {
    const entry = this.#entries.get(id);
    return entry && this.#change(id, rejectTools(entry.record, entry.open.snapshots, chosen));
  }

  setTrust(id: string, trust: Trust): Promise<ListedSource | undefined> {
    return this.#change(id, { trust });
  }

  /** Resolves when every change this gateway has heard of is in the catalog. */
  settled(): Promise<void> {
    return this.#loading;
  }

  /** How people connect the provider of a source, where that takes a visit to its service. */
  authorizerOf(provider: string): Authorizer | undefined {
    return [...this.#entries.values()].find(({ open }) => hasProvider(open, provider))?.open.authorizer;
  }

  /** Ends what runs. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await Promise.all([...this.#entries.values()].map(({ open }) => open.close()));
  }

  async #kindOf(name: string): Promise<SourceKind> {
    const { kinds } = this.#parts;
    const load = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!load) throw new UserError(`There are no sources of the kind "${name}".`);
    return load();
  }

  async #open(record: SourceRecord): Promise<OpenSource> {
    /** What a draft finds is of no concern to a stored source of the same id. */
    const own: { open?: OpenSource } = {};
    own.open = await (await this.#kindOf(record.kind)).open(record, {
      onFound: (found) => this.#keepFound(record.id, own, found),
      onEnd: (reason) => this.#keepEnd(record.id, own, reason),
    });
    return own.open;
  }

  /** The server started for the first look keeps serving it, unless it turns out to need credentials. */
  async #openDraft(
    kind: SourceKind,
    draft: SourceRecord,
    { signal, onOpen }: Following,
    userId = draft.createdBy,
  ): Promise<DraftSource> {
    const opened = await this.#open(draft);
    const stop = () => {
      opened.close().catch(() => {});
    };
    signal?.addEventListener("abort", stop, { once: true });
    try {
      signal?.throwIfAborted();
      onOpen?.(opened);
      const call = await backgroundCall({ userId }, opened, this.#parts);
      const record = { ...draft, ...(await kind.inspect(draft, opened, call)) };
      signal?.throwIfAborted();
      await opened.update(record);
      if (record.config === draft.config) return { open: opened, record };
      await opened.close();
      return { open: await this.#open(record), record };
    } catch (error) {
      await opened.close();
      throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  #keepFound(id: string, own: { open?: OpenSource }, found: unknown): Promise<void> {
    return this.#keep(id, own, `what ${id} has`, async (entry) => {
      const revision = await this.#records.update(id, { found });
      // Another gateway may have changed it meanwhile: then all of it is read again.
      const isAlone = revision === entry.record.revision + 1;
      const record = { ...entry.record, found, ...(isAlone && { revision }) };
      await entry.open.update(record);
      this.#show({ ...entry, record });
    });
  }

  /** The connection is soon made again, and with it the reason would be gone. */
  #keepEnd(id: string, own: { open?: OpenSource }, reason: string): Promise<void> {
    this.#parts.log.warn(`the source ${id} ${reason}`);
    return this.#keep(id, own, `why ${id} ended`, async (entry) => {
      const lastEnd = { reason, at: Date.now() };
      this.#entries.set(id, { ...entry, record: { ...entry.record, lastEnd } });
      await this.#records.keepEnd(id, lastEnd);
    });
  }

  #keep(
    id: string,
    own: { open?: OpenSource },
    what: string,
    keep: (entry: Entry) => Promise<void>,
  ): Promise<void> {
    return this.#inTurn(id, async () => {
      const entry = this.#entries.get(id);
      if (entry && entry.open === own.open) await keep(entry);
    }).catch((error) => this.#parts.log.error(`${what} was not stored: ${error.message}`));
  }

  /** Puts into the catalog what the source offers now. */
  #show(entry: Entry): void {
    const { record, open } = entry;
    const { catalog, providers, log } = this.#parts;
    this.#entries.set(record.id, entry);
    for (const provider of open.providers) providers.set(provider.id, provider);
    try {
      if (catalog.source(record.id) !== open.source) catalog.set(open.source);
    } catch (error) {
      log.error(`the tools of ${record.id} are not in the catalog: ${(error as Error).message}`);
    }
  }

  async #hide(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#parts.catalog.remove(id);
    for (const provider of entry.open.providers) this.#parts.providers.delete(provider.id);
    await entry.open.close();
  }

  /** Makes this gateway agree with what is stored. */
  #load(id: string): Promise<void> {
    return this.#inTurn(id, async () => {
      const record = await this.#records.find(id);
      if (!record) return this.#hide(id);
      const entry = this.#entries.get(id);
      if (entry && isSame(entry.record, record)) return;
      const isSameSource = entry?.record.createdAt === record.createdAt;
      if (entry && isSameSource && isSameConfig(entry.record, record)) {
        await entry.open.update(record);
        return this.#show({ record, open: entry.open });
      }
      await this.#hide(id);
      this.#show({ record, open: await this.#open(record) });
    }).catch((error) => this.#parts.log.error(`the source ${id} was not loaded: ${error.message}`));
  }

  async #loadAll(): Promise<void> {
    const stored = new Map((await this.#records.list()).map((one) => [one.id, one]));
    for (const id of [...this.#entries.keys()]) if (!stored.has(id)) await this.#load(id);
    for (const [id, one] of stored) {
      const entry = this.#entries.get(id);
      if (!entry || !isSame(entry.record, one)) await this.#load(id);
    }
  }

  async #change(id: string, changes: SourceChanges): Promise<ListedSource | undefined> {
    await this.#records.update(id, changes);
    await this.#load(id);
    return this.find(id);
  }

  /** As it is once what was just found is stored. */
  #findKept(id: string): Promise<ListedSource | undefined> {
    return this.#inTurn(id, async () => this.find(id));
  }

  async #connected(provider: string, asker: Asker): Promise<void> {
    for (const { record, open } of this.#entries.values()) {
      // A document says the same to everybody.
      if (open.readDocument || !hasProvider(open, provider)) continue;
      await this.refresh(record.id, asker).catch((error) => this.#parts.log.warn(error.message));
    }
  }
}

const hasProvider = ({ providers }: OpenSource, provider: string): boolean =>
  providers.some(({ id }) => id === provider);

const alreadyThere = (id: string): UserError =>
  new UserError(`There is already a source "${id}": choose another id.`);

const isSameConfig = (one: SourceRecord, other: SourceRecord): boolean =>
  JSON.stringify([one.config, one.secrets]) === JSON.stringify([other.config, other.secrets]);

const isSame = (one: SourceStamp, other: SourceStamp): boolean =>
  one.createdAt === other.createdAt && one.revision === other.revision;

function toListed({ record, open }: Entry) {
  const { id, kind, trust, found, createdBy, createdAt, lastEnd } = record;
  return {
    ...{ id, kind, trust, createdBy, createdAt },
    /** The providers that people connect to use it. */
    providers: open.providers.map((provider) => provider.id),
    toolCount: open.source.tools.filter(({ quarantined }) => quarantined === undefined).length,
    /** Whether its tools are not known yet, since nobody has connected it. */
    unknown: found === null,
    /** Why the connection to its server last ended, without being asked to, and when. */
    lastReason: lastEnd?.reason ?? null,
    lastReasonAt: lastEnd?.at ?? null,
    ...open.status,
  };
}
