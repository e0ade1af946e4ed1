import type { PluginStore } from "@toolshed/sdk";
import { z } from "zod";

export const noteTitle = z.string().min(1).max(200).describe("What the note is about");
export const noteText = z.string().max(20_000).describe("The note itself");

export const note = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});

export type Note = z.infer<typeof note>;

const prefix = "note/";

export const noteKey = (id: string): string => prefix + id;

/** Newest first. */
export async function allNotes(store: PluginStore): Promise<Note[]> {
  const entries = await store.list(prefix);
  return entries.map(({ value }) => note.parse(value)).reverse();
}
