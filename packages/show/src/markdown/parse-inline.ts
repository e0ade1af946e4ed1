import { trimEndOf } from "../dom.ts";

export type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "break" }
  | { kind: "image"; text: string; url: string }
  | { kind: "link"; parts: Inline[]; url: string }
  | { kind: "strong" | "em" | "del"; parts: Inline[] };

const deepest = 8;
const longestSpan = 1_500;
const longestLabel = 500;
const mostTries = 20;
const escapable = /[\\`*_{}[\]()#+\-.!|<>~"'$&,/:;=?@^%]/;
const bare = /^https?:\/\/[^\s<>"'`)\]]+/;

/** Parses the text of a block. Every search for an end is bounded, so no text takes more than linear time. */
export function parseInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  let plain = "";
  const flush = () => {
    if (plain) parts.push({ kind: "text", text: plain });
    plain = "";
  };
  let at = 0;
  while (at < text.length) {
    const found = special(text, at, depth);
    if (found) {
      flush();
      parts.push(found.part);
      at = found.end;
    } else if (text[at] === "\\" && escapable.test(text[at + 1] ?? "")) {
      plain += text[at + 1];
      at += 2;
    } else {
      plain += text[at] === "\n" ? " " : text[at];
      at++;
    }
  }
  flush();
  return parts;
}

type Found = { part: Inline; end: number } | undefined;

function special(text: string, at: number, depth: number): Found {
  switch (text[at]) {
    case "`":
      return code(text, at);
    case "*":
    case "_":
    case "~":
      return depth < deepest ? emphasis(text, at, depth) : undefined;
    case "!":
      return text[at + 1] === "[" ? linkAt(text, at + 1, depth, true) : undefined;
    case "[":
      return depth < deepest ? linkAt(text, at, depth, false) : undefined;
    case "<":
      return autolink(text, at);
    case "h":
      return bareLink(text, at);
    case "\\":
      return text[at + 1] === "\n" ? { part: { kind: "break" }, end: at + 2 } : undefined;
    case " ":
      return text.startsWith("  \n", at) ? { part: { kind: "break" }, end: at + 3 } : undefined;
    default:
      return undefined;
  }
}

/** Where `mark` stands next, not too far away. */
function next(text: string, mark: string, from: number): number {
  const found = text.slice(from, from + longestSpan).indexOf(mark);
  return found === -1 ? -1 : from + found;
}

function code(text: string, at: number): Found {
  let ticks = 1;
  while (text[at + ticks] === "`" && ticks < 10) ticks++;
  const mark = "`".repeat(ticks);
  const end = next(text, mark, at + ticks);
  if (end === -1) return undefined;
  const inner = text.slice(at + ticks, end).replaceAll("\n", " ");
  return { part: { kind: "code", text: inner.trim() || inner }, end: end + ticks };
}

function emphasis(text: string, at: number, depth: number): Found {
  const sign = text[at] as string;
  const isDouble = text[at + 1] === sign;
  if (sign === "~" && !isDouble) return undefined;
  const mark = isDouble ? sign + sign : sign;
  const start = at + mark.length;
  // In names_like_this an underscore is a letter.
  if (sign === "_" && /\w/.test(text[at - 1] ?? "")) return undefined;
  if (/\s/.test(text[start] ?? " ")) return undefined;
  let end = next(text, mark, start + 1);
  for (let tries = 0; end !== -1 && !isEnd(text, end, mark); tries++)
    end = tries < mostTries ? next(text, mark, end + mark.length) : -1;
  if (end === -1) return undefined;
  // `*a **b***`: the inner end belongs to the inner mark.
  if (!isDouble && text[end + 1] === sign && text[end + 2] !== sign) {
    const later = next(text, mark, end + 2);
    if (later !== -1) end = later;
  }
  const kind = sign === "~" ? "del" : isDouble ? "strong" : "em";
  return { part: { kind, parts: parseInline(text.slice(start, end), depth + 1) }, end: end + mark.length };
}

/** Whether emphasis can end here: not after a space, and with `_` not within a word. */
const isEnd = (text: string, at: number, mark: string): boolean =>
  !/\s/.test(text[at - 1] ?? "") && !(mark[0] === "_" && /\w/.test(text[at + mark.length] ?? ""));

function linkAt(text: string, at: number, depth: number, isImage: boolean): Found {
  const close = closing(text, at, "[", "]");
  if (close === -1 || text[close + 1] !== "(") return undefined;
  const end = closing(text, close + 1, "(", ")");
  if (end === -1) return undefined;
  const [url = ""] = text
    .slice(close + 2, end)
    .trim()
    .replace(/^<(.*)>$/, "$1")
    .split(/\s+["'(]/);
  const label = text.slice(at + 1, close);
  if (isImage) return { part: { kind: "image", text: label, url }, end: end + 1 };
  return { part: { kind: "link", parts: parseInline(label, depth + 1), url }, end: end + 1 };
}

function closing(text: string, at: number, open: string, close: string): number {
  let depth = 0;
  const limit = Math.min(text.length, at + (open === "[" ? longestLabel : longestSpan));
  for (let place = at; place < limit; place++) {
    if (text[place] === "\\") place++;
    else if (text[place] === open) depth++;
    else if (text[place] === close && --depth === 0) return place;
  }
  return -1;
}

function autolink(text: string, at: number): Found {
  const end = next(text, ">", at);
  const url = end === -1 ? "" : text.slice(at + 1, end);
  if (!/^(https?:\/\/|mailto:)\S+$/i.test(url)) return undefined;
  return { part: { kind: "link", parts: [{ kind: "text", text: url }], url }, end: end + 1 };
}

function bareLink(text: string, at: number): Found {
  if (!text.startsWith("http", at) || /\w/.test(text[at - 1] ?? "")) return undefined;
  const [found] = bare.exec(text.slice(at, at + longestSpan)) ?? [];
  const url = found && trimEndOf(found, ".,;:!?*_");
  if (!url) return undefined;
  return { part: { kind: "link", parts: [{ kind: "text", text: url }], url }, end: at + url.length };
}
