import { randomBytes } from "node:crypto";
import { definePlugin, defineTool, type PluginStore } from "@toolshed/sdk";
import { z } from "zod";
import { packageFile } from "../../package-files.ts";

/** The notes board, which shows what the tools return and changes notes. Its sources are in `views/notes-board`. */
const boardUri = "ui://samples/board.html";

const boardFile = packageFile("dist/views/notes-board.html");

const noteTitle = z.string().min(1).max(200).describe("What the note is about");
const noteText = z.string().max(20_000).describe("The note itself");

const note = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});

export type Note = z.infer<typeof note>;

const prefix = "note/";

const noteKey = (id: string): string => prefix + id;

/** Newest first. */
async function allNotes(store: PluginStore): Promise<Note[]> {
  const entries = await store.list(prefix);
  return entries.map(({ value }) => note.parse(value)).reverse();
}

const createNote = defineTool({
  path: "samples.notes.create",
  name: "Create note",
  description: "Write down a new note with a title and a text.",
  inputSchema: z.object({
    title: noteTitle,
    text: noteText.default(""),
  }),
  outputSchema: note,
  readOnly: false,
  view: { uri: boardUri },
  async handler({ store }, { title, text }) {
    const now = new Date();
    // Ids that begin with the time list in the order of their making.
    const id = now.getTime().toString(36) + randomBytes(4).toString("hex");
    const created = { id, title, text, createdAt: now.toISOString() };
    await store.set(noteKey(id), created);
    return created;
  },
});

const listNotes = defineTool({
  path: "samples.notes.list",
  name: "List notes",
  description: "List your notes, newest first.",
  inputSchema: z.object({
    limit: z.int().min(1).max(100).default(10).describe("How many notes to return at most"),
  }),
  outputSchema: z.object({ notes: z.array(note), total: z.int() }),
  readOnly: true,
  view: { uri: boardUri, file: boardFile },
  async handler({ store }, { limit }) {
    const notes = await allNotes(store);
    return { notes: notes.slice(0, limit), total: notes.length };
  },
});

const searchNotes = defineTool({
  path: "samples.notes.search",
  name: "Search notes",
  description: "Find the notes whose title or text contains all the given words.",
  inputSchema: z.object({
    query: z.string().min(1).max(1_000).describe("Words to look for"),
    limit: z.int().min(1).max(100).default(10).describe("How many notes to return at most"),
  }),
  outputSchema: z.object({ notes: z.array(note), total: z.int() }),
  readOnly: true,
  view: { uri: boardUri },
  async handler({ store }, { query, limit }) {
    const wanted = query.toLowerCase().split(/\s+/);
    const notes = (await allNotes(store)).filter(({ title, text }) => {
      const content = `${title}\n${text}`.toLowerCase();
      return wanted.every((word) => content.includes(word));
    });
    return { notes: notes.slice(0, limit), total: notes.length };
  },
});

const updateNote = defineTool({
  path: "samples.notes.update",
  name: "Update note",
  description: "Change the title or the text of a note. What you leave out stays as it is.",
  inputSchema: z
    .object({
      id: z.string().describe("The id of the note, as listed"),
      title: noteTitle.optional(),
      text: noteText.optional(),
    })
    .refine(({ title, text }) => title !== undefined || text !== undefined, "Give a title, a text or both"),
  outputSchema: note,
  // It overwrites what was there.
  destructive: true,
  async handler({ store }, { id, title, text }) {
    const stored = await store.get(noteKey(id));
    if (stored === undefined) throw new Error(`There is no note with the id "${id}"`);
    const current = note.parse(stored);
    const updated = { ...current, title: title ?? current.title, text: text ?? current.text };
    await store.set(noteKey(id), updated);
    return updated;
  },
});

const deleteNote = defineTool({
  path: "samples.notes.delete",
  name: "Delete note",
  description: "Delete a note for good.",
  inputSchema: z.object({ id: z.string().describe("The id of the note, as listed") }),
  outputSchema: z.object({ deleted: z.string() }),
  destructive: true,
  async handler({ store }, { id }) {
    if (!(await store.delete(noteKey(id)))) throw new Error(`There is no note with the id "${id}"`);
    return { deleted: id };
  },
});

export const samples = definePlugin({
  id: "samples",
  name: "Samples",
  description: "Notes that need no account: something to try Toolshed with.",
  tools: [createNote, listNotes, searchNotes, updateNote, deleteNote],
});
