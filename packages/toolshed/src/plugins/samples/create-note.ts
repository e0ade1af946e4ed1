import { randomBytes } from "node:crypto";
import { defineTool } from "@toolshed/sdk";
import { z } from "zod";
import { boardUri } from "./board.ts";
import { note, noteKey, noteText, noteTitle } from "./note.ts";

export const createNote = defineTool({
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
