import { defineTool } from "@toolshed/sdk";
import { z } from "zod";
import { noteKey } from "./note.ts";

export const deleteNote = defineTool({
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
