import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";

/** A row of a long list: where it is and how high. */
export interface Row {
  readonly key: string;
  readonly top: number;
  readonly height: number;
}

export interface Rows<One extends Row> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly height: number;
  /** Whether there is room for it: on a narrow screen a tool takes its place. */
  readonly isShown: boolean;
  /** Those in sight and a few around them, and the one that has or gets the focus. */
  readonly inSight: readonly { row: One; index: number }[];
  readonly active: number;
  setActive(key: string): void;
  /** Gives the row the focus. */
  focus(index: number): void;
  /** Scrolls to the row unless it is in sight. */
  reveal(index: number): void;
  onScroll(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Scrolling renders again once for so many pixels, and so many more are rendered above and below. */
const step = 200;
/** Where lists were left, by their names. */
const positions = new Map<string, number>();

/**
 * A list of which only the rows in sight are in the page, however long it is, and of which one row takes part in the order
 * of the keyboard: arrows, Home, End and Page keys lead to the others. Under the same name it comes back where it was.
 */
export function useRows<One extends Row>(rows: readonly One[], name: string, preferred?: string): Rows<One> {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [viewHeight, setViewHeight] = useState(0);
  const [activeKey, setActive] = useState<string>();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const wantsFocus = useRef(false);
  const indexOf = (key: string | undefined) =>
    key === undefined ? -1 : rows.findIndex((row) => row.key === key);
  const active = Math.max(0, indexOf(activeKey), activeKey === undefined ? indexOf(preferred) : 0);
  const isShown = viewHeight > 0 && rows.length > 0;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setViewHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (isShown && scroller.current) scroller.current.scrollTop = positions.get(name) ?? 0;
  }, [isShown, name]);

  // Of a later effect, that of an earlier render could take the wish and give the focus to a row that is about to go.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>("[data-row][tabindex='0']")?.focus({ preventScroll: true });
  });

  const onScroll = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    // A list that is hidden loses its position.
    if (clientHeight === 0) return;
    positions.set(name, scrollTop);
    setTop(Math.floor(scrollTop / step) * step);
  }, [name]);

  function scrollTo(index: number, margin: number) {
    const row = rows[index];
    const element = scroller.current;
    if (!row || !element) return;
    const { scrollTop, clientHeight } = element;
    if (row.top < scrollTop) element.scrollTop = row.top - margin;
    else if (row.top + row.height > scrollTop + clientHeight)
      element.scrollTop = row.top + row.height - clientHeight + margin;
  }

  function focus(index: number) {
    const row = rows[index];
    if (!row) return;
    wantsFocus.current = true;
    scrollTo(index, 0);
    setActive(row.key);
    // The row may be the active one already.
    render();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const page = Math.max(1, Math.floor(viewHeight / (rows[active]?.height ?? 1)) - 1);
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    focus(Math.min(rows.length - 1, Math.max(0, next)));
  }

  const first = findRow(rows, top - step);
  const last = findRow(rows, top + viewHeight + 2 * step);
  const inSight = rows.slice(first, last + 1).map((row, at) => ({ row, index: first + at }));
  const activeRow = rows[active];
  if (activeRow && active < first) inSight.unshift({ row: activeRow, index: active });
  if (activeRow && active > last) inSight.push({ row: activeRow, index: active });
  const end = rows.at(-1);

  return {
    scroller,
    height: end ? end.top + end.height : 0,
    isShown,
    inSight,
    active,
    setActive,
    focus,
    reveal: (index) => scrollTo(index, viewHeight / 3),
    onScroll,
    onKeyDown,
  };
}

/** The last row that begins above `y`. */
function findRow(rows: readonly Row[], y: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
