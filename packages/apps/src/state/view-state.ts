import { METHOD_NOT_FOUND } from "../rpc/error.ts";
import type { App } from "../view/app.ts";

/** Options of `viewState` and `useViewState`. */
export interface ViewStateOptions {
  /**
   * A name for the state, such as `"settings"`. With it, every showing of the View to the same user shares the state.
   * Default: the state belongs to this showing, and a new one starts without it.
   */
  key?: string | undefined;
}

/** What a View keeps while its host shows it again: up to 64 KB of JSON. */
export interface ViewState<Value = unknown> {
  /** The last value read or written; undefined before that. */
  readonly value: Value | undefined;
  /** Reads the stored value; undefined if there is none. A value that is still being written wins over it. */
  read(): Promise<Value | undefined>;
  /**
   * Sets `value` and stores it shortly after. Writes that follow each other closely are stored once. Rejects if the
   * value can't be stored, for example if it is larger than 64 KB.
   */
  write(value: Value): Promise<void>;
  /** Stores now what waits to be stored. This happens automatically before the View is removed. */
  flush(): Promise<void>;
  /** Calls back whenever `value` changes. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

const WRITE_MS = 300;

interface StatesOfApp {
  readonly byKey: Map<string | undefined, ViewState>;
  /** The handler that stores what waits, before the one that the View has set. */
  teardown?: App["onteardown"];
}

const opened = new WeakMap<App, StatesOfApp>();

/**
 * Opens the View's state in the Toolshed gateway: it survives when the host shows the same result again. In hosts without
 * a gateway it is kept in memory. Calls with the same App and key return the same object.
 * @example const state = viewState<Filter>(app); setFilter(await state.read()); await state.write(filter);
 */
export function viewState<Value = unknown>(app: App, { key }: ViewStateOptions = {}): ViewState<Value> {
  const states: StatesOfApp = opened.get(app) ?? { byKey: new Map() };
  opened.set(app, states);
  const state = states.byKey.get(key) ?? openState(app, key, states);
  states.byKey.set(key, state);
  return state as ViewState<Value>;
}

/** The host waits for the answer to a teardown, and the answer for the last write. */
function flushAtTeardown(app: App, states: StatesOfApp): void {
  const own = app.onteardown;
  if (own && own === states.teardown) return;
  states.teardown = async (params, extra) => {
    await Promise.allSettled([...states.byKey.values()].map((state) => state.flush()));
    return (await own?.(params, extra)) ?? {};
  };
  // Otherwise the console hears that a handler was replaced.
  app.onteardown = undefined;
  app.onteardown = states.teardown;
}

function openState(app: App, key: string | undefined, states: StatesOfApp): ViewState {
  const name = key === undefined ? {} : { key };
  const listeners = new Set<() => void>();
  let value: unknown;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The writes that wait for the timer, as one. */
  let waiting: { promise: Promise<void>; settle(stored: Promise<void>): void } | undefined;
  /** The last write that was sent: they are sent one after the other. */
  let sending: Promise<void> = Promise.resolve();

  function set(next: unknown): void {
    value = next;
    for (const listener of listeners) listener();
  }

  /** Resolves with undefined where there is no gateway. */
  async function ask(method: string, params: object): Promise<Record<string, unknown> | undefined> {
    try {
      return await app.request({ method, params: { ...name, ...params } });
    } catch (error) {
      if (Object(error).code === METHOD_NOT_FOUND) return undefined;
      throw error;
    }
  }

  async function store(): Promise<void> {
    await sending;
    await ask("toolshed/state/write", { state: value });
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const stored = waiting ? store() : sending;
    waiting?.settle(stored);
    waiting = undefined;
    sending = stored.catch(() => {});
    return stored;
  }

  return {
    get value() {
      return value;
    },
    async read() {
      const before = value;
      const answer = await ask("toolshed/state/read", {});
      // A value that was set meanwhile is newer.
      const isCurrent = answer && !waiting && value === before;
      if (isCurrent && "state" in answer) set(answer.state);
      return value;
    },
    write(next) {
      set(next);
      flushAtTeardown(app, states);
      waiting ??= defer();
      timer ??= setTimeout(() => flush().catch(() => {}), WRITE_MS);
      return waiting.promise;
    },
    flush,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function defer(): { promise: Promise<void>; settle(stored: Promise<void>): void } {
  let settle!: (stored: Promise<void>) => void;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
