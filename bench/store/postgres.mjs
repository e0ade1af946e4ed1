import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A server of its own with the default settings of PostgreSQL: every commit reaches the disk. */
export async function startPostgres(bin) {
  const folder = mkdtempSync(join(tmpdir(), "toolshed-bench-postgres-"));
  const data = join(folder, "data");
  const account = unprivileged();
  if (account) chownSync(folder, account.uid, account.gid);
  const init = ["-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8"];
  execFileSync(join(bin, "initdb"), init, { ...account, stdio: ["ignore", "ignore", "pipe"] });

  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`];
  const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(bin, "postgres"), args, { ...account, stdio: "ignore" });
  const address = `postgres://bench@127.0.0.1:${port}`;
  for (let attempt = 0; !(await answers(`${address}/postgres`)); attempt++) {
    if (attempt === 100) throw new Error("PostgreSQL did not start");
    await sleep(50);
  }

  return {
    async createDatabase(name) {
      await query(`${address}/postgres`, `create database ${name}`);
      return `${address}/${name}`;
    },
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag) => Number(execFileSync("id", [flag, "postgres"]));
  return { uid: id("-u"), gid: id("-g") };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

const answers = (url) =>
  query(url, "select 1").then(
    () => true,
    () => false,
  );

async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}
