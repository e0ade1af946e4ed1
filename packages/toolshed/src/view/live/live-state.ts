import type { JsonObject } from "../../json/json-object.ts";
import type { ToolOwner } from "../../policy/authorize.ts";
import type { Events } from "../../store/store.ts";
import { handleLifeMs } from "../view-handles.ts";

/** An open View that has tools. */
export interface LiveView {
  readonly id: string;
  /** The random id of its showing. */
  readonly showing: string;
  /** Which page has it open. */
  readonly instance: string;
  readonly owner: ToolOwner;
  /** The tool whose View it is. */
  readonly path: string;
  readonly title: string;
  /** As the View lists them, within bounds. */
  readonly tools: readonly unknown[];
}

/** A View as one page has it open. */
export type LivePlace = Pick<LiveView, "id" | "showing" | "instance">;

/** Counts what a page sends to open and close a View, because requests can overtake each other. Older pages don't count. */
export type Sequence = number | undefined;

/** A call of one of its tools, by the View's own name for it. */
export interface LiveCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

export type LiveAnswer =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string } };

/** What a View gets: calls that are new to it, and those whose callers have gone. */
export interface LiveNews {
  readonly calls: readonly LiveCall[];
  readonly cancelled: readonly string[];
}

/**
 * What all gateways know of open Views, and the calls on their way. A call is addressed to a View as one page has it
 * open, so that another page that takes the View over never gets it.
 */
export interface LiveState {
  /** Stores a View in place of what it was, and announces it. Returns false if its page has closed it since `sequence`. */
  put(view: LiveView, sequence?: Sequence): Promise<boolean>;
  /**
   * Removes a View if this page still has it, and announces it. With a sequence, requests that the page sent before don't
   * bring the View back, for as long as its handle is valid.
   */
  remove(place: LivePlace, sequence?: Sequence): Promise<void>;
  /** The Views that are open, each with a text that differs after every change. */
  stamps(): Promise<ReadonlyMap<string, string>>;
  read(id: string): Promise<LiveView | undefined>;
  /** Notes that these Views are still there. */
  touch(ids: readonly string[]): Promise<void>;
  /** Removes Views of which nothing was heard for this long, and calls that nobody waits for. */
  expire(graceMs: number): Promise<void>;

  send(address: string, call: LiveCall): Promise<void>;
  /** Takes what is there for the View: each call is taken once. */
  take(address: string): Promise<LiveNews>;
  /** Whether this is the first answer to a call that the View has taken. */
  answer(address: string, id: string, answer: LiveAnswer): Promise<boolean>;
  /** Takes the answer away, if there is one. */
  collect(id: string): Promise<LiveAnswer | undefined>;
  /** Ends a call that its caller no longer waits for. Whether the View has to know. */
  drop(id: string): Promise<boolean>;
}

/** The topic under which Views are announced. */
export const viewsTopic = "live-views";

/** Closed Views kept in memory. */
const maxClosedPages = 10_000;

/** Longer than any caller waits. */
export const maxCallMs = 60_000;

export const addressOf = ({ id, instance }: Pick<LiveView, "id" | "instance">): string =>
  JSON.stringify([id, instance]);

export const pageOf = ({ showing, instance }: LivePlace): string => JSON.stringify([showing, instance]);

interface CallEntry {
  readonly address: string;
  readonly call: LiveCall;
  state: "waiting" | "taken" | "cancelled" | "answered";
  answer?: LiveAnswer;
  readonly createdAt: number;
}

/** For the only gateway on a store: in memory. */
export function createLocalLiveState(events: Events, now: () => number = () => performance.now()): LiveState {
  const views = new Map<string, { view: LiveView; stamp: string; seenAt: number }>();
  const calls = new Map<string, CallEntry>();
  const closed = new Map<string, { sequence: number; at: number }>();
  let changes = 0;

  return {
    async put(view, sequence = Number.POSITIVE_INFINITY) {
      if (sequence < (closed.get(pageOf(view))?.sequence ?? 0)) return false;
      changes += 1;
      views.set(view.id, { view, stamp: String(changes), seenAt: now() });
      await events.publish(viewsTopic);
      return true;
    },
    async remove(place, sequence) {
      if (sequence !== undefined) {
        closed.delete(pageOf(place));
        closed.set(pageOf(place), { sequence, at: now() });
        const [oldest] = closed.keys();
        if (closed.size > maxClosedPages && oldest !== undefined) closed.delete(oldest);
      }
      const { view } = views.get(place.id) ?? {};
      if (!view || pageOf(view) !== pageOf(place)) return;
      views.delete(place.id);
      await events.publish(viewsTopic);
    },
    stamps: async () => new Map([...views].map(([id, { stamp }]) => [id, stamp])),
    read: async (id) => views.get(id)?.view,
    async touch(ids) {
      for (const id of ids) {
        const entry = views.get(id);
        if (entry) entry.seenAt = now();
      }
    },
    async expire(graceMs) {
      for (const [page, { at }] of closed) if (now() - at > handleLifeMs) closed.delete(page);
      for (const [id, { createdAt }] of calls) if (now() - createdAt > maxCallMs) calls.delete(id);
      const gone = [...views].filter(([, { seenAt }]) => now() - seenAt > graceMs);
      for (const [id] of gone) views.delete(id);
      if (gone.length > 0) await events.publish(viewsTopic);
    },

    async send(address, call) {
      calls.set(call.id, { address, call, state: "waiting", createdAt: now() });
    },
    async take(address) {
      const own = [...calls].filter(([, entry]) => entry.address === address);
      const waiting = own.filter(([, { state }]) => state === "waiting");
      const cancelled = own.filter(([, { state }]) => state === "cancelled");
      for (const [, entry] of waiting) entry.state = "taken";
      for (const [id] of cancelled) calls.delete(id);
      return { calls: waiting.map(([, { call }]) => call), cancelled: cancelled.map(([id]) => id) };
    },
    async answer(address, id, answer) {
      const entry = calls.get(id);
      if (entry?.address !== address || entry.state !== "taken") return false;
      Object.assign(entry, { state: "answered", answer });
      return true;
    },
    async collect(id) {
      const answer = calls.get(id)?.answer;
      if (answer) calls.delete(id);
      return answer;
    },
    async drop(id) {
      const entry = calls.get(id);
      if (entry?.state === "taken") entry.state = "cancelled";
      else calls.delete(id);
      return entry?.state === "cancelled";
    },
  };
}
