import type { App, AppEventMap } from "../view/app.ts";
import { initialState, type ResultWith, type ViewSnapshot } from "./view-snapshot.ts";

/**
 * Holds an App for React. It listens from before the connection, so that nothing the host sends is lost, however late
 * the component that shows it is mounted.
 */
export interface ViewStore {
  readonly app: App;
  readonly state: ViewSnapshot;
  subscribe(listener: () => void): () => void;
  /** Connects the App unless it is; when all have let go of it, one that has an owner is closed. */
  retain(): () => void;
  nextChange(): Promise<void>;
}

/** A component that creates its App. Other Apps are connected and closed by their own code. */
export interface AppOwner {
  onAppCreated?: ((app: App) => void) | undefined;
}

const stores = new WeakMap<App, ViewStore>();

export function storeOf(app: App, owner?: AppOwner): ViewStore {
  const known = stores.get(app);
  if (known) return known;
  const listeners = new Set<() => void>();
  let state = initialState;
  let users = 0;
  let onAppCreated = owner?.onAppCreated;

  const set = (changes: Partial<ViewSnapshot>) => {
    state = { ...state, hostContext: app.getHostContext() ?? {}, ...changes };
    for (const listener of listeners) listener();
  };
  const report = (error: Error) => app.onerror?.(error);
  const connected = { app, isConnected: true, error: null };
  const setDisconnected = (error: Error | null) => set({ connection: { ...initialState.connection, error } });
  const on = <Event extends keyof AppEventMap>(
    event: Event,
    toChanges: (params: AppEventMap[Event]) => Partial<ViewSnapshot>,
  ) =>
    app.addEventListener(event, (params) =>
      set({ ...(app.getHostVersion() && { connection: connected }), ...toChanges(params) }),
    );

  on("toolinputpartial", ({ arguments: input }) =>
    state.toolInput.isComplete ? {} : { toolInput: { input, isComplete: false } },
  );
  on("toolinput", ({ arguments: input = {} }) => ({ toolInput: { input, isComplete: true } }));
  on("toolresult", (result) => ({ toolResult: { status: "done", result: result as ResultWith } }));
  on("toolcancelled", ({ reason }) => ({ toolResult: { status: "cancelled", reason } }));
  on("hostcontextchanged", () => ({}));

  const connect = async () => {
    try {
      const created = onAppCreated;
      onAppCreated = undefined;
      created?.(app);
      if (!app.transport) await app.connect();
      const { transport } = app;
      // While someone else is connecting it, what the host sends first will tell that it is.
      if (!transport || !app.getHostVersion()) return;
      const { onclose } = transport;
      transport.onclose = () => {
        onclose?.();
        setDisconnected(null);
      };
      set({ connection: connected });
    } catch (error) {
      // Releasing the App during the handshake ends the handshake, which is not an error.
      if (users && !app.transport) setDisconnected(error as Error);
    }
  };

  const store: ViewStore = {
    app,
    get state() {
      return state;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retain: () => {
      users++;
      connect().catch(report);
      return () => {
        users--;
        // StrictMode and Fast Refresh let go and come back within one task: the connection must stay.
        queueMicrotask(() => {
          if (owner && !users) app.close().catch(report);
        });
      };
    },
    nextChange: () =>
      new Promise((resolve) => {
        const stop = store.subscribe(() => {
          stop();
          resolve();
        });
      }),
  };
  stores.set(app, store);
  return store;
}
