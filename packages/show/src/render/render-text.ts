import { button, isSafeUrl, link, make, trimEndOf } from "../dom.ts";
import { texts } from "../texts.ts";
import type { ShowOptions } from "./options.ts";

const longest = 50_000;
const mostLinks = 500;
const url = /https?:\/\/[^\s<>"'`\])}]+/g;

/** Text as it is. Web addresses in it are links, and a very long one is shown in steps. */
export function renderText(text: string, options: ShowOptions = {}): HTMLElement {
  const element = make("pre", { className: "show-text", tabIndex: 0 });
  let shown = 0;
  const more = button("", () => add());
  const add = () => {
    const end = shown === 0 ? longest : Math.min(text.length, shown + longest * 4);
    element.append(...linked(text.slice(shown, end), options));
    shown = end;
    const left = text.length - shown;
    more.textContent = texts.showMore(Math.min(left, longest * 4));
    more.hidden = left <= 0;
  };
  add();
  return shown < text.length ? make("div", {}, element, more) : element;
}

/** Splits a text into text nodes and links. */
function linked(text: string, { openLink }: ShowOptions): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let last = 0;
  for (const { 0: found, index } of text.matchAll(url)) {
    if (nodes.length > mostLinks * 2) break;
    const address = trimEndOf(found, ".,;:!?");
    if (!isSafeUrl(address)) continue;
    nodes.push(text.slice(last, index), link(address, address, openLink));
    last = index + address.length;
  }
  nodes.push(text.slice(last));
  return nodes;
}
