import { CLIENT_INFO_META_KEY, type Implementation } from "@modelcontextprotocol/server";

/** Clients before 2026-07-28 tell their name only once, in a request of its own: then the program's name has to do. */
export function clientName(
  envelope: Record<string, unknown> | undefined,
  request: Request | undefined,
): string {
  const info = envelope?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  return (info?.name ?? request?.headers.get("user-agent") ?? "").slice(0, 100);
}
