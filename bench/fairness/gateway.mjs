// The built gateway in a process of its own, with people who each have an endpoint.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const command = process.env.BENCH_COMMAND ?? fileOf("../../packages/toolshed/bin/toolshed.js");
const execute = promisify(execFile);

/** Each of `names` becomes a member: `{ name, token }`. */
export async function startGateway(names) {
  const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
  const env = {
    ...process.env,
    TOOLSHED_HOME: home,
    PORT: "0",
    TOOLSHED_CALLS_PER_MINUTE: "999999999",
  };
  const child = spawn(process.execPath, ["--import", fileOf("loop-delay.mjs"), command, "start"], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  process.on("exit", () => {
    child.kill("SIGKILL");
    rmSync(home, { recursive: true, force: true });
  });
  const url = await new Promise((resolve, reject) => {
    let output = "";
    const read = (data) => {
      output = (output + data).slice(-10_000);
      const [, found] = /MCP URL {4}(http\S+)\/api\/mcp\/\S+\n/.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(output)));
  });

  async function joinAs(name) {
    const { stdout } = await execute(process.execPath, [command, "invite", "--role", "member"], { env });
    const [, code] = /\/invitation\/(\S+)/.exec(stdout) ?? [];
    const send = async (path, body, cookie = "") => {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method: "POST",
        headers: { cookie, origin: url, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer;
    };
    const person = { name, email: `${name}@example.com`, password: "a long password" };
    const joined = await send(`/session/invitation/${code}`, person);
    const cookie = joined.headers.getSetCookie().map((line) => line.split(";")[0]);
    const { token } = await (await send("/endpoints", { name }, cookie.join("; "))).json();
    return { name, token };
  }
  const people = [];
  for (const name of names) people.push(await joinAs(name));

  return {
    url,
    people,
    pid: child.pid,
    /** Since the last time it was asked. */
    async loopDelay() {
      child.send("loop delay");
      const [delay] = await once(child, "message");
      return delay;
    },
    async end() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
