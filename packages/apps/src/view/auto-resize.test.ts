import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { observeDocumentSize } from "./auto-resize.ts";

/*
 * As much of a page as is measured. `content` says how high the body's child is in a viewport of that height, `natural`
 * how high the document is without one to fill.
 */
interface Layout {
  content(viewport: number): number;
  natural(viewport: number): number;
}

const byContent = (height: number): Layout => ({ content: () => height, natural: () => height });
/** `html, body, #root { height: 100% }` around that much content. */
const filling = (height: number): Layout => ({ content: (viewport) => viewport, natural: () => height });
/** `min-height: 100vh` and a margin. */
const overfilling: Layout = { content: (viewport) => viewport, natural: (viewport) => viewport + 16 };
const almostFilling: Layout = {
  content: (viewport) => viewport * 0.98,
  natural: (viewport) => viewport * 0.98,
};

let layout: Layout;
let frames: (() => void)[];
let changed: () => void;
let mutated: () => void;
const page = Object.assign(new EventTarget(), { innerWidth: 400, innerHeight: 150 });

beforeEach(() => {
  frames = [];
  page.innerWidth = 400;
  page.innerHeight = 150;
  const html = {
    style: { height: "" },
    getBoundingClientRect: () => ({ height: layout.natural(page.innerHeight) }),
  };
  const child = {
    getBoundingClientRect: () => ({
      bottom:
        html.style.height === "max-content"
          ? layout.natural(page.innerHeight)
          : layout.content(page.innerHeight),
    }),
  };
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", { documentElement: html, body: { children: [child] } });
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => {
    frames = [];
  });
  const observers = new Set<() => void>();
  changed = () => {
    for (const observer of observers) observer();
  };
  const contentObservers = new Set<() => void>();
  mutated = () => {
    for (const observer of contentObservers) observer();
  };
  vi.stubGlobal("ResizeObserver", observerOf(observers));
  vi.stubGlobal("MutationObserver", observerOf(contentObservers));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function observerOf(callbacks: Set<() => void>) {
  return class {
    readonly callback: () => void;
    constructor(callback: () => void) {
      this.callback = callback;
    }
    observe() {
      callbacks.add(this.callback);
    }
    disconnect() {
      callbacks.delete(this.callback);
    }
  };
}

function nextFrame() {
  for (const frame of frames.splice(0)) frame();
}

/** A host that gives the View the height it reports, for as long as it reports new ones. */
function observeInHost() {
  const reports: { width?: number; height?: number }[] = [];
  const stop = observeDocumentSize((size) => reports.push(size));
  const settle = () => {
    for (let turn = 0, seen = -1; turn < 50 && seen !== reports.length; turn++) {
      seen = reports.length;
      page.innerHeight = reports.at(-1)?.height ?? page.innerHeight;
      page.dispatchEvent(new Event("resize"));
      changed();
      nextFrame();
    }
  };
  return { reports, settle, stop };
}

describe.each([
  ["grows to its content", byContent(300), [{ width: 400, height: 300 }]],
  ["shrinks to its content", byContent(90), [{ width: 400, height: 90 }]],
  ["that fills the viewport does not collapse", filling(0), [{ width: 400, height: 150 }]],
  ["that fills the viewport grows if its content needs it", filling(500), [{ width: 400, height: 500 }]],
  ["higher than the viewport does not chase it", overfilling, [{ width: 400, height: 166 }]],
  ["lower than the viewport does not chase it", almostFilling, [{ width: 400, height: 147 }]],
])("a document %s", (_name, given, expected) => {
  test("and is quiet then", () => {
    layout = given;
    const { reports, settle } = observeInHost();
    settle();
    expect(reports).toEqual(expected);
  });
});

test("content that changes is reported, once a frame and only if the size differs", () => {
  layout = byContent(300);
  const { reports, settle } = observeInHost();
  settle();
  layout = byContent(340);
  changed();
  changed();
  nextFrame();
  settle();
  layout = byContent(320);
  changed();
  settle();
  changed();
  nextFrame();
  expect(reports.map(({ height }) => height)).toEqual([300, 340, 320]);
});

test("a new width is reported with the height that comes with it", () => {
  layout = byContent(300);
  const { reports, settle } = observeInHost();
  settle();
  page.innerWidth = 200;
  page.innerHeight = 500;
  layout = byContent(600);
  page.dispatchEvent(new Event("resize"));
  nextFrame();
  expect(reports.at(-1)).toEqual({ width: 200, height: 600 });
});

test("nothing is reported after the end, and the document's style is as it was", () => {
  layout = byContent(300);
  document.documentElement.style.height = "50%";
  const { reports, stop } = observeInHost();
  changed();
  stop();
  nextFrame();
  layout = byContent(900);
  changed();
  page.dispatchEvent(new Event("resize"));
  nextFrame();
  expect(reports).toHaveLength(1);
  expect(document.documentElement.style.height).toBe("50%");
});

test("where there is no document there is nothing to report", () => {
  vi.unstubAllGlobals();
  const report = vi.fn();
  observeDocumentSize(report)();
  expect(report).not.toHaveBeenCalled();
});

test("reports content that arrives in the same frame as the host's answer", () => {
  layout = byContent(172);
  const { reports, settle } = observeInHost();
  page.innerHeight = 172;
  layout = byContent(272);
  mutated();
  page.dispatchEvent(new Event("resize"));
  changed();
  nextFrame();
  settle();
  expect(reports.map(({ height }) => height)).toEqual([172, 272]);
});

test("a layout that depends on the viewport's height does not grow for ever", () => {
  layout = overfilling;
  const { reports, settle } = observeInHost();
  page.addEventListener("resize", () => mutated());
  settle();
  expect(reports.length).toBeLessThanOrEqual(3);
});
