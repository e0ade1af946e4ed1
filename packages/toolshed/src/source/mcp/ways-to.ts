import type { GuardedFetch } from "../../net/guarded-fetch.ts";
import { createFloodGuard } from "./flood-guard.ts";
import type { McpConfig, McpSecrets } from "./mcp-config.ts";
import type { OpenTransport } from "./mcp-upstream.ts";
import { openProgram } from "./open-program.ts";
import { openRemote, type RemoteTransport } from "./open-remote.ts";
import type { RunningPrograms } from "./running-programs.ts";

export interface WayOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly programs: RunningPrograms;
  readonly fetch: GuardedFetch;
  readonly provider: string | undefined;
  onStderr(chunk: Buffer): void;
}

/** The ways to reach a server. One that does not know the newer transport may know the older one. */
export function waysTo(
  config: McpConfig,
  secrets: McpSecrets,
  { environment, programs, fetch, provider, onStderr }: WayOptions,
): OpenTransport[] {
  const flood = createFloodGuard();
  if (config.transport === "stdio") {
    return [() => openProgram(config, secrets, environment, programs, flood, onStderr)];
  }
  const transports: RemoteTransport[] = config.transport === "http" ? ["http", "sse"] : ["sse"];
  return transports.map(
    (transport) => (current, serving) =>
      openRemote({ transport, config, secrets, provider, fetch, flood }, current, serving),
  );
}
