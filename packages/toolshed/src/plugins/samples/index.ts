import { definePlugin } from "@toolshed/sdk";
import { createNote } from "./create-note.ts";
import { deleteNote } from "./delete-note.ts";
import { listNotes } from "./list-notes.ts";
import { searchNotes } from "./search-notes.ts";
import { updateNote } from "./update-note.ts";

export const samples = definePlugin({
  id: "samples",
  name: "Samples",
  description: "Notes that need no account: something to try Toolshed with.",
  tools: [createNote, listNotes, searchNotes, updateNote, deleteNote],
});
