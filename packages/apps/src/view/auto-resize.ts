import type { McpUiSizeChangedNotification } from "../protocol/ui-types.ts";

type Size = McpUiSizeChangedNotification["params"];

const MOST_COINCIDENCES = 2;

/** Reports the size of the document now and whenever it changes; returns what stops it. */
export function observeDocumentSize(report: (size: Size) => void): () => void {
  if (typeof ResizeObserver === "undefined") return () => {};
  const { documentElement: html, body } = document;
  let last = { width: 0, height: 0, viewport: window.innerHeight };
  let frame = 0;
  let hasNewContent = false;
  let followed = 0;

  const measure = () => {
    frame = 0;
    const { innerWidth: width, innerHeight: viewport } = window;
    const height = contentHeight();
    // A height that follows the viewport must not go back to the host: it would chase itself. Content that came in the
    // same moment as the host's answer only seems to follow it, but a layout that depends on its own size follows it for ever.
    followed = (height - last.height) * (viewport - last.viewport) > 0 ? followed + 1 : 0;
    const followsViewport = followed > (hasNewContent ? MOST_COINCIDENCES : 0);
    const changed = width !== last.width || (height !== last.height && !followsViewport);
    last = { width, height, viewport };
    hasNewContent = false;
    if (changed) report({ width, height });
  };
  const schedule = () => {
    frame ||= requestAnimationFrame(measure);
  };

  const contentObserver = new MutationObserver(() => {
    hasNewContent = true;
  });
  contentObserver.observe(body, { childList: true, characterData: true, subtree: true });
  const observer = new ResizeObserver(schedule);
  observer.observe(html);
  observer.observe(body);
  window.addEventListener("resize", schedule);
  measure();
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    contentObserver.disconnect();
    window.removeEventListener("resize", schedule);
  };
}

/** The content's intrinsic size; a layout that fills the viewport (`height: 100%`) is never asked to shrink. */
function contentHeight(): number {
  const html = document.documentElement;
  const filled = bottomOfContent();
  const { height } = html.style;
  html.style.height = "max-content";
  const natural = Math.ceil(html.getBoundingClientRect().height);
  const fillsViewport = bottomOfContent() < filled;
  html.style.height = height;
  return fillsViewport ? Math.max(natural, window.innerHeight) : natural;
}

function bottomOfContent(): number {
  return Math.max(0, ...Array.from(document.body.children, (child) => child.getBoundingClientRect().bottom));
}
