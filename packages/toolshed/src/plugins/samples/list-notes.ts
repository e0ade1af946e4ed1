import { defineTool } from "@toolshed/sdk";
import { z } from "zod";
import { boardFile, boardUri } from "./board.ts";
import { allNotes, note } from "./note.ts";

export const listNotes = defineTool({
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
