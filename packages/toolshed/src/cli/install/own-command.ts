import { fileURLToPath } from "node:url";
import { homeFolder } from "../../home/home.ts";
import { packageFile } from "../../package-files.ts";
import type { ClientMachine, StdioServer } from "../../source/clients/clients.ts";

const script = fileURLToPath(packageFile("bin/toolshed.js"));

/**
 * What a client runs to be served on stdin and stdout. Programs with windows don't know the PATH of a terminal, so both
 * are absolute, unless the file is shared with others or npx has the package in a cache that it cleans.
 */
export function ownCommand(
  client: string,
  isShared: boolean,
  { environment, folder, home }: ClientMachine,
): StdioServer {
  const args = ["serve", "--client", client];
  if (isShared) return { command: "npx", args: ["-y", "toolshed", ...args], env: {} };
  const isCached = /[\\/]_npx[\\/]/.test(script);
  return {
    command: isCached ? "npx" : process.execPath,
    args: isCached ? ["-y", "toolshed", ...args] : [script, ...args],
    env: environment.TOOLSHED_HOME
      ? { TOOLSHED_HOME: homeFolder({ env: environment, cwd: folder, home }) }
      : {},
  };
}
