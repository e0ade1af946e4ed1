import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";

const message = "Not found";

/** The same for a path, a page and a token that are not there, so that none can be told from the others. */
export const notFound = (context: Context): Response => context.json({ error: message }, 404);

/** What was looked up. Without it, the client is told that it was not found. */
export function found<Value>(value: Value): Exclude<Value, undefined | false> {
  if (value === undefined || value === false) throw new HTTPException(404, { message });
  return value as Exclude<Value, undefined | false>;
}
