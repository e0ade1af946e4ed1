import { texts } from "./texts.ts";

type Child = Node | string | undefined | false;
type Properties = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** Makes an element. Texts become text nodes, so nothing in them is read as HTML. Names with a dash or `role` are attributes. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (key === "role" || key === "list" || key === "for" || key.includes("-"))
      element.setAttribute(key, String(value));
    else Object.assign(element, { [key]: value });
  }
  append(element, children);
  return element;
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) if (child !== undefined && child !== false) element.append(child);
}

export function button(label: string, run: () => void, properties: Properties = {}): HTMLButtonElement {
  return make("button", { type: "button", className: "show-button", onclick: run, ...properties }, label);
}

const saidMs = 2_000;

/** A button that copies a text and says so. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const said = make("span", { "aria-live": "polite" }, label);
  const element = make("button", { type: "button", className: "show-button" }, said);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (words: string) => {
    said.textContent = words;
    clearTimeout(timer);
    timer = setTimeout(() => {
      said.textContent = label;
    }, saidMs);
  };
  element.addEventListener("click", () => {
    copyText(text()).then(
      () => say(texts.copied),
      () => say(texts.copyFailed),
    );
  });
  return element;
}

async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

const safeUrl = /^(https?:\/\/|mailto:)[^\s]+$/i;

/** Only these become links. Others, `javascript:` among them, stay text. */
export const isSafeUrl = (text: string): boolean =>
  text.length < 4_000 && safeUrl.test(text) && URL.canParse(text);

export type OpenLink = (url: string) => void;

/** A link that the page around opens. Without that, the browser opens it in a new tab. */
export function link(url: string, text: string, openLink: OpenLink | undefined): HTMLElement {
  if (!isSafeUrl(url)) return make("span", {}, text);
  const anchor = make("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);
  if (openLink) {
    anchor.addEventListener("click", (event) => {
      event.preventDefault();
      openLink(url);
    });
  }
  return anchor;
}

let last = 0;

/** An id that is used once in the page. */
export const uniqueId = (): string => `show-${++last}`;

/** How many items a slice has. */
export interface Slices {
  readonly first: number;
  readonly later: number;
  /** Where items can be of any size: how many more nodes this slice may make, and how many a new one may. */
  left?: number | undefined;
  readonly most?: number;
}

/** Returns a button that adds the next slice of a long list each time it is pressed. A slice ends early if nothing is left of its nodes. */
export function inSlices<Item>(
  items: readonly Item[],
  slices: Slices,
  add: (item: Item, place: number) => void,
): HTMLElement {
  const footer = make("div", { className: "show-more" });
  let shown = 0;
  const more = (count: number) => {
    const end = Math.min(items.length, shown + count);
    for (; shown < end && (slices.left ?? 1) > 0; shown++) {
      if (slices.left) slices.left--;
      add(items[shown] as Item, shown);
    }
    const left = items.length - shown;
    footer.replaceChildren();
    if (left > 0) footer.append(button(texts.showMore(Math.min(slices.later, left)), press));
    footer.hidden = left === 0;
  };
  const press = () => {
    slices.left = slices.most;
    more(slices.later);
  };
  more(slices.first);
  return footer;
}

export type InSlices = typeof inSlices;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Removes these characters from the end. A regular expression for it can take quadratic time. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
