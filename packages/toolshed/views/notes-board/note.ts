import type { CallToolResult } from "@toolshed/apps";

export interface Note {
  id: string;
  title: string;
  text: string;
  createdAt: string;
}

/** What the form changes. */
export type Draft = Pick<Note, "title" | "text">;

/** Notes as the server lists them, and how many it has in all. */
export interface NoteList {
  notes: Note[];
  total: number;
}

export function readList(result: CallToolResult): NoteList | undefined {
  const { notes, total } = dataOf(result);
  if (!Array.isArray(notes)) return undefined;
  const valid = notes.filter(isNote);
  return { notes: valid, total: typeof total === "number" ? total : valid.length };
}

export function readNote(result: CallToolResult): Note | undefined {
  const data = dataOf(result);
  return isNote(data) ? data : undefined;
}

export function textOf({ content = [] }: CallToolResult): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** The words can be anywhere in the title or the text, as in `samples.notes.search`. */
export function matches({ title, text }: Note, query: string): boolean {
  const content = `${title}\n${text}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word));
}

/** Some hosts pass on only the text, which is the same as JSON. */
function dataOf(result: CallToolResult): Record<string, unknown> {
  try {
    return Object(result.structuredContent ?? JSON.parse(textOf(result)));
  } catch {
    return {};
  }
}

function isNote(value: unknown): value is Note {
  const { id, title, text, createdAt } = Object(value);
  return [id, title, text, createdAt].every((part) => typeof part === "string");
}
