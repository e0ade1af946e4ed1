import type { GuardedFetch } from "../../net/guarded-fetch.ts";
import type { SourceCall } from "../source.ts";
import type { McpConfig, McpSecrets, RemoteConfig } from "./mcp-config.ts";
import type { RunningPrograms } from "./program/running-programs.ts";
import { StdioTransport } from "./program/stdio-transport.ts";
import { HttpTransport } from "./transport/http-transport.ts";
import type { RemoteOptions } from "./transport/remote-transport.ts";
import { SseTransport } from "./transport/sse-transport.ts";
import { createFloodGuard, type OpenTransport } from "./transport/upstream-transport.ts";

export interface TransportOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly programs: RunningPrograms;
  readonly fetch: GuardedFetch | undefined;
  readonly provider: string | undefined;
  readonly startMs: number;
  /** Called before each start of a program. */
  onStart(): void;
  onStderr(chunk: Buffer): void;
}

/** What a program needs to be found and to run at all. Everything else it has to be given. */
const inherited =
  process.platform === "win32"
    ? ["PATH", "PATHEXT", "SYSTEMROOT", "TEMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "COMSPEC"]
    : ["PATH", "HOME", "LANG", "TMPDIR"];

/** Programs that are installed answer within a few seconds, and those that install themselves write what they do. */
const maxSilentMs = 20_000;

/** The transports by which a server may be reached. One that does not know the newer may know the older. */
export function transportsFor(
  config: McpConfig,
  secrets: McpSecrets,
  { environment, programs, fetch, provider, startMs, onStart, onStderr }: TransportOptions,
): OpenTransport[] {
  const flood = createFloodGuard();
  if (config.transport === "stdio") {
    const { command, args, cwd } = config;
    const own = Object.entries(environment).filter(([name]) => inherited.includes(name));
    const env = { ...(Object.fromEntries(own) as Record<string, string>), ...secrets.env };
    const silentMs = Math.min(maxSilentMs, startMs);
    return [
      () => {
        onStart();
        return new StdioTransport({ command, args, cwd, env, programs, flood, silentMs, onStderr });
      },
    ];
  }
  const url = new URL(config.url);
  const transports = config.transport === "http" ? [HttpTransport, SseTransport] : [SseTransport];
  return transports.map((Transport) => (latest) => {
    const headers = toHeaders(config, secrets, provider, latest);
    return new Transport({ url, fetch: fetch as GuardedFetch, flood, ...headers });
  });
}

/** Puts the caller's credentials on each request. */
function toHeaders(
  { auth }: RemoteConfig,
  secrets: McpSecrets,
  provider: string | undefined,
  latest: () => SourceCall,
): Pick<RemoteOptions, "headersFor" | "renewHeaders"> {
  const { header, prefix } = auth?.type === "key" ? auth : { header: "Authorization", prefix: "Bearer " };
  const given = Object.fromEntries(
    Object.entries(secrets.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const name = header.toLowerCase();
  const withToken = (token: string) => ({ ...given, [name]: prefix + token });
  return {
    headersFor: async (call = latest()) =>
      provider === undefined ? given : withToken(await call.auth.getToken(provider)),
    async renewHeaders(call = latest(), refused) {
      if (provider === undefined) return undefined;
      const token = await call.auth.renewToken?.(provider, refused[name]?.slice(prefix.length) ?? "");
      return token === undefined ? undefined : withToken(token);
    },
  };
}
