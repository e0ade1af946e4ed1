import { ArrowUp } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { plural } from "../../ui/text/plural.ts";
import type { ListItem } from "./group-calls.ts";
import { CallRow, TraceRow } from "./rows.tsx";
import { useRowWindow } from "./use-row-window.ts";

export interface CallListProps {
  items: readonly ListItem[];
  /** Of the item that is open beside the list. */
  openKey: string | undefined;
  nameOf: ((userId: string) => string) | undefined;
  /** How many new calls wait above the list. */
  waiting: number;
  isStale: boolean;
  hasOlder: boolean;
  onShowWaiting(): void;
  /** The last rows are in sight. */
  onEnd(): void;
}

const listId = "calls";
const rowLinks = "a[data-row]";
/** So many rows before the end more are asked for. */
const endRows = 20;

const findList = () => document.getElementById(listId);

/** Whether another page is in its place. */
export const isListHidden = (): boolean => findList()?.offsetParent === null;

/** Whether the list must not move: it is scrolled, or the keyboard is in it. */
export function isReadingCalls(): boolean {
  const list = findList();
  if (!list || isListHidden()) return false;
  return list.getBoundingClientRect().top < 0 || list.querySelector(":focus-visible") !== null;
}

const findRow = (key: string) => findList()?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);

export const focusCall = (key: string): void => findRow(key)?.focus({ preventScroll: true });

/** The rows that are in sight, of any number. The arrow keys move between them. */
export function CallList(props: CallListProps) {
  const { items, openKey, nameOf, waiting, isStale, hasOlder, onShowWaiting, onEnd } = props;
  const list = useRef<HTMLUListElement>(null);
  const { first, end, rowHeight, isCompact } = useRowWindow(list, items.length);
  /** The row that Tab goes to. It is rendered wherever it is, so that it keeps the focus. */
  const [activeKey, setActiveKey] = useState<string>();
  const activeIndex = Math.max(
    0,
    items.findIndex(({ key }) => key === (activeKey ?? openKey)),
  );
  const toFocus = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (toFocus.current === undefined) return;
    const row = findRow(toFocus.current);
    toFocus.current = undefined;
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  });

  const isAtEnd = end >= items.length - endRows && end > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that was added may still end in sight
  useEffect(() => {
    if (isAtEnd && hasOlder) onEnd();
  }, [isAtEnd, hasOlder, items.length]);

  useEffect(() => {
    if (waiting === 0) return;
    const look = () => !isReadingCalls() && onShowWaiting();
    // The focus has left a moment after it says so.
    const lookSoon = () => setTimeout(look);
    addEventListener("scroll", look, { passive: true });
    addEventListener("focusout", lookSoon);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("focusout", lookSoon);
    };
  }, [waiting, onShowWaiting]);

  function press(event: KeyboardEvent) {
    if (!(event.target as HTMLElement).matches(rowLinks)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const page = Math.max(1, Math.floor(innerHeight / rowHeight) - 2);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -items.length,
      End: items.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = items[Math.min(items.length - 1, Math.max(0, activeIndex + step))];
    if (!next) return;
    toFocus.current = next.key;
    setActiveKey(next.key);
  }

  function showNew() {
    onShowWaiting();
    setActiveKey(undefined);
    list.current?.scrollIntoView({ block: "start" });
    // The button is gone; what it showed is at the top.
    list.current?.querySelector<HTMLElement>(rowLinks)?.focus({ preventScroll: true });
  }

  const indexes = Array.from({ length: end - first }, (_, index) => first + index);
  if (items.length > 0 && activeIndex < first) indexes.unshift(activeIndex);
  if (activeIndex >= end && activeIndex < items.length) indexes.push(activeIndex);

  return (
    <div className="relative min-w-0">
      {waiting > 0 && (
        <div className="pointer-events-none sticky top-3 z-10 flex h-0 justify-center">
          <button
            type="button"
            onClick={showNew}
            className="pointer-events-auto inline-flex h-8 items-center gap-1.5 rounded-full bg-accent px-3.5 text-sm font-medium text-on-accent shadow-pop"
          >
            <ArrowUp className="size-4" aria-hidden />
            {plural(waiting, "new call")}
          </button>
        </div>
      )}
      <ul
        ref={list}
        id={listId}
        aria-label="Calls"
        aria-busy={isStale}
        onKeyDown={press}
        style={{ height: items.length * rowHeight }}
        className={`relative scroll-mt-4 overflow-hidden rounded-xl border border-line bg-card ${isStale ? "opacity-60" : ""}`}
      >
        {indexes.map((index) => {
          const item = items[index];
          if (!item) return null;
          return (
            <li
              key={item.key}
              aria-setsize={hasOlder ? -1 : items.length}
              aria-posinset={index + 1}
              style={{ top: index * rowHeight, height: rowHeight }}
              className="absolute inset-x-0 border-b border-line last:border-b-0"
              onFocus={() => setActiveKey(item.key)}
            >
              {item.kind === "call" ? (
                <CallRow
                  item={item}
                  isCompact={isCompact}
                  isOpen={item.key === openKey}
                  tabIndex={index === activeIndex ? 0 : -1}
                  who={nameOf?.(item.call.userId)}
                />
              ) : (
                <TraceRow
                  item={item}
                  isCompact={isCompact}
                  isOpen={item.key === openKey}
                  tabIndex={index === activeIndex ? 0 : -1}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
