import type { GuardedFetch } from "../../net/guarded-fetch.ts";
import type { SourceCall } from "../source.ts";
import type { UpstreamTransport } from "./connect-upstream.ts";
import type { CurrentCall } from "./current-call.ts";
import { type EventGuardOptions, guardEvents } from "./event-guard.ts";
import { type FloodGuard, floodReason } from "./flood-guard.ts";
import { createHttpTransport } from "./http-transport.ts";
import type { McpSecrets, RemoteConfig } from "./mcp-config.ts";
import { createSseTransport } from "./sse-transport.ts";

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Streamable HTTP, or what there was before. */
export type RemoteTransport = RemoteConfig["transport"];

export interface RemoteOptions {
  readonly transport: RemoteTransport;
  readonly config: RemoteConfig;
  readonly secrets: McpSecrets;
  readonly provider: string | undefined;
  readonly fetch: GuardedFetch;
  readonly flood: FloodGuard;
}

/** Puts the caller's credentials on each request, for the call that the request belongs to. */
export function openRemote(
  { transport, config: { url, auth }, secrets, provider, fetch, flood }: RemoteOptions,
  current: CurrentCall,
  serving: () => SourceCall,
): UpstreamTransport {
  const { header, prefix } = auth?.type === "key" ? auth : { header: "Authorization", prefix: "Bearer " };
  const given = Object.fromEntries(
    Object.entries(secrets.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const headersFor = async (call: SourceCall): Promise<Record<string, string>> =>
    provider === undefined
      ? given
      : { ...given, [header.toLowerCase()]: prefix + (await call.auth.getToken(provider)) };

  const guarded = (response: Response, use: EventGuardOptions["use"]) =>
    guardEvents(response, { flood, use, onFlood: () => opened.fail(floodReason) });
  const useOfGet = transport === "sse" ? "everything" : "notices";
  const withHeaders: Fetch = async (target, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(await headersFor(serving()))) headers.set(name, value);
    return guarded(await fetch(target, { ...init, headers }), init?.method === "POST" ? "answer" : useOfGet);
  };
  const post: GuardedFetch["post"] = async (...args) => {
    const answer = await fetch.post(...args);
    return typeof answer === "string" ? answer : guarded(answer, "answer");
  };
  const opened: UpstreamTransport =
    transport === "sse"
      ? createSseTransport(new URL(url), { fetch: withHeaders })
      : createHttpTransport({ url: new URL(url), fetch: withHeaders, post, current, headersFor });
  return opened;
}
