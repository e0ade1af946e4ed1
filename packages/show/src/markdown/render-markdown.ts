import { link, make, type OpenLink } from "../dom.ts";
import { type Block, parseBlocks } from "./parse-blocks.ts";
import { type Inline, parseInline } from "./parse-inline.ts";

const longest = 100_000;
const dataImage = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml);base64,[a-z0-9+/=]+$/i;

export interface MarkdownOptions {
  openLink?: OpenLink | undefined;
}

/** Markdown as nodes: the CommonMark that people and models write, with tables and task lists. HTML in it stays text. */
export function renderMarkdown(text: string, options: MarkdownOptions = {}): HTMLElement {
  const root = make("div", { className: "show-markdown" });
  const blocks = parseBlocks(text.slice(0, longest));
  const levels = [...new Set(blocks.flatMap((it) => (it.kind === "heading" ? it.level : [])))].sort();
  root.append(...blocks.map((block) => renderBlock(block, { ...options, levels })));
  if (text.length > longest) root.append(make("pre", {}, text.slice(longest)));
  return root;
}

interface RenderOptions extends MarkdownOptions {
  /** The levels of headings in the text, from the highest. None of them is left out below the page's own heading. */
  levels: readonly number[];
}

function renderBlock(block: Block, options: RenderOptions): Node {
  const lines = (text: string) => renderInline(parseInline(text), options);
  switch (block.kind) {
    case "heading":
      return make(`h${headingRank(block.level, options)}` as "h2", {}, ...lines(block.text));
    case "paragraph":
      return make("p", {}, ...lines(block.text));
    case "code":
      return make("pre", { tabIndex: 0 }, make("code", {}, block.text));
    case "rule":
      return make("hr");
    case "quote":
      return make("blockquote", {}, ...block.blocks.map((inner) => renderBlock(inner, options)));
    case "list":
      return renderList(block, options);
    case "table":
      return renderTable(block, options);
  }
}

const headingRank = (level: number, { levels }: RenderOptions): number =>
  Math.min(6, Math.max(0, levels.indexOf(level)) + 2);

function renderList(block: Extract<Block, { kind: "list" }>, options: RenderOptions): Node {
  const list = make(block.isOrdered ? "ol" : "ul");
  if (block.isOrdered && block.start !== 1) (list as HTMLOListElement).start = block.start;
  for (const { blocks, isDone } of block.items) {
    const item = make("li");
    if (isDone !== undefined) item.append(isDone ? "☑ " : "☐ ");
    for (const inner of blocks) {
      // A single line needs no space around it.
      if (inner.kind === "paragraph" && !block.isLoose)
        item.append(...renderInline(parseInline(inner.text), options));
      else item.append(renderBlock(inner, options));
    }
    list.append(item);
  }
  return list;
}

function renderTable({ head, rows }: Extract<Block, { kind: "table" }>, options: MarkdownOptions): Node {
  const cells = (name: "th" | "td", texts: readonly string[]) =>
    texts.map((text) => make(name, {}, ...renderInline(parseInline(text), options)));
  return make(
    "div",
    { className: "show-scroll", tabIndex: 0 },
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...cells("th", head))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells("td", row)))),
    ),
  );
}

function renderInline(parts: readonly Inline[], options: MarkdownOptions): Node[] {
  return parts.map((part): Node => {
    switch (part.kind) {
      case "text":
        return document.createTextNode(part.text);
      case "break":
        return make("br");
      case "code":
        return make("code", {}, part.text);
      case "image":
        // Nothing is loaded from elsewhere just because a text names it.
        if (dataImage.test(part.url)) return make("img", { src: part.url, alt: part.text });
        return link(part.url, part.text || part.url, options.openLink);
      case "link": {
        const anchor = link(part.url, "", options.openLink);
        anchor.append(...renderInline(part.parts, options));
        // What is not a link still says where it pointed.
        if (anchor.tagName !== "A") anchor.append(` (${part.url})`);
        return anchor;
      }
      default:
        return make(part.kind, {}, ...renderInline(part.parts, options));
    }
  });
}
