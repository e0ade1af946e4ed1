import { type RefObject, useLayoutEffect, useState } from "react";

export interface RowWindow {
  /** The rows to render: from `first` up to `end`, which is not among them. */
  readonly first: number;
  readonly end: number;
  readonly rowHeight: number;
  /** The list is narrow: each row has two lines. */
  readonly isCompact: boolean;
}

/** In rem, so that rows grow with the text. */
const heights = { wide: 3, compact: 4.5 };
const compactBelow = 44;
const extraRows = 8;
/** The window moves by so many rows at a time, which saves renders while one scrolls. */
const step = 4;

/** Which rows of a list in the page are in sight, of `count` rows that are all equally high. */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [shown, setWindow] = useState<RowWindow>({ first: 0, end: 0, rowHeight: 45, isCompact: false });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;

    function measure() {
      if (!element || element.offsetParent === null) return;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const { top, width } = element.getBoundingClientRect();
      const isCompact = width < compactBelow * rem;
      const rowHeight = (isCompact ? heights.compact : heights.wide) * rem;
      const above = Math.floor(-top / rowHeight) - extraRows;
      const below = Math.ceil((innerHeight - top) / rowHeight) + extraRows;
      const first = Math.min(Math.max(0, Math.floor(above / step) * step), count);
      const end = Math.min(count, Math.max(first, Math.ceil(below / step) * step));
      setWindow((before) =>
        before.first === first &&
        before.end === end &&
        before.rowHeight === rowHeight &&
        before.isCompact === isCompact
          ? before
          : { first, end, rowHeight, isCompact },
      );
    }

    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    sizes.observe(document.body);
    addEventListener("scroll", measure, { passive: true });
    addEventListener("resize", measure);
    return () => {
      sizes.disconnect();
      removeEventListener("scroll", measure);
      removeEventListener("resize", measure);
    };
  }, [list, count]);
  return shown;
}
