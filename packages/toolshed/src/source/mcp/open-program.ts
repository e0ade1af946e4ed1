import { askOnStream } from "./ask-on-stream.ts";
import { childEnvironment } from "./child-environment.ts";
import type { UpstreamTransport } from "./connect-upstream.ts";
import type { FloodGuard } from "./flood-guard.ts";
import type { McpSecrets, StdioConfig } from "./mcp-config.ts";
import type { RunningPrograms } from "./running-programs.ts";
import { createStdioTransport } from "./stdio-transport.ts";

export function openProgram(
  { command, args, cwd }: StdioConfig,
  { env }: McpSecrets,
  environment: NodeJS.ProcessEnv,
  programs: RunningPrograms,
  flood: FloodGuard,
  onStderr: (chunk: Buffer) => void,
): UpstreamTransport {
  const inherited = childEnvironment(environment, env);
  return askOnStream(createStdioTransport({ command, args, cwd, env: inherited, programs, flood, onStderr }));
}
