import { button, isSafeUrl, make } from "../dom.ts";
import { findTable } from "../results/find-table.ts";
import { type EmbeddedText, parseData, type ResourceLink, readResult } from "../results/read-result.ts";
import { size, texts } from "../texts.ts";
import type { ShowOptions } from "./options.ts";
import { renderMarkdownText } from "./render-later.ts";
import { renderMedia } from "./render-media.ts";
import { renderTable } from "./render-table.ts";
import { renderText } from "./render-text.ts";
import { renderTree } from "./render-tree.ts";

/** A link to a resource, which opens in place or in the browser. */
export function renderLink(found: ResourceLink, options: ShowOptions = {}): HTMLElement {
  const { uri, title, description, mimeType } = found;
  const facts = [mimeType, found.size === undefined ? undefined : size(found.size)]
    .filter(Boolean)
    .join(", ");
  const place = make("div");
  const isWeb = isSafeUrl(uri);
  const { openLink, readResource } = options;
  const openInBrowser = () => {
    if (openLink) openLink(uri);
    else window.open(uri, "_blank", "noopener,noreferrer");
  };
  const setLabel = (label: string) => {
    opener.textContent = label;
    opener.setAttribute("aria-label", `${label} ${title}`);
  };
  const toggle = () => {
    const isOpen = place.childElementCount > 0;
    place.replaceChildren();
    setLabel(isOpen ? texts.open : texts.close);
    opener.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) return;
    // Each opening has a box of its own, so a late answer doesn't fill a closed one.
    const box = make("div");
    place.append(box);
    openHere(uri, box, options);
  };
  const opener = button(texts.open, isWeb ? openInBrowser : toggle);
  setLabel(texts.open);
  if (!isWeb) opener.setAttribute("aria-expanded", "false");
  const canOpen = isWeb || readResource !== undefined;
  return make(
    "div",
    { className: "show-resource" },
    make(
      "div",
      { className: "show-bar" },
      make("strong", {}, title),
      facts ? make("span", { className: "show-quiet" }, facts) : undefined,
      make("span", { className: "show-space" }),
      canOpen && opener,
    ),
    description ? make("p", {}, description) : undefined,
    make("code", { className: "show-quiet" }, uri),
    place,
  );
}

function openHere(uri: string, place: HTMLElement, options: ShowOptions): void {
  place.replaceChildren(make("p", { role: "status", className: "show-quiet" }, texts.opening));
  const show = (...nodes: Node[]) => {
    place.replaceChildren(...nodes);
  };
  Promise.resolve(options.readResource?.(uri)).then(
    (read) => {
      const contents = Object(read).contents;
      const content = (Array.isArray(contents) ? contents : []).map((resource) => ({
        type: "resource",
        resource,
      }));
      const { embedded, media } = readResult({ content });
      show(
        ...embedded.map((text) => renderEmbeddedText(text, options)),
        ...media.map((item) => renderMedia(item)),
      );
      if (place.childElementCount === 0) show(make("p", { className: "show-quiet" }, texts.nothing));
    },
    (error: unknown) =>
      show(
        make(
          "p",
          { role: "alert", className: "show-problem" },
          texts.openFailed(error instanceof Error ? error.message : String(error)),
        ),
      ),
  );
}

/** A resource whose text came with the result. */
export function renderEmbedded(resource: EmbeddedText, options: ShowOptions = {}): HTMLElement {
  const { uri, mimeType } = resource;
  return make(
    "details",
    { className: "show-resource", open: true },
    make(
      "summary",
      {},
      make("code", {}, uri || texts.resource),
      " ",
      make("span", { className: "show-quiet" }, mimeType),
    ),
    renderEmbeddedText(resource, options),
  );
}

function renderEmbeddedText({ mimeType, text }: EmbeddedText, options: ShowOptions): HTMLElement {
  if (/markdown/.test(mimeType)) return renderMarkdownText(text, options);
  const data = /json/.test(mimeType) ? parseData(text) : undefined;
  if (data === undefined) return renderText(text, options);
  const table = findTable(data);
  return table && !table.rest ? renderTable(table, options) : renderTree(data);
}
