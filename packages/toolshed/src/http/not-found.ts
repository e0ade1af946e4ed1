import type { Context } from "hono";

/** The same for a path, a page and a token that are not there, so that none can be told from the others. */
export const notFound = (context: Context): Response => context.json({ error: "Not found" }, 404);
