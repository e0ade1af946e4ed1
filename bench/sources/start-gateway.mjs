import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";

/** Starts a built gateway on a home with the sources `program` and `remote`. Returns its URLs. */
export async function startGateway({ command, home, program, upstreamUrl }) {
  const environment = { ...process.env, TOOLSHED_HOME: home, PORT: "0" };
  const child = spawn(process.execPath, [command, "start"], { env: environment });
  const searchUrl = await new Promise((resolve, reject) => {
    let output = "";
    const read = (data) => {
      output += data;
      const [, url] = /MCP URL {4}(\S+)/.exec(output) ?? [];
      if (!url) return;
      // Its log is of no interest, and reading it would be measured.
      child.stdout.off("data", read).resume();
      resolve(url);
    };
    child.stdout.on("data", read);
    child.once("exit", () => reject(new Error(output)));
  });
  const toolshed = async (...args) =>
    (await promisify(execFile)(process.execPath, [command, ...args], { env: environment })).stdout;
  await toolshed("add", "mcp", "program", "--", process.execPath, program);
  await toolshed("add", "mcp", "remote", upstreamUrl, "--allow-private");
  const expose = async (source) =>
    /MCP URL {4}(\S+)/.exec(await toolshed("endpoint", "create", source, "--source", source))[1];
  return { child, searchUrl, programUrl: await expose("program"), remoteUrl: await expose("remote") };
}
