import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { whenRunning } from "../../scripts/when-running.mjs";

/** Starts a built gateway on a home with the sources `program` and `remote`. Returns its URLs. */
export async function startGateway({ command, home, program, upstreamUrl }) {
  const environment = { ...process.env, TOOLSHED_HOME: home, PORT: "0" };
  const child = spawn(process.execPath, [command, "start"], { env: environment });
  // Its log is of no interest.
  child.stderr.resume();
  const { mcpUrl: searchUrl } = await whenRunning(child, home);
  const toolshed = async (...args) =>
    (await promisify(execFile)(process.execPath, [command, ...args], { env: environment })).stdout;
  await toolshed("add", "mcp", "program", "--", process.execPath, program);
  await toolshed("add", "mcp", "remote", upstreamUrl, "--allow-private");
  const expose = async (source) =>
    /MCP URL {4}(\S+)/.exec(await toolshed("endpoint", "create", source, "--source", source))[1];
  return { child, searchUrl, programUrl: await expose("program"), remoteUrl: await expose("remote") };
}
