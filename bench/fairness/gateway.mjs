// The built gateway in a process of its own, with people who each have an endpoint.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import SqliteDatabase from "libsql";
import { whenRunning } from "../../scripts/when-running.mjs";

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
  let output = "";
  let isEnding = false;
  const read = (data) => {
    output = (output + data).slice(-10_000);
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  child.once("exit", (code, signal) => {
    if (isEnding) return;
    process.stderr.write(`${output}\nThe gateway has ended: ${signal ?? code}\n`);
    process.exit(1);
  });
  const { url } = await whenRunning(child, home);

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

  const { secret } = JSON.parse(readFileSync(join(home, "gateway.json"), "utf8"));
  let hasCalls = false;

  return {
    url,
    people,
    process: child,
    /** The folder of its built files. */
    built: pathToFileURL(join(dirname(realpathSync(command)), "../dist/")).href,
    /** Opens the API as the owner's command does. */
    owner: secret,
    async request(method, path, body) {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body: body && JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    /** So many calls that reading all of them takes long. They stay. */
    async seedCalls() {
      if (!hasCalls) await seedCalls(join(home, "toolshed.db"));
      hasCalls = true;
      return () => {};
    },
    async end() {
      isEnding = true;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function seedCalls(file) {
  const database = new SqliteDatabase(file);
  database.exec("PRAGMA busy_timeout = 5000");
  for (let from = 0; from < 200_000; from += 10_000) {
    database.exec(`
      with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${from + 9_999})
      insert into call_record (at, user_id, via, client, path, outcome, duration_ms, result_bytes, arguments, connection)
      select ${Date.now()}, 'user-' || (i % 100), 'via-' || (i % 50), 'bench', 'bench.group_' || (i % 100) || '.tool_' || (i % 1000),
        case when i % 1000 = 0 then 'failed' else 'ok' end, 12, 345, '{"text":"' || hex(randomblob(40)) || '"}', null from n`);
    // The gateway writes as well.
    await setTimeout(10);
  }
  database.close();
}
