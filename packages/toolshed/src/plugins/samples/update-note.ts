import { defineTool } from "@toolshed/sdk";
import { z } from "zod";
import { note, noteKey, noteText, noteTitle } from "./note.ts";

export const updateNote = defineTool({
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
