import { type InSlices, link, make, type OpenLink } from "../dom.ts";
import { type Block, parseBlocks } from "./parse-blocks.ts";
import { type Inline, parseInline } from "./parse-inline.ts";

const longest = 100_000;
const slices = { first: 200, later: 400, left: 4_000, most: 4_000 };
const dataImage = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml);base64,[a-z0-9+/=]+$/i;

export interface MarkdownOptions {
  openLink?: OpenLink | undefined;
  /** Given by the part that has it anyway. */
  inSlices: InSlices;
}

/** Markdown as nodes: the CommonMark that people and models write, with tables and task lists. HTML in it stays text. */
export function renderMarkdown(text: string, options: MarkdownOptions): HTMLElement {
  const root = make("div", { className: "show-markdown" });
  const blocks = parseBlocks(text.slice(0, longest));
  for (let at = longest; at < text.length; at += longest)
    blocks.push({ kind: "code", text: text.slice(at, at + longest) });
  const levels = [...new Set(blocks.flatMap((it) => (it.kind === "heading" ? it.level : [])))].sort();
  addBlocks(root, blocks, { ...options, levels, room: { ...slices } });
  return root;
}

/** Adds blocks, and after them a button for more, if there are more. A tight list has its lines without paragraphs. */
function addBlocks(
  place: HTMLElement,
  blocks: readonly Block[],
  options: RenderOptions,
  isTight = false,
): void {
  const { room, inSlices } = options;
  let footer: HTMLElement | undefined;
  footer = inSlices(blocks, room, (block) => {
    const nodes =
      isTight && block.kind === "paragraph"
        ? renderInline(parseInline(block.text, room), options)
        : [renderBlock(block, options)];
    if (footer) footer.before(...nodes);
    else place.append(...nodes);
  });
  if (!footer.hidden) place.append(footer);
}

interface RenderOptions extends MarkdownOptions {
  /** The levels of headings in the text, from the highest. None of them is left out below the page's own heading. */
  levels: readonly number[];
  /** What all slices of the text share. */
  room: typeof slices;
}

function renderBlock(block: Block, options: RenderOptions): Node {
  const lines = (text: string) => renderInline(parseInline(text, options.room), options);
  switch (block.kind) {
    case "heading":
      return make(`h${headingRank(block.level, options)}` as "h2", {}, ...lines(block.text));
    case "paragraph":
      return make("p", {}, ...lines(block.text));
    case "code":
      options.room.left -= block.text.length / 100;
      return make("pre", { tabIndex: 0 }, make("code", {}, block.text));
    case "rule":
      return make("hr");
    case "quote":
      return renderQuote(block.blocks, options);
    case "list":
      return renderList(block, options);
    case "table":
      return renderTable(block, options);
  }
}

const headingRank = (level: number, { levels }: RenderOptions): number =>
  Math.min(6, Math.max(0, levels.indexOf(level)) + 2);

function renderQuote(blocks: readonly Block[], options: RenderOptions): Node {
  const quote = make("blockquote");
  addBlocks(quote, blocks, options);
  return quote;
}

function renderList(block: Extract<Block, { kind: "list" }>, options: RenderOptions): Node {
  const list = make(block.isOrdered ? "ol" : "ul");
  if (block.isOrdered && block.start !== 1) (list as HTMLOListElement).start = block.start;
  const { room } = options;
  const footer = options.inSlices(block.items, room, ({ blocks, isDone }) => {
    const item = make("li");
    if (isDone !== undefined) item.append(isDone ? "☑ " : "☐ ");
    addBlocks(item, blocks, options, !block.isLoose);
    list.append(item);
  });
  return footer.hidden ? list : make("div", {}, list, footer);
}

function renderTable({ head, rows }: Extract<Block, { kind: "table" }>, options: RenderOptions): Node {
  const { room } = options;
  const line = (name: "th" | "td", texts: readonly string[]) => {
    room.left -= texts.length;
    const cells = texts.map((text) => make(name, {}, ...renderInline(parseInline(text, room), options)));
    return make("tr", {}, ...cells);
  };
  const body = make("tbody");
  const table = make("table", {}, make("thead", {}, line("th", head)), body);
  const footer = options.inSlices(rows, room, (row) => body.append(line("td", row)));
  const scroller = make("div", { className: "show-scroll", tabIndex: 0 }, table);
  return footer.hidden ? scroller : make("div", {}, scroller, footer);
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
