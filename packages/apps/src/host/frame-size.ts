import type { McpUiHostContext } from "../protocol/ui-types.ts";

type Size = { width?: number; height?: number };
type Dimensions = { width?: number; maxWidth?: number; height?: number; maxHeight?: number };

/** A View that asks for more has lost its mind, or means harm. */
const TALLEST = 10_000;

/**
 * Gives the frame the size its View asks for, as far as the host leaves it to the View. Without a word of the host,
 * the width is the container's and the height the View's.
 */
export function sizeFrame(
  frame: HTMLIFrameElement,
  context: McpUiHostContext | undefined,
  asked: Size = {},
): void {
  const { width, maxWidth, height, maxHeight = TALLEST } = (context?.containerDimensions ?? {}) as Dimensions;
  if (width !== undefined) frame.style.width = `${width}px`;
  else if (maxWidth !== undefined && isSize(asked.width)) {
    frame.style.width = `${Math.min(asked.width, maxWidth)}px`;
  }
  if (height !== undefined) frame.style.height = `${height}px`;
  else {
    const wanted = isSize(asked.height) ? asked.height : Number.parseFloat(frame.style.height);
    frame.style.height = `${Math.min(wanted, maxHeight)}px`;
  }
}

function isSize(value: unknown): value is number {
  return Number.isFinite(value) && (value as number) >= 0;
}

/** Each size makes the host's page lay itself out. */
const RESIZE_MS = 50;

/** Applies the latest size, immediately and then at most every 50 ms. */
export function createResizer(apply: (size: Size) => void): (size: Size) => void {
  let latest: Size | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    timer = undefined;
    if (!latest) return;
    apply(latest);
    latest = undefined;
    timer = setTimeout(next, RESIZE_MS);
  };
  return (size) => {
    latest = size;
    if (timer === undefined) next();
  };
}
