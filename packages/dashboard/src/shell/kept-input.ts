const key = "toolshed-typed";
const maxLength = 100_000;
const restoreMs = 15_000;
const fields =
  "#page :is(textarea, input:is([type=text], [type=search], [type=number], [type=url], [type=email], :not([type])))";

interface Kept {
  readonly userId: string;
  readonly path: string;
  readonly typed: readonly { readonly name: string; readonly value: string }[];
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const findFields = () =>
  [...document.querySelectorAll<TextField>(fields)].filter((field) => field.dataset.secret === undefined);
const nameOf = (field: TextField) =>
  [field.tagName, field.ariaLabel ?? field.labels?.[0]?.textContent ?? field.name].join(" ");

/** Keeps, in this tab, what was typed on this page. Keys and passwords are never among it. */
export function keepTyped(userId: string): void {
  const typed = findFields()
    .filter(({ value, defaultValue }) => value !== "" && (value !== defaultValue || defaultValue !== ""))
    .map((field) => ({ name: nameOf(field), value: field.value.slice(0, maxLength) }));
  if (typed.length === 0) return;
  const kept: Kept = { userId, path: location.pathname, typed };
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage it has to be typed again.
  }
}

/** Puts it back as soon as its fields are there, once, if it was the same person. Returns how to stop waiting for them. */
export function restoreTyped(userId: string): () => void {
  const text = sessionStorage.getItem(key);
  if (text === null) return () => {};
  const kept: Kept = JSON.parse(text);
  if (kept.userId !== userId || kept.path !== location.pathname) {
    sessionStorage.removeItem(key);
    return () => {};
  }
  const missing = new Map(kept.typed.map(({ name, value }) => [name, value]));
  function fill() {
    for (const field of findFields()) {
      const value = missing.get(nameOf(field));
      if (value === undefined) continue;
      missing.delete(nameOf(field));
      type(field, value);
    }
    if (missing.size === 0) stop();
  }
  const observer = new MutationObserver(fill);
  const timer = setTimeout(stop, restoreMs);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    sessionStorage.removeItem(key);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  fill();
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** As if a person had typed it, which is what React listens to. */
function type(field: TextField, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
