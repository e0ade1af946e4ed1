import { defineTool } from "@toolshed/sdk";
import { z } from "zod";
import { boardUri } from "./board.ts";
import { allNotes, note } from "./note.ts";

export const searchNotes = defineTool({
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
