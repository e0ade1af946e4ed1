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
const mostParts = 4_000;
const escapable = /[\\`*_{}[\]()#+\-.!|<>~"'$&,/:;=?@^%]/;
const bare = /^https?:\/\/[^\s<>"'`)\]]+/;

/** How many more parts may be made. Beyond it, text stays plain. */
export interface Room {
  left: number;
}

/** Parses the text of a block. Where marks and brackets end is found in one pass, so no text takes more than linear time. */
export function parseInline(text: string, room: Room = { left: mostParts }, depth = 0): Inline[] {
  const parts: Inline[] = [];
  let plain = "";
  const flush = () => {
    if (plain) parts.push({ kind: "text", text: plain });
    plain = "";
  };
  const place = { text, ends: findEnds(text), room, depth };
  let at = 0;
  while (at < text.length) {
    const found = room.left > 0 ? special(place, at) : undefined;
    if (found) {
      room.left--;
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

interface Place {
  readonly text: string;
  readonly ends: Ends;
  readonly room: Room;
  readonly depth: number;
}

interface Ends {
  /** Where emphasis can end, by its mark. What is before the place of the parser is dropped from the end. */
  readonly marks: Readonly<Record<string, number[]>>;
  /** Where the bracket that opens at a place is closed. */
  readonly brackets: ReadonlyMap<number, number>;
}

const closers: Readonly<Record<string, string>> = { "[": "]", "(": ")" };

function findEnds(text: string): Ends {
  const marks: Record<string, number[]> = { "*": [], "**": [], _: [], __: [], "~~": [] };
  const brackets = new Map<number, number>();
  const open: Record<string, number[]> = { "]": [], ")": [] };
  for (const { 0: found, index } of text.matchAll(/\\.|([*_~])\1*|[[\]()]/gs)) {
    const closed = closers[found];
    if (closed) open[closed]?.push(index);
    else if (open[found]) {
      const start = open[found].pop();
      if (start !== undefined) brackets.set(start, index);
    } else if (found[0] !== "\\") addEnds(marks, text, found, index);
  }
  // The nearest one is last, where it is cheap to drop.
  for (const list of Object.values(marks)) list.reverse();
  return { marks, brackets };
}

/** Emphasis doesn't end after a space, nor with `_` within a word. */
function addEnds(marks: Record<string, number[]>, text: string, run: string, at: number): void {
  const sign = run[0] as string;
  if (/\s/.test(text[at - 1] ?? "") || (sign === "_" && /\w/.test(text[at + run.length] ?? ""))) return;
  // `*a **b***`: the inner end belongs to the inner mark, and so do two signs alone.
  const later = run.length === 3 ? 1 : 0;
  if (run.length > 1) marks[sign + sign]?.push(at + later);
  if (run.length !== 2) marks[sign]?.push(at + later * 2);
}

type Found = { part: Inline; end: number } | undefined;

function special(place: Place, at: number): Found {
  const { text, depth } = place;
  switch (text[at]) {
    case "`":
      return code(text, at);
    case "*":
    case "_":
    case "~":
      return depth < deepest ? emphasis(place, at) : undefined;
    case "!":
      return text[at + 1] === "[" ? linkAt(place, at + 1, true) : undefined;
    case "[":
      return depth < deepest ? linkAt(place, at, false) : undefined;
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

function emphasis({ text, ends, room, depth }: Place, at: number): Found {
  const sign = text[at] as string;
  const isDouble = text[at + 1] === sign;
  if (sign === "~" && !isDouble) return undefined;
  const mark = isDouble ? sign + sign : sign;
  const start = at + mark.length;
  // In names_like_this an underscore is a letter.
  if (sign === "_" && /\w/.test(text[at - 1] ?? "")) return undefined;
  if (/\s/.test(text[start] ?? " ")) return undefined;
  const list = ends.marks[mark] ?? [];
  while ((list.at(-1) ?? start + 1) <= start) list.pop();
  const end = list.at(-1);
  if (end === undefined || end > start + longestSpan) return undefined;
  const kind = sign === "~" ? "del" : isDouble ? "strong" : "em";
  const parts = parseInline(text.slice(start, end), room, depth + 1);
  return { part: { kind, parts }, end: end + mark.length };
}

function linkAt({ text, ends, room, depth }: Place, at: number, isImage: boolean): Found {
  const close = ends.brackets.get(at) ?? text.length;
  if (close > at + longestLabel || text[close + 1] !== "(") return undefined;
  const end = ends.brackets.get(close + 1) ?? text.length;
  if (end > close + longestSpan || end === text.length) return undefined;
  const [url = ""] = text
    .slice(close + 2, end)
    .trim()
    .replace(/^<(.*)>$/, "$1")
    .split(/\s["'(]/);
  const label = text.slice(at + 1, close);
  if (isImage) return { part: { kind: "image", text: label, url: url.trim() }, end: end + 1 };
  const parts = parseInline(label, room, depth + 1);
  return { part: { kind: "link", parts, url: url.trim() }, end: end + 1 };
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
