import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { SourceCall } from "../source.ts";
import type { UpstreamTransport } from "./connect-upstream.ts";
import type { McpSecrets, RemoteConfig } from "./mcp-config.ts";
import { createSseTransport } from "./sse-transport.ts";

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Streamable HTTP, or what there was before. */
export type RemoteTransport = RemoteConfig["transport"];

/** Puts the caller's credentials on each request, for the call that the request belongs to. */
export function openRemote(
  transport: RemoteTransport,
  { url, auth }: RemoteConfig,
  { headers }: McpSecrets,
  fetch: Fetch,
  current: () => SourceCall,
  provider: string | undefined,
): UpstreamTransport {
  const withCredentials: Fetch = async (target, init) => {
    const request = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) request.set(name, value);
    if (provider !== undefined) {
      const token = await current().auth.getToken(provider);
      const { header, prefix } = auth?.type === "key" ? auth : { header: "Authorization", prefix: "Bearer " };
      request.set(header, prefix + token);
    }
    return fetch(target, { ...init, headers: request });
  };
  const options = { fetch: withCredentials };
  return transport === "sse"
    ? createSseTransport(new URL(url), options)
    : new StreamableHTTPClientTransport(new URL(url), options);
}
