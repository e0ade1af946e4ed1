import type { Json } from "./mcp-types.ts";
import { warn } from "./warn.ts";

type Handler<Params> = (params: Params) => void;
/** The handler comes first, if there is one; then the listeners. Never changed in place, since it may be running. */
type Slot = readonly (Handler<Json> | undefined)[];

/**
 * Calls handlers and listeners for events. Each event has one handler, which can be replaced, and any number
 * of listeners, which run after it.
 */
export class EventDispatcher<EventMap extends Record<string, unknown>> {
  readonly #slots = new Map<keyof EventMap, Slot>();
  readonly #onerror: (error: unknown) => void;

  /** Errors in handlers, including rejected promises, go to `onerror`; the other handlers still run. */
  constructor(onerror: (error: unknown) => void = rethrow) {
    this.#onerror = onerror;
  }

  /** Sets the handler of an event. If it replaces another, a warning mentions it as `name`. */
  setHandler<K extends keyof EventMap>(
    event: K,
    handler: Handler<EventMap[K]> | undefined,
    name = event as string,
  ): void {
    const [replaced, ...listeners] = this.#slot(event);
    if (replaced && handler) warn(`on${name} handler replaced`);
    this.#slots.set(event, [handler, ...listeners]);
  }

  /** Returns the handler of an event. */
  getHandler<K extends keyof EventMap>(event: K): Handler<EventMap[K]> | undefined {
    return this.#slot(event)[0];
  }

  /** Adds a listener. It runs after the handler and earlier listeners. */
  addEventListener<K extends keyof EventMap>(event: K, listener: Handler<EventMap[K]>): void {
    this.#slots.set(event, [...this.#slot(event), listener]);
  }

  /** Removes a listener. */
  removeEventListener<K extends keyof EventMap>(event: K, listener: Handler<EventMap[K]>): void {
    const slot = this.#slot(event);
    const index = slot.indexOf(listener, 1);
    this.#slots.set(
      event,
      slot.filter((_, position) => position !== index),
    );
  }

  /** Calls the handler of an event, then its listeners. */
  dispatch<K extends keyof EventMap>(event: K, params: EventMap[K]): void {
    for (const handler of this.#slot(event)) {
      try {
        const returned: unknown = handler?.(params);
        if (returned instanceof Promise) returned.catch(this.#onerror);
      } catch (error) {
        this.#onerror(error);
      }
    }
  }

  #slot(event: keyof EventMap): Slot {
    return this.#slots.get(event) ?? [undefined];
  }
}

function rethrow(error: unknown): never {
  throw error;
}
