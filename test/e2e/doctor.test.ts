import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "libsql";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { freePort } from "../fixtures/free-port.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { listen } from "../fixtures/listen.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { startOauthUpstream } from "../fixtures/oauth-upstream.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";
import { signIn } from "../fixtures/signed-in-browser.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

interface Finding {
  check: string;
  level: string;
  message: string;
  fix?: string;
}

type Environment = Record<string, string>;

/** Runs the doctor on a port of its own, since another gateway may have the usual one. */
async function diagnose(home: string, environment: Environment = {}) {
  const port = environment.PORT ?? String(await freePort());
  const run = await runCommand(["doctor", "--json"], { TOOLSHED_HOME: home, PORT: port, ...environment });
  expect(run.stderr).toBe("");
  const { ok, findings } = JSON.parse(run.stdout) as { ok: boolean; findings: Finding[] };
  expect(run.code).toBe(ok ? 0 : 1);
  return {
    findings,
    output: run.stdout,
    problems: findings.filter(({ level }) => level === "problem"),
    of: (check: string) => findings.filter((finding) => finding.check === check),
  };
}

let usedHome: string;

// A home that a gateway has used, with credentials, and left.
beforeAll(async () => {
  usedHome = mkdtempSync(join(tmpdir(), "toolshed-doctor-"));
  const environment = { TOOLSHED_HOME: usedHome, PORT: "0" };
  expect(await runCommand(["call", "samples.notes.list"], environment)).toMatchObject({ code: 0 });
  const { pid } = JSON.parse(readFileSync(join(usedHome, "gateway.json"), "utf8"));
  await runCommand(["stop"], environment);
  await vi.waitUntil(() => !isRunning(pid), { timeout: 20_000 });
});

afterAll(() => rmSync(usedHome, { recursive: true, force: true }));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A copy of it that the test may break. */
function copyHome(): string {
  const home = temporaryFolder();
  cpSync(usedHome, home, { recursive: true });
  chmodSync(home, 0o700);
  return home;
}

/** Every file with its content and permissions, to see that nothing has changed. The locks of readers are in `-shm`. */
function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => !name.endsWith("-shm"));
  const entries = names.map((name) => {
    const file = join(folder, name);
    return [name, `${statSync(file).mode} ${readFileSync(file, "base64")}`];
  });
  return Object.fromEntries(entries);
}

test("finds nothing wrong in a new home, and doesn't create it", async () => {
  const home = join(temporaryFolder(), "home");
  const { problems, of } = await diagnose(home);
  expect(problems).toEqual([]);
  expect(of("Home")).toMatchObject([{ level: "ok", message: expect.stringContaining("doesn't exist yet") }]);
  expect(readdirSync(join(home, ".."))).toEqual([]);
});

test("finds nothing wrong in a used home, changes nothing, and shows no secret", async () => {
  const home = copyHome();
  const before = snapshot(home);
  const { problems, of, output } = await diagnose(home);
  expect(problems).toEqual([]);
  expect(of("Database")).toMatchObject([
    { level: "ok", message: expect.stringMatching(/^SQLite, [\d.]+ MB\.$/) },
  ]);
  expect(of("Secret")).toMatchObject([
    { level: "ok", message: `${home}/secret opens the stored credentials.` },
  ]);
  expect(of("Sources")).toMatchObject([{ level: "skipped" }]);
  expect(snapshot(home)).toEqual(before);
  expect(output).not.toContain(readFileSync(join(home, "secret"), "utf8"));
});

test("finds nothing wrong with a running gateway, and shows no secret", async () => {
  const gateway = await startGateway();
  const environment = { TOOLSHED_HOME: gateway.home, PORT: new URL(gateway.url).port };
  const { code, stdout } = await runCommand(["doctor"], environment);
  expect(stdout).toMatch(/✓ Gateway {6}Version \S+ runs at http:\/\/127\.0\.0\.1:\d+ \(process \d+\)\./);
  expect(stdout).toMatch(/✓ Port {9}\d+ is used by your gateway\./);
  expect(stdout).toMatch(/✓ Database {5}The running gateway can use it\./);
  expect(stdout).toMatch(/✓ Sources {6}None were added\./);
  expect(stdout).toContain("\nEverything looks good.\n");
  expect(code).toBe(0);
  const { secret } = JSON.parse(readFileSync(join(gateway.home, "gateway.json"), "utf8"));
  for (const hidden of [gateway.token, secret, readFileSync(join(gateway.home, "secret"), "utf8")]) {
    expect(stdout).not.toContain(hidden);
  }
});

test("names the program that has the port", async () => {
  const port = await listen((_, response) => response.end("hello"));
  const { problems } = await diagnose(temporaryFolder(), { PORT: String(port) });
  expect(problems).toEqual([
    {
      check: "Port",
      level: "problem",
      message: expect.stringMatching(
        new RegExp(`^Port ${port} is used by another program \\(.+, process ${process.pid}\\)\\.$`),
      ),
      fix: `Stop that program, or use another port: PORT=${port + 1} toolshed start`,
    },
  ]);
});

test("tells a gateway of another home from other programs on the port", async () => {
  const { url } = await startGateway();
  const { problems } = await diagnose(temporaryFolder(), { PORT: new URL(url).port });
  expect(problems).toMatchObject([
    {
      check: "Port",
      message: expect.stringContaining("is used by a Toolshed gateway of another home (node"),
    },
  ]);
});

test("warns that the running gateway didn't get the port", async () => {
  const port = await listen((_, response) => response.end("hello"));
  const { home, url } = await startGateway();
  const { problems, of } = await diagnose(home, { PORT: String(port) });
  expect(problems).toEqual([]);
  expect(of("Port")).toMatchObject([
    { level: "warning", message: expect.stringContaining(`Your gateway runs at ${url}.`) },
  ]);
});

test.each([
  [{ PORT: "abc" }, "Port", 'PORT is "abc", which is not a port.', "Give a number such as PORT=7420"],
  [
    { TOOLSHED_PUBLIC_URL: "tools.example.com" },
    "Public URL",
    'TOOLSHED_PUBLIC_URL is "tools.example.com", which is not a URL.',
    "Give the address people use, such as https://tools.example.com",
  ],
  [
    { TOOLSHED_SECRET: "short" },
    "Secret",
    "TOOLSHED_SECRET is shorter than 32 characters.",
    'export TOOLSHED_SECRET="$(openssl rand -base64 32)"',
  ],
])("explains the invalid setting %j", async (environment, check, message, fix) => {
  const { of, output } = await diagnose(temporaryFolder(), environment as unknown as Environment);
  expect(of(check)).toEqual([{ check, level: "problem", message, fix }]);
  expect(output).not.toContain('"short"');
});

test("finds a home that can't be written to", async () => {
  const home = temporaryFolder();
  chmodSync(home, 0o555);
  const { stdout, code } = await runAsPerson(["doctor", "--json"], { TOOLSHED_HOME: home });
  chmodSync(home, 0o700);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  expect(findings.filter(({ check }) => check === "Home")).toEqual([
    {
      check: "Home",
      level: "problem",
      message: `You can't write to ${home} (EACCES).`,
      fix: `sudo chown -R "$USER" ${home}`,
    },
  ]);
  expect(code).toBe(1);
});

test("finds a home that is a file", async () => {
  const home = join(temporaryFolder(), "home");
  writeFileSync(home, "");
  const { of } = await diagnose(home);
  expect(of("Home")).toMatchObject([{ level: "problem", message: `${home} is not a folder.` }]);
});

test("finds files that other people can read", async () => {
  const home = copyHome();
  chmodSync(home, 0o755);
  expect((await diagnose(home)).of("Home")).toMatchObject([{ level: "warning", fix: `chmod 700 ${home}` }]);
  chmodSync(join(home, "secret"), 0o644);
  const { of, problems } = await diagnose(home);
  expect(of("Home")).toEqual(problems);
  expect(problems).toMatchObject([
    { message: `Other users of this machine can read ${home}/secret.`, fix: `chmod 600 ${home}/secret` },
  ]);
});

test.each([
  ["its start", 0],
  ["its middle", 8],
])("finds a database that is damaged at %s, and leaves it as it is", async (_, page) => {
  const home = copyHome();
  const file = join(home, "toolshed.db");
  const database = new SqliteDatabase(file);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, page * 4096, (page + 8) * 4096);
  writeFileSync(file, bytes);
  const { problems, of } = await diagnose(home);
  expect(problems).toMatchObject([
    {
      check: "Database",
      message: `The database ${file} is damaged.`,
      fix: expect.stringContaining("toolshed restore"),
    },
  ]);
  expect(of("Secret").map(({ level }) => level)).not.toContain("problem");
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test("finds a database of a newer version", async () => {
  const home = copyHome();
  const database = new SqliteDatabase(join(home, "toolshed.db"));
  database.exec("INSERT INTO kysely_migration VALUES ('9999-of-the-future', '2099-01-01T00:00:00.000Z')");
  database.close();
  expect((await diagnose(home)).problems).toMatchObject([
    {
      check: "Database",
      message: "The SQLite database was made by a newer Toolshed.",
      fix: expect.stringContaining("toolshed@latest"),
    },
  ]);
});

test("finds a secret that doesn't fit the stored credentials, or is missing", async () => {
  const home = copyHome();
  const file = join(home, "secret");
  copyFileSync(file, join(home, "kept"));
  writeFileSync(file, "x".repeat(43));
  const wrong = await diagnose(home);
  expect(wrong.problems).toMatchObject([
    {
      check: "Secret",
      message: `${file} doesn't open the stored credentials: they were encrypted with another secret.`,
      fix: expect.stringContaining("toolshed restore <file> --force"),
    },
  ]);
  expect(wrong.output).not.toContain("x".repeat(43));

  rmSync(file);
  expect((await diagnose(home)).problems).toMatchObject([
    { check: "Secret", message: expect.stringContaining("is missing") },
  ]);
  const TOOLSHED_SECRET = readFileSync(join(home, "kept"), "utf8");
  expect((await diagnose(home, { TOOLSHED_SECRET })).problems).toEqual([]);
});

test("finds a gateway of another version", async () => {
  const home = temporaryFolder();
  const port = await listen((request, response) => {
    const isStatus = request.url === "/api/v1/status";
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isStatus ? { version: "9.9.9", url: `http://${request.headers.host}` } : {}));
  });
  writeAddress(home, port, process.pid);
  expect((await diagnose(home)).of("Gateway")).toEqual([
    {
      check: "Gateway",
      level: "problem",
      message: expect.stringMatching(/^Version 9\.9\.9 runs at .*, but this command is version \d/),
      fix: "toolshed stop, then start it again",
    },
  ]);
});

test("finds a gateway that doesn't answer, and ignores one that is gone", async () => {
  const home = temporaryFolder();
  writeAddress(home, await freePort(), process.pid);
  expect((await diagnose(home)).problems).toMatchObject([
    { check: "Gateway", message: expect.stringContaining("doesn't answer"), fix: `kill ${process.pid}` },
  ]);
  writeAddress(home, await freePort(), 2 ** 22 + 1);
  expect((await diagnose(home)).problems).toEqual([]);
});

test("finds a source that fails", async () => {
  const folder = temporaryFolder();
  const program = join(folder, "server.mjs");
  cpSync(new URL("../fixtures/plain-program.mjs", import.meta.url), program);
  const gateway = await startGateway({});
  const environment = { TOOLSHED_HOME: gateway.home };
  expect((await runCommand(["add", "mcp", "files", "--", "node", program], environment)).code).toBe(0);
  expect((await diagnose(gateway.home)).of("Sources")).toMatchObject([
    { level: "ok", message: "1 source, all working." },
  ]);

  rmSync(program);
  await gateway.end("SIGTERM");
  const again = await startGateway({ home: gateway.home });
  const { call } = await connectClient(again.mcpUrl);
  await call("files.text");
  await expect
    .poll(async () => (await diagnose(gateway.home)).problems)
    .toMatchObject([
      {
        check: "Sources",
        message: expect.stringMatching(/^files .+\.$/),
        fix: "toolshed sources refresh files",
      },
    ]);
});

test("finds a connection that the service has ended", async () => {
  const upstream = await startOauthUpstream();
  const gateway = await startGateway();
  await runCommand(["add", "mcp", "tracker", upstream.url, "--allow-private"], {
    TOOLSHED_HOME: gateway.home,
  });
  expect((await diagnose(gateway.home)).of("Sources")).toMatchObject([
    { level: "warning", fix: "toolshed connect tracker" },
  ]);

  const browser = await signIn(gateway);
  await browser.visit(upstream.allow((await browser.authorize("tracker", { name: "work" })).url ?? ""));
  expect((await diagnose(gateway.home)).of("Connections")).toMatchObject([{ level: "ok" }]);
  upstream.revoke();
  const { call } = await connectClient(gateway.mcpUrl);
  await call("tracker.whoami");
  const { problems } = await diagnose(gateway.home);
  expect(problems.filter(({ check }) => check === "Connections")).toMatchObject([
    {
      message: expect.stringMatching(/^tracker \(work\) needs to be reconnected: .+\.$/),
      fix: "toolshed connect tracker --name work",
    },
  ]);
});

test("warns about endpoints that expire soon, have expired or aren't used", async () => {
  const gateway = await startGateway({});
  const environment = { TOOLSHED_HOME: gateway.home };
  for (const name of ["old", "idle", "fine"]) await runCommand(["endpoint", "create", name], environment);
  await runCommand(["endpoint", "create", "my phone", "--expires", "2d"], environment);
  await gateway.end("SIGTERM");
  const database = new SqliteDatabase(join(gateway.home, "toolshed.db"));
  database.exec("UPDATE endpoint SET created_at = 0 WHERE name = 'idle'");
  database.exec(
    "UPDATE endpoint_token SET expires_at = 1 WHERE endpoint_id = (SELECT id FROM endpoint WHERE name = 'old')",
  );
  database.close();
  const again = await startGateway({ home: gateway.home });
  const { of, problems } = await diagnose(again.home);
  expect(problems).toEqual([]);
  const found = of("Endpoints").map(({ level, message, fix }) => `${level} ${message} ${fix}`);
  expect(found.sort()).toEqual([
    expect.stringMatching(/^warning "idle" wasn't used for 90 days\. toolshed endpoint revoke \S+$/),
    expect.stringMatching(/^warning "my phone" expires on \S+\. toolshed endpoint create 'my phone', and/),
    expect.stringMatching(/^warning "old" expired on 1970-01-01\. toolshed endpoint revoke \S+$/),
  ]);
});

test("finds a database server that can't be reached, without showing its password", async () => {
  const port = await freePort();
  const DATABASE_URL = `postgres://ann:hunter2@127.0.0.1:${port}/tools`;
  const { problems, output } = await diagnose(temporaryFolder(), { DATABASE_URL });
  expect(problems).toMatchObject([
    {
      check: "Database",
      message: `Couldn't open the PostgreSQL database 127.0.0.1:${port}/tools (connection refused).`,
      fix: expect.stringContaining("psql"),
    },
  ]);
  expect(output).not.toMatch(/hunter2|ann:/);
});

test.skipIf(!postgresBin)("reads the version, the clock and the credentials of PostgreSQL", async () => {
  const DATABASE_URL = await createDatabase();
  const empty = await diagnose(temporaryFolder(), { DATABASE_URL });
  expect(empty.problems).toEqual([]);
  expect(empty.of("Clock")).toMatchObject([{ level: "ok", message: "Agrees with the database's." }]);

  const gateway = await startGateway({ environment: { DATABASE_URL } });
  await gateway.end("SIGTERM");
  const used = await diagnose(gateway.home, { DATABASE_URL });
  expect(used.problems).toEqual([]);
  expect(used.of("Database")).toMatchObject([{ message: expect.stringMatching(/^PostgreSQL \d+[.\d]*\.$/) }]);
  writeFileSync(join(gateway.home, "secret"), "y".repeat(43));
  expect((await diagnose(gateway.home, { DATABASE_URL })).problems).toMatchObject([{ check: "Secret" }]);
});

test("compares the clock with the public URL's, or else with the last write", async () => {
  const port = await listen((_, response) => {
    response.setHeader("date", new Date(Date.now() - 10 * 60_000).toUTCString());
    response.end("{}");
  });
  const TOOLSHED_PUBLIC_URL = `http://127.0.0.1:${port}`;
  expect((await diagnose(temporaryFolder(), { TOOLSHED_PUBLIC_URL })).of("Clock")).toMatchObject([
    {
      level: "problem",
      message: expect.stringContaining(`clock is 10 minutes ahead of that of ${TOOLSHED_PUBLIC_URL}.`),
      fix: expect.any(String),
    },
  ]);

  const home = copyHome();
  const later = Date.now() / 1000 + 86_400;
  utimesSync(join(home, "toolshed.db"), later, later);
  expect((await diagnose(home)).of("Clock")).toMatchObject([
    {
      level: "problem",
      message: expect.stringContaining("is 1440 minutes behind the time of the last write"),
    },
  ]);
});

test("tells what answers at the public URL and the sandbox URL", async () => {
  const port = await freePort();
  const TOOLSHED_PUBLIC_URL = `http://127.0.0.1:${port}`;
  const TOOLSHED_SANDBOX_URL = `http://localhost:${port}`;
  const settings = { TOOLSHED_PUBLIC_URL, TOOLSHED_SANDBOX_URL };
  const nothing = await diagnose(temporaryFolder(), settings);
  expect(nothing.problems).toMatchObject([
    {
      check: "Public URL",
      message: expect.stringContaining("can't be reached (connection refused)"),
      fix: "toolshed start",
    },
    { check: "Sandbox URL", message: expect.stringContaining("doesn't show Views") },
  ]);

  const other = await listen((_, response) => response.end("Welcome to nginx!"));
  const wrong = await diagnose(temporaryFolder(), { TOOLSHED_PUBLIC_URL: `http://127.0.0.1:${other}` });
  expect(wrong.problems).toMatchObject([
    {
      check: "Public URL",
      message: expect.stringContaining("Something other than a Toolshed gateway answers"),
    },
  ]);

  const gateway = await startGateway({ environment: { PORT: String(port), ...settings } });
  const right = await diagnose(gateway.home, { PORT: String(port), ...settings });
  expect(right.problems).toEqual([]);
  expect(right.of("Public URL")).toMatchObject([{ level: "ok" }]);
  expect(right.of("Sandbox URL")).toMatchObject([{ level: "ok" }]);
});

test("checks the gateway that commands are logged in to", async () => {
  const gateway = await startGateway();
  const home = temporaryFolder();
  const logIn = (token: string) =>
    writeFileSync(join(home, "login.json"), JSON.stringify({ url: gateway.url, token }), { mode: 0o600 });
  logIn(gateway.token);
  expect((await diagnose(home)).of("Login")).toMatchObject([{ level: "ok" }]);
  logIn("tsk_wrong");
  const { problems, output } = await diagnose(home);
  expect(problems).toMatchObject([
    { check: "Login", fix: expect.stringContaining(`toolshed login ${gateway.url}`) },
  ]);
  expect(output).not.toContain("tsk_wrong");
});

test("finds clients that lost their server, their endpoint or the gateway's address", async () => {
  const gateway = await startGateway();
  const environment = { TOOLSHED_HOME: gateway.home };
  const file = join(temporaryFolder(), "mcp.json");
  writeFileSync(file, "{}");
  const install = ["install", "cursor", "--file", file, "--yes", "--no-wait"];
  expect((await runCommand(install, environment)).code).toBe(0);
  const installed = readFileSync(file, "utf8");
  const clientsNow = async () => (await diagnose(gateway.home)).of("Clients");
  expect(await clientsNow()).toMatchObject([{ level: "ok", message: "Cursor." }]);

  writeFileSync(file, "{");
  expect(await clientsNow()).toMatchObject([{ level: "problem", fix: `Correct ${file}` }]);
  writeFileSync(file, "{}");
  expect(await clientsNow()).toMatchObject([
    {
      level: "warning",
      message: `Cursor no longer has the server "toolshed" in ${file}.`,
      fix: "toolshed install cursor",
    },
  ]);
  writeFileSync(file, installed.replace(gateway.url, "http://127.0.0.1:1"));
  expect(await clientsNow()).toMatchObject([
    { level: "problem", message: `Cursor connects to another address than ${gateway.url}.` },
  ]);

  writeFileSync(file, installed);
  const [{ endpointId, token }] = JSON.parse(readFileSync(join(gateway.home, "installs.json"), "utf8"));
  await runCommand(["endpoint", "revoke", endpointId], environment);
  const { problems, output } = await diagnose(gateway.home);
  expect(problems).toMatchObject([
    {
      check: "Clients",
      message: "Cursor can't connect: its endpoint was revoked.",
      fix: "toolshed install cursor",
    },
  ]);
  expect(output).not.toContain(token);
});

function writeAddress(home: string, port: number, pid: number): void {
  mkdirSync(home, { recursive: true });
  const address = { url: `http://127.0.0.1:${port}`, secret: "s", pid, background: false };
  writeFileSync(join(home, "gateway.json"), JSON.stringify(address), { mode: 0o600 });
}

/** Permissions mean nothing to root, so it becomes someone else. */
function runAsPerson(args: string[], environment: Environment) {
  const nobody = 65534;
  const isRoot = process.getuid?.() === 0;
  const become = `process.setgroups([]); process.setgid(${nobody}); process.setuid(${nobody});`;
  const first = `data:text/javascript,${encodeURIComponent(become)}`;
  return finished(spawnCommand(args, environment, isRoot ? ["--import", first] : []));
}
