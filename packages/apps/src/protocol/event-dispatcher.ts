import type { Json } from "./mcp-types.ts";

type Handler<Params> = (params: Params) => void;
type Slot = { handler: Handler<Json> | undefined; listeners: Handler<Json>[] };

/** For each event one handler, which can be replaced, and any number of listeners, which run after it. */
export class EventDispatcher<EventMap extends Record<string, unknown>> {
  readonly #slots = new Map<keyof EventMap, Slot>();
  readonly #onerror: (error: unknown) => void;

  /** What a handler throws, or an async one rejects with, goes to `onerror`; the others still run. */
  constructor(onerror: (error: unknown) => void = rethrow) {
    this.#onerror = onerror;
  }

  setHandler<K extends keyof EventMap>(event: K, handler: Handler<EventMap[K]> | undefined): void {
    this.#slot(event).handler = handler;
  }

  getHandler<K extends keyof EventMap>(event: K): Handler<EventMap[K]> | undefined {
    return this.#slots.get(event)?.handler;
  }

  addEventListener<K extends keyof EventMap>(event: K, listener: Handler<EventMap[K]>): void {
    const slot = this.#slot(event);
    slot.listeners = [...slot.listeners, listener];
  }

  removeEventListener<K extends keyof EventMap>(event: K, listener: Handler<EventMap[K]>): void {
    const slot = this.#slot(event);
    const index = slot.listeners.indexOf(listener);
    slot.listeners = slot.listeners.filter((_, position) => position !== index);
  }

  dispatch<K extends keyof EventMap>(event: K, params: EventMap[K]): void {
    const slot = this.#slots.get(event);
    if (!slot) return;
    const { handler, listeners } = slot;
    if (handler) this.#run(handler, params);
    for (const listener of listeners) this.#run(listener, params);
  }

  #run(handler: Handler<Json>, params: unknown): void {
    try {
      const returned: unknown = handler(params);
      if (returned instanceof Promise) returned.catch(this.#onerror);
    } catch (error) {
      this.#onerror(error);
    }
  }

  #slot(event: keyof EventMap): Slot {
    let slot = this.#slots.get(event);
    if (!slot) {
      slot = { handler: undefined, listeners: [] };
      this.#slots.set(event, slot);
    }
    return slot;
  }
}

function rethrow(error: unknown): never {
  throw error;
}
