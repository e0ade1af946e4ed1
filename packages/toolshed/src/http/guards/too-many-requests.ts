import type { Context } from "hono";

export function tooManyRequests(context: Context, waitMs: number): Response {
  context.header("Retry-After", String(Math.ceil(waitMs / 1000)));
  return context.json({ error: "Too many requests: wait as long as Retry-After says" }, 429);
}
