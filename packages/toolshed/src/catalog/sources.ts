import type { AuthProvider } from "@toolshed/sdk";
import type { Authorizer } from "../credential/authorizer.ts";
import type { Credentials } from "../credential/credentials.ts";
import type { Vault } from "../credential/vault.ts";
import type { Log } from "../log/log.ts";
import type { Trust } from "../source/review/review.ts";
import type { OpenSource, OpenStatus, SourceKind, SourceRecord } from "../source/source-kind.ts";
import { createLocalLocks } from "../store/local-locks.ts";
import type { Store } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import { type Asker, backgroundCall } from "./background-call.ts";
import type { Catalog } from "./catalog.ts";
import { checkSourceId } from "./check-source-id.ts";
import { createSourceRecords, sourcesTopic } from "./source-records.ts";

/**
 * The sources that people have added. Each is in the catalog from the moment it is added until it is removed, on every
 * gateway of the store, whether or not its server is there.
 */
export interface Sources {
  list(): ListedSource[];
  find(id: string): ListedSource | undefined;
  /** Whether it would run a program on this machine. */
  runsProgram(source: NewSource): Promise<boolean>;
  /** Looks at it first: what cannot be reached is not added, unless it needs to be connected first. */
  add(source: NewSource, userId: string): Promise<ListedSource>;
  remove(id: string): Promise<boolean>;
  /** Asks the server what it has by now. */
  refresh(id: string, userId: string): Promise<ListedSource | undefined>;
  /** Takes a newer document in place of the one it was made from. */
  readDocument(id: string, text: string): Promise<ListedSource | undefined>;
  /** Takes the tools as they are now, and lets those be used that were waiting. */
  approve(id: string): Promise<ListedSource | undefined>;
  setTrust(id: string, trust: Trust): Promise<ListedSource | undefined>;
  /** Refreshes the sources of a provider that has just been connected. */
  connected(provider: string, asker: Asker): Promise<void>;
  /** Resolves when every change this gateway has heard of is in the catalog. */
  settled(): Promise<void>;
  /** How people connect the provider of a source, where that takes a visit to its service. */
  authorizerOf(provider: string): Authorizer | undefined;
  /** Ends what runs. */
  close(): Promise<void>;
}

export interface NewSource {
  readonly id: string;
  readonly kind: string;
  readonly config: unknown;
  readonly secrets?: unknown;
  readonly trust?: Trust | undefined;
}

export interface ListedSource extends OpenStatus {
  readonly id: string;
  readonly kind: string;
  readonly trust: Trust;
  /** The providers that people connect to use it. */
  readonly providers: readonly string[];
  readonly toolCount: number;
  /** Whether its tools are not known yet, since nobody has connected it. */
  readonly unknown: boolean;
  readonly createdBy: string;
  readonly createdAt: number;
  /** Why the connection to its server last ended, without being asked to, and when. */
  readonly lastReason: string | null;
  readonly lastReasonAt: number | null;
}

export interface SourcesParts {
  readonly store: Store;
  readonly vault: Vault;
  readonly catalog: Catalog;
  readonly credentials: Credentials;
  /** Where the providers of sources come and go. */
  readonly providers: Map<string, AuthProvider>;
  /** Each is loaded with the first source of it. */
  readonly kinds: Readonly<Record<string, () => Promise<SourceKind>>>;
  readonly log: Log;
}

interface Entry {
  readonly record: SourceRecord;
  readonly open: OpenSource;
}

export async function createSources(parts: SourcesParts): Promise<Sources> {
  const { store, catalog, credentials, providers, kinds, log } = parts;
  const records = createSourceRecords(store, parts.vault);
  const loadedKinds = new Map<string, Promise<SourceKind>>();
  const entries = new Map<string, Entry>();
  /** What happens to one source happens one after the other. */
  const inTurn = createLocalLocks();

  async function kindOf(name: string): Promise<SourceKind> {
    const load = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!load) throw new UserError(`There are no sources of the kind "${name}".`);
    const kind = loadedKinds.get(name) ?? load();
    loadedKinds.set(name, kind);
    return kind;
  }

  async function openRecord(record: SourceRecord): Promise<OpenSource> {
    const { id } = record;
    return (await kindOf(record.kind)).open(record, {
      onFound: (found) => keepFound(id, found),
      onEnd: (reason) => keepEnd(id, reason),
    });
  }

  /** The server started for the first look keeps serving it, unless it turns out to need credentials. */
  async function openNew(
    kind: SourceKind,
    draft: SourceRecord,
  ): Promise<{ opened: OpenSource; inspected: SourceRecord }> {
    const opened = await openRecord(draft);
    try {
      const [provider] = opened.providers;
      const call = await backgroundCall({ userId: draft.createdBy }, provider?.id, credentials, log);
      const inspected = { ...draft, ...(await kind.inspect(draft, opened, call)) };
      await opened.update(inspected);
      if (inspected.config === draft.config) return { opened, inspected };
      await opened.close();
      return { opened: await openRecord(inspected), inspected };
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  function keepFound(id: string, found: unknown): Promise<void> {
    return inTurn(id, async () => {
      const entry = entries.get(id);
      if (!entry) return;
      const revision = await records.update(id, { found });
      // Another gateway may have changed it meanwhile: then all of it is read again.
      const isAlone = revision === entry.record.revision + 1;
      const record = { ...entry.record, found, ...(isAlone && { revision }) };
      await entry.open.update(record);
      show({ ...entry, record });
    }).catch((error) => log.error(`what ${id} has was not stored: ${error.message}`));
  }

  /** The connection is soon made again, and with it the reason would be gone. */
  function keepEnd(id: string, reason: string): Promise<void> {
    log.warn(`the source ${id} ${reason}`);
    return inTurn(id, async () => {
      const entry = entries.get(id);
      if (!entry) return;
      const lastEnd = { reason, at: Date.now() };
      entries.set(id, { ...entry, record: { ...entry.record, lastEnd } });
      await records.keepEnd(id, lastEnd);
    }).catch((error) => log.error(`why ${id} ended was not stored: ${error.message}`));
  }

  /** Puts into the catalog what the source offers now. */
  function show(entry: Entry): void {
    const { record, open } = entry;
    entries.set(record.id, entry);
    for (const provider of open.providers) providers.set(provider.id, provider);
    try {
      if (catalog.source(record.id) !== open.source) catalog.set(open.source);
    } catch (error) {
      log.error(`the tools of ${record.id} are not in the catalog: ${(error as Error).message}`);
    }
  }

  async function hide(id: string): Promise<void> {
    const entry = entries.get(id);
    if (!entry) return;
    entries.delete(id);
    catalog.remove(id);
    for (const provider of entry.open.providers) providers.delete(provider.id);
    await entry.open.close();
  }

  /** Makes this gateway agree with what is stored. */
  function load(id: string): Promise<void> {
    return inTurn(id, async () => {
      const record = await records.find(id);
      if (!record) return hide(id);
      const entry = entries.get(id);
      if (entry && isSame(entry.record, record)) return;
      if (entry && entry.record.createdAt === record.createdAt) {
        await entry.open.update(record);
        return show({ record, open: entry.open });
      }
      await hide(id);
      show({ record, open: await openRecord(record) });
    }).catch((error) => log.error(`the source ${id} was not loaded: ${error.message}`));
  }

  async function change(
    id: string,
    toChanges: (entry: Entry) => Partial<Pick<SourceRecord, "snapshots" | "trust">>,
  ): Promise<ListedSource | undefined> {
    const entry = entries.get(id);
    if (!entry) return undefined;
    await records.update(id, toChanges(entry));
    await load(id);
    return find(id);
  }

  function find(id: string): ListedSource | undefined {
    const entry = entries.get(id);
    return entry && toListed(entry);
  }

  async function refresh(id: string, asker: Asker): Promise<ListedSource | undefined> {
    const entry = entries.get(id);
    if (!entry) return undefined;
    const [provider] = entry.open.providers;
    const call = await backgroundCall(asker, provider?.id, credentials, log);
    const found = await entry.open.find(call).catch((error) => {
      throw new UserError(`${id} could not be asked: ${error.message}`);
    });
    // The first person to connect it has seen its tools.
    if (entry.record.found === null) {
      await inTurn(id, () => records.update(id, { found }));
      await load(id);
      return change(id, ({ open }) => ({ snapshots: open.snapshots }));
    }
    return findKept(id);
  }

  /** As it is once what was just found is stored. */
  const findKept = (id: string): Promise<ListedSource | undefined> => inTurn(id, async () => find(id));

  async function loadAll(): Promise<void> {
    const stored = await records.list();
    const isKnown = (one: (typeof stored)[number]) => {
      const entry = entries.get(one.id);
      return entry !== undefined && isSame(entry.record, one);
    };
    const ids = new Set(stored.map(({ id }) => id));
    for (const id of [...entries.keys()].filter((id) => !ids.has(id))) await load(id);
    for (const one of stored) if (!isKnown(one)) await load(one.id);
  }

  await loadAll();
  let loading = Promise.resolve();
  const unsubscribe = store.events.subscribe(sourcesTopic, () => {
    loading = loading
      .then(loadAll)
      .catch((error) => log.error(`the sources were not read again: ${error.message}`));
  });

  return {
    list: () => [...entries.values()].map(toListed),
    find,
    refresh: (id, userId) => refresh(id, { userId }),
    settled: () => loading,

    async readDocument(id, text) {
      const entry = entries.get(id);
      if (!entry) return undefined;
      if (!entry.open.readDocument) throw new UserError(`${id} was not made from a document.`);
      await entry.open.readDocument(text);
      return findKept(id);
    },

    runsProgram: async ({ kind, config }) => (await kindOf(kind)).runsProgram?.(config) ?? false,

    async add({ id, kind: kindName, config, secrets, trust = "ask" }, userId) {
      const kind = await kindOf(kindName);
      checkSourceId(id, { catalog, providers });
      if (entries.has(id)) throw new UserError(`There is already a source "${id}": choose another id.`);
      const draft: SourceRecord = {
        id,
        kind: kindName,
        trust,
        found: null,
        ...kind.check(config, secrets),
        snapshots: {},
        createdBy: userId,
        createdAt: Date.now(),
        revision: 0,
      };
      const { opened, inspected } = await openNew(kind, draft);
      const record = { ...inspected, snapshots: opened.snapshots };
      if (!(await records.insert(record))) {
        await opened.close();
        throw new UserError(`There is already a source "${id}": choose another id.`);
      }
      await opened.update(record);
      show({ record, open: opened });
      return find(id) as ListedSource;
    },

    async remove(id) {
      // A later source of the same id may be at another address, which must not get the credentials of this one.
      const providersOf = entries.get(id)?.open.providers ?? [];
      for (const provider of providersOf) await credentials.removeAll(provider.id);
      const removed = await records.remove(id);
      if (!removed) return false;
      await load(id);
      return true;
    },

    approve: (id) => change(id, ({ open }) => ({ snapshots: open.snapshots })),
    setTrust: (id, trust) => change(id, () => ({ trust })),

    async connected(provider, asker) {
      for (const { record, open } of entries.values()) {
        // A document says the same to everybody.
        if (open.readDocument || !open.providers.some(({ id }) => id === provider)) continue;
        await refresh(record.id, asker).catch((error) => log.warn(error.message));
      }
    },

    authorizerOf(provider) {
      const entry = [...entries.values()].find(({ open }) =>
        open.providers.some(({ id }) => id === provider),
      );
      return entry?.open.authorizer;
    },

    async close() {
      unsubscribe();
      await Promise.all([...entries.values()].map(({ open }) => open.close()));
    },
  };
}

type Stamp = Pick<SourceRecord, "createdAt" | "revision">;

/** Whether nothing of what is stored has changed. One that was removed and added again was made at another time. */
const isSame = (one: Stamp, other: Stamp): boolean =>
  one.createdAt === other.createdAt && one.revision === other.revision;

function toListed({ record, open }: Entry): ListedSource {
  const { id, kind, trust, found, createdBy, createdAt, lastEnd } = record;
  const toolCount = open.source.tools.filter(({ quarantined }) => quarantined === undefined).length;
  const ids = open.providers.map((provider) => provider.id);
  return {
    id,
    kind,
    trust,
    providers: ids,
    toolCount,
    unknown: found === null,
    createdBy,
    createdAt,
    lastReason: lastEnd?.reason ?? null,
    lastReasonAt: lastEnd?.at ?? null,
    ...open.status,
  };
}
