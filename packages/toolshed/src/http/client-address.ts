import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** Where a request comes from, for counting. */
export function clientAddress(context: Context): string {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  return incoming?.socket.remoteAddress ?? "unknown";
}
