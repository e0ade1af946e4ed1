import { CLIENT_INFO_META_KEY, type Implementation } from "@modelcontextprotocol/server";

/** Clients before 2026-07-28 tell their name only once, in a request of its own: then the program's name has to do. */
export function clientName(envelope: Record<string, unknown> | undefined, userAgent: string): string {
  const info = envelope?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  return (info?.name ?? userAgent).slice(0, 100);
}

export const userAgentOf = (request: Request | undefined): string => request?.headers.get("user-agent") ?? "";
