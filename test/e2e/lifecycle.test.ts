import { existsSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { listen } from "../fixtures/listen.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

test("Ctrl-C ends it cleanly, and the next start has the same MCP token", async () => {
  const first = await startGateway({});
  expect(statSync(join(first.home, "gateway.json")).mode & 0o777).toBe(0o600);
  expect(await first.end("SIGINT")).toBe(0);
  expect(first.output()).toContain("Stopped.");
  expect(existsSync(join(first.home, "gateway.json"))).toBe(false);

  const second = await startGateway({ home: first.home });
  expect(second.token).toBe(first.token);
});

test("a second gateway on the same home is refused with the next step", async () => {
  const { home, url } = await startGateway();
  const { code, stderr } = await finished(spawnCommand(["start"], { TOOLSHED_HOME: home, PORT: "0" }));
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toContain(`A gateway already runs on ${home} at ${url}`);
  expect(stderr).toContain("npx toolshed stop");
});

test("a killed gateway leaves the home free", async () => {
  const { home, end } = await startGateway({});
  await end("SIGKILL");
  await startGateway({ home });
});

test("a damaged database is named with the next step, without a stack trace", async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, "toolshed.db"), "this is not a database".repeat(1_000));
  const { code, stderr } = await finished(spawnCommand(["start"], { TOOLSHED_HOME: home, PORT: "0" }));
  expect(code).toBe(1);
  expect(stderr).toBe(
    `The database ${home}/toolshed.db is damaged. Restore a backup with "toolshed restore <file> --force", which moves the damaged files aside, or move ${home}/toolshed.db away yourself to start with an empty one.\n`,
  );
});

test("a taken port is named with the next step", async () => {
  const server = createServer();
  const port = await listen(server);
  const { code, stderr } = await finished(
    spawnCommand(["start"], { TOOLSHED_HOME: temporaryFolder(), PORT: String(port) }),
  );
  expect(code).toBe(1);
  expect(stderr).toBe(
    `Port ${port} is taken by another program: stop that, or start on another one with PORT=${port + 1}.\n`,
  );
});

test("names an invalid port, a home that is not writable and a missing database", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const cases: [Record<string, string>, RegExp][] = [
    [{ TOOLSHED_HOME: temporaryFolder(), PORT: "many" }, /^PORT is "many", which is not a port: .*\n$/],
    [
      { TOOLSHED_HOME: join(file, "home") },
      /^Cannot write to the home folder .* \(ENOTDIR\): set TOOLSHED_HOME .*\n$/,
    ],
    [
      { TOOLSHED_HOME: temporaryFolder(), PORT: "0", DATABASE_URL: "postgres://127.0.0.1:1/x" },
      /^Cannot open the database of DATABASE_URL \(ECONNREFUSED\): .*\n$/,
    ],
    [
      { TOOLSHED_HOME: temporaryFolder(), PORT: "0", TOOLSHED_SECRET: "short" },
      /^TOOLSHED_SECRET is shorter .*\n$/,
    ],
  ];
  for (const [environment, expected] of cases) {
    const { code, stderr } = await finished(spawnCommand(["start"], environment));
    expect(code).toBe(1);
    expect(stderr).toMatch(expected);
  }
});

test("an old Node is told to go, by the command and by npm start", async () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '18.20.8' })";
  const start = new URL("../../scripts/start.mjs", import.meta.url).pathname;
  for (const file of [[], [start]]) {
    const nodeArgs = ["--import", `data:text/javascript,${encodeURIComponent(old)}`, ...file];
    const { code, stderr } = await finished(spawnCommand(["start"], {}, nodeArgs));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Toolshed needs Node 20\.19 or later .*\n$/);
  }
});

test("commands start a gateway in the background, which makes way for a start", async () => {
  const home = temporaryFolder();
  const environment = { TOOLSHED_HOME: home, PORT: "0" };
  onTestFinished(async () => {
    await runCommand(["stop"], environment);
  });

  const search = ["search", "find my notes about the roadmap"];
  const searched = await finished(spawnCommand(search, environment));
  expect(searched.stderr).toBe("Starting a gateway in the background…\n");
  expect(searched.stdout).toMatch(/^samples\.notes\.search /);

  const created = await runCommand(["call", "samples.notes.create", '{"title": "Kept"}'], environment);
  expect(created.stderr).toBe("");
  expect(JSON.parse(created.stdout)).toMatchObject({ title: "Kept", text: "" });

  const read = await runCommand(["read", "samples.notes.create"], environment);
  expect(JSON.parse(read.stdout)).toMatchObject({ inputSchema: { required: ["title"] } });

  const wrong = await runCommand(["call", "samples.notes.create", "{}"], environment);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/^Error: Invalid arguments for samples\.notes\.create: title: /);

  const status = await runCommand(["status"], environment);
  expect(status.stdout).toContain("in the background");
  expect(status.stdout).toMatch(/Dashboard {2}http:\/\/127\.0\.0\.1:\d+\/sign-in\?code=/);

  await startGateway({ home });
  const listed = await runCommand(["call", "samples.notes.list"], environment);
  expect(listed.stderr).toBe("");
  expect(JSON.parse(listed.stdout)).toMatchObject({ total: 1, notes: [{ title: "Kept" }] });
});

test("suggests the command that a mistyped one was meant to be", async () => {
  const { code, stderr } = await finished(spawnCommand(["serach"], {}));
  expect(code).toBe(2);
  expect(stderr).toBe('Unknown command "serach". Did you mean search?\n');
  expect((await runCommand(["help"], {})).stdout).toContain("search <words…>");
});
