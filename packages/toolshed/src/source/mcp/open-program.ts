import { childEnvironment } from "./child-environment.ts";
import type { UpstreamTransport } from "./connect-upstream.ts";
import type { McpSecrets, StdioConfig } from "./mcp-config.ts";
import { createStdioTransport } from "./stdio-transport.ts";

export function openProgram(
  { command, args, cwd }: StdioConfig,
  { env }: McpSecrets,
  environment: NodeJS.ProcessEnv,
  onStderr: (chunk: Buffer) => void,
): UpstreamTransport {
  return createStdioTransport({ command, args, cwd, env: childEnvironment(environment, env), onStderr });
}
