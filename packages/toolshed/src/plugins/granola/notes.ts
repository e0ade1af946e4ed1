import { defineTool, type PathlessTool } from "@toolshed/sdk";
import { z } from "zod";
import { getFromGranola } from "./granola-api.ts";

const maxPageSize = 30;

const note = z.looseObject({ id: z.string(), title: z.string().nullish(), created_at: z.string().nullish() });
const page = z.object({ notes: z.array(note), hasMore: z.boolean(), cursor: z.string().nullish() });

/** The tools for the notes that one provider's key opens. */
export function notes(
  apiUrl: string,
  authProvider: string,
  whose: string,
): Record<"list" | "get", PathlessTool> {
  return {
    list: defineTool({
      name: "List meeting notes",
      description: `List ${whose} Granola meeting notes, most recent first.`,
      inputSchema: z.object({
        limit: z.int().min(1).max(100).default(10).describe("How many notes to return at most"),
        createdAfter: z.iso
          .date()
          .or(z.iso.datetime())
          .optional()
          .describe("Only notes made after this day or time"),
        cursor: z.string().optional().describe("The cursor from the previous page, to continue from there"),
      }),
      outputSchema: page,
      authProvider,
      readOnly: true,
      async handler(ctx, { limit, createdAfter, cursor }) {
        const key = await ctx.auth.getToken();
        const found: z.infer<typeof page> = { notes: [], hasMore: true, cursor };
        while (found.hasMore && found.notes.length < limit) {
          const query = {
            page_size: String(Math.min(limit - found.notes.length, maxPageSize)),
            created_after: createdAfter,
            cursor: found.cursor ?? undefined,
          };
          const next = page.parse(await getFromGranola(apiUrl, "/notes", query, key, ctx));
          found.notes.push(...next.notes);
          found.hasMore = next.hasMore;
          found.cursor = next.cursor;
        }
        return found;
      },
    }),

    get: defineTool({
      name: "Get a meeting note",
      description: `Get one of ${whose} Granola meeting notes with its summary, and its transcript if asked for.`,
      inputSchema: z.object({
        id: z.string().min(1).describe("The id of the note, as listed"),
        transcript: z.boolean().default(false).describe("Whether to add what was said, word for word"),
      }),
      outputSchema: note,
      authProvider,
      readOnly: true,
      async handler(ctx, { id, transcript }) {
        const key = await ctx.auth.getToken();
        const query = { include: transcript ? "transcript" : undefined };
        return note.parse(await getFromGranola(apiUrl, `/notes/${encodeURIComponent(id)}`, query, key, ctx));
      },
    }),
  };
}
