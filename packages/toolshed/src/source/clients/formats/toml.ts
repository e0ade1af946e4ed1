import { parse, stringify, TomlError } from "smol-toml";
import {
  BrokenConfig,
  type ConfigFormat,
  type ConfigObject,
  endOfLines,
  nextLine,
  type Removal,
} from "./config-format.ts";

/** TOML. An entry is a table of its own at the end of the file, which leaves all before it as it is. */
export const tomlFormat: ConfigFormat = {
  parse(text) {
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof TomlError) throw new BrokenConfig(error.message.split("\n")[0] ?? "", error.line);
      throw error;
    }
  },

  insert(text, container, name, entry) {
    const eol = endOfLines(text);
    const lines = [`[${container}.${toKey(name)}]`, ...Object.entries(entry).map(toLine)];
    const table = lines.map((line) => line + eol).join("");
    const before = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
    return [{ offset: text.length, text: before + table }];
  },

  remove(text, container, name) {
    if (name === undefined) return [];
    const removals: Removal[] = [];
    for (const { start, keys } of headersOf(text)) {
      if (keys[0] !== container || keys[1] !== name) continue;
      const end = headersOf(text).find((other) => other.start > start)?.start ?? text.length;
      removals.push(trim(text, start, end));
    }
    return removals;
  },
};

/** A line with a header of a table, as far as it is one: text in a string of several lines may look the same. */
function headersOf(text: string): { start: number; keys: string[] }[] {
  const headers: { start: number; keys: string[] }[] = [];
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const line = text.slice(start, nextLine(text, start));
    const [, inner] = /^[ \t]*\[{1,2}([^[\]]*)\]{1,2}[ \t]*(?:#.*)?\r?\n?$/.exec(line) ?? [];
    if (inner === undefined) continue;
    const keys = [...inner.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)/g)];
    headers.push({ start, keys: keys.map(([, basic, literal, bare]) => basic ?? literal ?? bare ?? "") });
  }
  return headers;
}

/** Comments and empty lines after a table stay, but for the empty line that came before it. */
function trim(text: string, start: number, end: number): Removal {
  let last = start;
  for (let line = start; line < end; line = nextLine(text, line)) {
    if (!/^\s*(#.*)?\r?\n?$/.test(text.slice(line, nextLine(text, line)))) last = nextLine(text, line);
  }
  const [empty = ""] = /(?<=^|\n)[ \t]*\r?\n$/.exec(text.slice(0, start)) ?? [];
  return [start - empty.length, last];
}

const toKey = (name: string): string => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));

function toLine([key, value]: [string, unknown]): string {
  return `${toKey(key)} = ${toInline(value)}`;
}

function toInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toInline).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)} = ${toInline(item)}`);
    return `{ ${fields.join(", ")} }`;
  }
  // A table of one value, as the library writes it.
  return stringify({ v: value } as ConfigObject)
    .trim()
    .slice("v = ".length);
}
