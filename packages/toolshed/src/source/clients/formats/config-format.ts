/** What an edit adds to a text. */
export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** What an edit takes out of a text: from the start up to the end. */
export type Removal = readonly [start: number, end: number];

export type ConfigObject = Readonly<Record<string, unknown>>;

/** How a kind of configuration file is read and edited, so that everything else in it stays as it is. */
export interface ConfigFormat {
  /** Throws a `BrokenConfig` if that is not possible. */
  parse(text: string): ConfigObject;
  /** What adds an entry to the object with the key `container`, which is made if it is missing. */
  insert(text: string, container: string, name: string, entry: ConfigObject): Insertion[];
  /** What removes the entry, or the whole object where the name is left out. */
  remove(text: string, container: string, name?: string): Removal[];
}

/** A file that is not what its format wants. */
export class BrokenConfig extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

export const endOfLines = (text: string): "\r\n" | "\n" => (/\r\n/.test(text) ? "\r\n" : "\n");

/** The spaces or tabs that the line of an offset begins with. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** Where the line after that of an offset begins, or the text ends. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

export function applyInsertions(text: string, insertions: readonly Insertion[]): string {
  let result = text;
  for (const { offset, text: added } of [...insertions].sort((one, other) => other.offset - one.offset))
    result = result.slice(0, offset) + added + result.slice(offset);
  return result;
}

export function applyRemovals(text: string, removals: readonly Removal[]): string {
  let result = text;
  for (const [start, end] of [...removals].sort(([one], [other]) => other - one))
    result = result.slice(0, start) + result.slice(end);
  return result;
}
