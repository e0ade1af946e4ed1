import { setTimeout as delay } from "node:timers/promises";
import { type Catalog, viewSourceId } from "../../catalog/catalog.ts";
import type { JsonObject } from "../../json/json-object.ts";
import { type SourceTool, UpstreamError } from "../../source/source.ts";
import type { CallSignal } from "../../work/cancellation.ts";
import { callsTopic, LiveCalls, type LiveCallsParts } from "./live-calls.ts";
import {
  addressOf,
  type LiveAnswer,
  type LiveNews,
  type LivePlace,
  type LiveView,
  type Sequence,
  viewsTopic,
} from "./live-state.ts";
import { LiveWaiter, type WaitEnd } from "./live-waiter.ts";

export interface LiveViewsParts extends LiveCallsParts {
  readonly catalog: Catalog;
  /** Whether the tool that was shown is still open to those it was shown to. */
  isStillOpen(view: LiveView): Promise<boolean>;
  /** Tests are less patient. */
  readonly times?: Partial<typeof defaults>;
}

/** What a View's page gets when it asks for calls. */
export interface LiveBatch extends LiveNews, WaitEnd {
  /** Another page has the View now, or this gateway does not know it. */
  readonly ended?: "elsewhere" | "unknown";
}

interface OpenView {
  readonly view: LiveView;
  readonly stamp: string;
  readonly tools: readonly SourceTool[];
}

interface Change {
  next: LiveView;
  sequence: Sequence;
  readonly applied: Promise<void>;
}

const maxPerPerson = 50;
const maxViews = 5_000;
const maxClosed = 500;
const refused = -32_000;
/** A change of 50 large tools takes about a fifth of the time that it is counted with. */
const charactersPerMs = 500;
const minChangeCostMs = 20;
/** Changes take effect immediately as long as a person owes at most this. */
const freeDebtMs = 1_000;
const maxDebtMs = 15_000;
const defaults = {
  callMs: 30_000,
  /** How long a View stays in the catalog while nothing is heard of its page. */
  graceMs: 10_000,
  /** The least time between two changes of a View. Those within it take effect together. */
  changeMs: 300,
};

const nothing: LiveNews = { calls: [], cancelled: [] };

/** The Views that are open now: their tools in the catalog, and the calls to them. */
export class LiveViews {
  readonly #parts: LiveViewsParts;
  readonly #times: typeof defaults;
  readonly #calls: LiveCalls;
  /** As all gateways know them. */
  readonly #views = new Map<string, OpenView>();
  /** Those that ask this gateway for calls at this moment. */
  readonly #waiters = new Map<string, LiveWaiter>();
  /** Those that this gateway has heard of since it last stored that. */
  readonly #heard = new Set<string>();
  /** What is to become of those that have changed a moment ago. */
  readonly #changes = new Map<string, Change>();
  readonly #changedAt = new Map<string, number>();
  /** Until when the changes of a person have used up their share of the gateway's time. */
  readonly #due = new Map<string, number>();
  /** Those that were open until a moment ago. */
  readonly #closed = new Map<string, OpenView>();
  readonly #unsubscribe: readonly (() => void)[];
  #settled: Promise<void> = Promise.resolve();
  #isQueued = false;
  #isStopping = false;

  constructor(parts: LiveViewsParts) {
    this.#parts = parts;
    this.#times = { ...defaults, ...parts.times };
    this.#calls = new LiveCalls(parts, this.#times.callMs);
    this.#unsubscribe = [
      parts.events.subscribe(viewsTopic, () => this.#load()),
      parts.events.subscribe(callsTopic, (id) => this.#wake(id)),
    ];
    this.#load();
  }

  /** Resolves when the catalog has what was announced before. */
  settled(): Promise<void> {
    return this.#settled;
  }

  /** Opens a View, or replaces what it lists. Resolves when the catalog has it. */
  async open(view: LiveView, sequence?: Sequence): Promise<void> {
    const known = this.#views.get(view.id)?.view;
    this.#checkRoom(view, known);
    this.#heard.add(view.id);
    if (JSON.stringify(known) !== JSON.stringify(view)) await this.#change(view, sequence);
  }

  /** What there is for the View, or what comes within the time. Ends early if the page leaves, or asks again. */
  async wait(place: LivePlace, signal: CallSignal, timeoutMs: number): Promise<LiveBatch> {
    const known = this.#endOf(place);
    if (known) return { ...nothing, ended: known };
    const view = this.#views.get(place.id)?.view;
    // A ticket outlives the endpoint or the member it was for.
    if (view && !(await this.#parts.isStillOpen(view))) return { ...nothing, ended: "unknown" };
    const waiter = new LiveWaiter(signal, timeoutMs);
    this.#waiters.get(place.id)?.end({ isLast: true });
    this.#waiters.set(place.id, waiter);
    try {
      if (this.#isStopping) waiter.end({ isLast: true });
      while (!waiter.ended) {
        const news = await this.#parts.state.take(addressOf(place));
        if (news.calls.length + news.cancelled.length > 0) return news;
        await waiter.woken();
        const ended = this.#endOf(place);
        if (ended) return { ...nothing, ended };
      }
      return { ...nothing, ...waiter.ended };
    } finally {
      waiter.close();
      if (this.#waiters.get(place.id) === waiter) this.#waiters.delete(place.id);
      this.#heard.add(place.id);
    }
  }

  /** Takes answers of the View. Those to unknown, ended or answered calls are ignored. */
  async answer(place: LivePlace, answers: unknown): Promise<void> {
    if (!this.#endOf(place)) await this.#calls.answer(place, answers);
  }

  /** Removes the View's tools from the catalog. */
  async close(place: LivePlace, sequence?: Sequence): Promise<void> {
    if (this.#changes.get(place.id)?.next.instance === place.instance) this.#changes.delete(place.id);
    await this.#parts.state.remove(place, sequence);
    await this.#settled;
  }

  /** Stores which Views are there, and closes those that are gone. */
  async sweep(): Promise<void> {
    for (const [userId, due] of this.#due) if (due < performance.now()) this.#due.delete(userId);
    if (this.#views.size === 0) return this.#heard.clear();
    const { state } = this.#parts;
    for (const { view } of [...this.#views.values()])
      if (!(await this.#parts.isStillOpen(view))) await state.remove(view);
    const heard = [...this.#views.keys()].filter((id) => this.#heard.has(id) || this.#waiters.has(id));
    this.#heard.clear();
    await state.touch(heard);
    await state.expire(this.#times.graceMs);
    this.#load();
    await this.#settled;
  }

  /** What to say about a path of a View that was open until a moment ago, to those who could see it. */
  describeClosed(path: string, isOpen: (tool: SourceTool) => boolean): string | undefined {
    const closed = this.#closed.get(path.split(".")[1] ?? "");
    const tool = closed?.tools.find((one) => one.path === path);
    return closed && tool && isOpen(tool) ? closedSentence(closed.view) : undefined;
  }

  /** Answers pages that wait, so that the gateway can stop. */
  endWaits(): void {
    this.#isStopping = true;
    for (const waiter of this.#waiters.values()) waiter.end({ isLast: true });
  }

  end(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#calls.close();
  }

  #checkRoom(view: LiveView, known: LiveView | undefined): void {
    if (known && known.showing !== view.showing)
      throw new UpstreamError(refused, "Another View has this id. Ask for this one to be shown again.");
    if (known) return;
    const opening = [...this.#changes.values()]
      .map(({ next }) => next)
      .filter(({ id }) => !this.#views.has(id));
    const all = [...[...this.#views.values()].map((one) => one.view), ...opening];
    const own = all.filter(({ owner }) => owner.userId === view.owner.userId);
    if (own.length >= maxPerPerson)
      throw new UpstreamError(
        refused,
        `You have ${maxPerPerson} Views with tools open, which is the limit. Close one.`,
      );
    if (all.length >= maxViews)
      throw new UpstreamError(refused, "Too many Views with tools are open. Try again later.");
  }

  /** The first change takes effect immediately. Of those that follow too soon, the last one does, a moment later. */
  #change(view: LiveView, sequence: Sequence): Promise<void> {
    const queued = this.#changes.get(view.id);
    if (queued) {
      queued.next = view;
      queued.sequence = sequence;
      return queued.applied;
    }
    const afterLast = (this.#changedAt.get(view.id) ?? 0) + this.#times.changeMs - performance.now();
    const waitMs = Math.max(afterLast, this.#reserve(view));
    const apply = async (): Promise<void> => {
      if (waitMs > 0) await delay(waitMs);
      // The View may have been closed meanwhile.
      if (this.#changes.get(view.id) !== change) return;
      this.#changes.delete(view.id);
      this.#changedAt.set(view.id, performance.now());
      if (!(await this.#parts.state.put(change.next, change.sequence)))
        throw new UpstreamError(refused, "This page has closed the View.");
      await this.#settled;
    };
    const change: Change = { next: view, sequence, applied: Promise.resolve().then(apply) };
    this.#changes.set(view.id, change);
    return change.applied;
  }

  /** How long a person's change has to wait so that all of theirs take no more than a share of the gateway's time. */
  #reserve({ owner: { userId }, tools }: LiveView): number {
    const now = performance.now();
    const costMs = Math.max(minChangeCostMs, JSON.stringify(tools).length / charactersPerMs);
    const due = Math.max(now, this.#due.get(userId) ?? 0) + costMs;
    if (due - now > maxDebtMs)
      throw new UpstreamError(
        refused,
        "Your Views change their tools too often. Try again in a few seconds.",
      );
    this.#due.set(userId, due);
    return due - now - freeDebtMs;
  }

  #endOf({ id, showing, instance }: LivePlace): LiveBatch["ended"] {
    const open = this.#views.get(id)?.view;
    if (open?.showing !== showing) return "unknown";
    return open.instance === instance ? undefined : "elsewhere";
  }

  /** An empty id means that there may be something for any of them. */
  #wake(viewId: string): void {
    for (const [id, waiter] of this.#waiters) if (viewId === "" || viewId === id) waiter.wake();
  }

  /** Makes the catalog agree with what is stored. What is announced meanwhile is read afterwards. */
  #load(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#settled = this.#settled
      .then(() => {
        this.#isQueued = false;
        return this.#agree();
      })
      .catch((error) => this.#parts.log.error(`open Views were not read: ${error.message}`));
  }

  async #agree(): Promise<void> {
    const { state } = this.#parts;
    const stamps = await state.stamps();
    for (const id of [...this.#views.keys()]) if (!stamps.has(id)) this.#hide(id);
    for (const [id, stamp] of stamps) {
      if (this.#views.get(id)?.stamp === stamp) continue;
      const view = await state.read(id);
      if (view) await this.#show(view, stamp);
    }
  }

  async #show(view: LiveView, stamp: string): Promise<void> {
    const { toLiveSource } = await import("./live-tools.ts");
    const source = await toLiveSource(view, (...call) => this.#callView(view, ...call));
    this.#views.set(view.id, { view, stamp, tools: source.tools });
    this.#closed.delete(view.id);
    this.#parts.catalog.set(source);
    this.#calls.endCalls(view.id, view.instance, new Error(reopenedSentence(view)));
    this.#wake(view.id);
  }

  #hide(id: string): void {
    const open = this.#views.get(id);
    if (!open) return;
    this.#views.delete(id);
    this.#changedAt.delete(id);
    this.#closed.delete(id);
    this.#closed.set(id, open);
    const [oldest] = this.#closed.keys();
    if (this.#closed.size > maxClosed && oldest !== undefined) this.#closed.delete(oldest);
    this.#parts.catalog.remove(viewSourceId(id));
    this.#calls.endCalls(id, undefined, new Error(closedSentence(open.view)));
    this.#wake(id);
  }

  /** The tool may have been found before a person approved its call: the View counts as it is now. */
  async #callView(found: LiveView, name: string, args: JsonObject, signal: AbortSignal): Promise<LiveAnswer> {
    const open = this.#views.get(found.id);
    // A page learns nothing more once its endpoint is revoked, however long its stream stays connected.
    if (!open || !(await this.#parts.isStillOpen(open.view))) throw new Error(closedSentence(found));
    return this.#calls.call(open.view, name, args, signal);
  }
}

const closedSentence = ({ title, path }: LiveView): string =>
  `The View of ${title} is closed. Ask for it to be shown again (show_tool ${path}).`;

const reopenedSentence = ({ title }: LiveView): string =>
  `The View of ${title} was opened on another page before it answered. Call the tool again.`;
