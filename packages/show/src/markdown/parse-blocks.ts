import { trimEndOf } from "../dom.ts";

export interface ListItem {
  blocks: Block[];
  /** Of an item of a task list. */
  isDone: boolean | undefined;
}

export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph" | "code"; text: string }
  | { kind: "rule" }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "list"; isOrdered: boolean; start: number; isLoose: boolean; items: ListItem[] }
  | { kind: "table"; head: string[]; rows: string[][] };

const deepest = 10;
const mostColumns = 100;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})(?:\s|$)/;
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const underline = /^ {0,3}(=+|-+)\s*$/;
const marker = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+|$)/;
/** Parses Markdown into blocks, line by line. */
export function parseBlocks(text: string): Block[] {
  return parse(text.replace(/\r\n?/g, "\n").replaceAll("\t", "    ").split("\n"), 0);
}

function parse(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as string;
    if (line.trim() === "") {
      at++;
      continue;
    }
    const taken = depth < deepest ? blockAt(lines, at, depth) : undefined;
    if (taken) {
      blocks.push(taken.block);
      at = taken.end;
      continue;
    }
    let end = at + 1;
    while (end < lines.length && (lines[end] as string).trim() !== "") {
      const isUnderline = underline.test(lines[end] as string);
      if (!isUnderline && interrupts(lines, end)) break;
      end++;
      if (isUnderline) break;
    }
    blocks.push(...paragraph(lines.slice(at, end)));
    at = end;
  }
  return blocks;
}

type Taken = { block: Block; end: number } | undefined;

function blockAt(lines: readonly string[], at: number, depth: number): Taken {
  const line = lines[at] as string;
  if (fence.test(line)) return fenced(lines, at);
  const [found = "", signs] = heading.exec(line) ?? [];
  if (signs) {
    const title = trimEndOf(line.slice(found.length).trim(), "# ");
    return { block: { kind: "heading", level: signs.length, text: title }, end: at + 1 };
  }
  if (rule.test(line)) return { block: { kind: "rule" }, end: at + 1 };
  if (/^ {0,3}>/.test(line)) return quote(lines, at, depth);
  if (marker.test(line)) return list(lines, at, depth);
  if (/^ {4}/.test(line)) return indented(lines, at);
  return table(lines, at);
}

function interrupts(lines: readonly string[], at: number): boolean {
  const line = lines[at] as string;
  return (
    fence.test(line) ||
    heading.test(line) ||
    rule.test(line) ||
    /^ {0,3}>/.test(line) ||
    /^ {0,3}([-*+]|1[.)])\s+\S/.test(line) ||
    tableHead(lines, at) !== undefined
  );
}

function paragraph(lines: readonly string[]): Block[] {
  const last = lines.at(-1) as string;
  const mark = underline.exec(last)?.[1];
  const join = (some: readonly string[]) => some.map((line) => line.replace(/^ +/, "")).join("\n");
  if (mark && lines.length > 1) {
    return [{ kind: "heading", level: mark[0] === "=" ? 1 : 2, text: join(lines.slice(0, -1)) }];
  }
  return [{ kind: "paragraph", text: join(lines).trimEnd() }];
}

function fenced(lines: readonly string[], at: number): Taken {
  const [, mark = "```"] = fence.exec(lines[at] as string) ?? [];
  let end = at + 1;
  while (end < lines.length && !isFenceEnd(lines[end] as string, mark)) end++;
  return { block: { kind: "code", text: lines.slice(at + 1, end).join("\n") }, end: end + 1 };
}

const isFenceEnd = (line: string, mark: string) => {
  const trimmed = line.trim();
  return trimmed.length >= mark.length && trimmed === (mark[0] as string).repeat(trimmed.length);
};

function indented(lines: readonly string[], at: number): Taken {
  let end = at;
  while (end < lines.length && (/^ {4}/.test(lines[end] as string) || (lines[end] as string).trim() === ""))
    end++;
  const text = lines
    .slice(at, end)
    .map((line) => line.slice(4))
    .join("\n");
  return { block: { kind: "code", text: text.trimEnd() }, end };
}

function quote(lines: readonly string[], at: number, depth: number): Taken {
  let end = at;
  while (end < lines.length && /^ {0,3}>/.test(lines[end] as string)) end++;
  const inner = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ""));
  return { block: { kind: "quote", blocks: parse(inner, depth + 1) }, end };
}

function list(lines: readonly string[], at: number, depth: number): Taken {
  const [, , first = "-"] = marker.exec(lines[at] as string) ?? [];
  const isOrdered = /\d/.test(first);
  const items: ListItem[] = [];
  let isLoose = false;
  let end = at;
  while (end < lines.length) {
    const [whole = "", , sign = ""] = marker.exec(lines[end] as string) ?? [];
    if (!whole || /\d/.test(sign) !== isOrdered || rule.test(lines[end] as string)) break;
    const width = Math.min(whole.length, whole.trimEnd().length + 4);
    const body = [(lines[end] as string).slice(whole.length)];
    end++;
    let blank = false;
    while (end < lines.length) {
      const line = lines[end] as string;
      if (line.trim() === "") {
        blank = true;
        body.push("");
      } else if (line.startsWith(" ".repeat(Math.min(width, 2))))
        body.push(line.slice(Math.min(width, indentOf(line))));
      else if (blank || marker.test(line) || interrupts(lines, end)) break;
      else body.push(line);
      end++;
    }
    while (body.at(-1) === "") body.pop();
    if (blank && end < lines.length && marker.test(lines[end] as string)) isLoose = true;
    items.push(toItem(body, depth));
  }
  const start = isOrdered ? Number.parseInt(first, 10) : 1;
  return { block: { kind: "list", isOrdered, start, isLoose, items }, end };
}

const indentOf = (line: string) => line.length - line.trimStart().length;

function toItem(body: string[], depth: number): ListItem {
  const [, mark, rest] = /^\[([ xX])\]\s+(.*)$/.exec(body[0] ?? "") ?? [];
  const lines = mark === undefined ? body : [rest ?? "", ...body.slice(1)];
  return { blocks: parse(lines, depth + 1), isDone: mark === undefined ? undefined : mark !== " " };
}

function table(lines: readonly string[], at: number): Taken {
  const head = tableHead(lines, at);
  if (!head) return undefined;
  let end = at + 2;
  while (end < lines.length && (lines[end] as string).includes("|")) end++;
  // A row has the cells that were written: filled up, a few characters could become thousands of cells.
  const rows = lines.slice(at + 2, end).map((row) => cellsOf(row).slice(0, head.length));
  return { block: { kind: "table", head, rows }, end };
}

/** The names of the columns, if a table begins here. What is too wide for one stays text. */
function tableHead(lines: readonly string[], at: number): string[] | undefined {
  const [head = "", line = ""] = [lines[at], lines[at + 1]];
  if (!head.includes("|") || !line.includes("-") || /[^\s|:-]/.test(line)) return undefined;
  const columns = cellsOf(head);
  const rules = cellsOf(line);
  const isTable = rules.length === columns.length && rules.every((cell) => /^:?-+:?$/.test(cell));
  return isTable && columns.length <= mostColumns ? columns : undefined;
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, "")
    .replace(/(^|[^\\])\|$/, "$1")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}
