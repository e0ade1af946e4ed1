import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "libsql";
import { expect, test } from "vitest";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { granolaKey, startGranola } from "../fixtures/granola-server.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

test("a running home is copied into one file and comes back with its notes, connections and tokens", async () => {
  const granola = await startGranola();
  const environment = { GRANOLA_API_URL: granola.url };
  const first = await startGateway({ environment });
  const command = { TOOLSHED_HOME: first.home };
  const connected = await runCommand(["connect", "granola-personal"], command, { input: granolaKey });
  expect(connected.stderr).toBe("");
  await runCommand(["call", "samples.notes.create", '{"title": "Before"}'], command);

  const file = join(temporaryFolder(), "home.backup");
  const written = await runCommand(["backup", file], command);
  expect(written.stdout).toContain(`Wrote ${file}.`);
  expect(written.stdout).toContain("keep it as safe");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await runCommand(["call", "samples.notes.create", '{"title": "After"}'], command);

  const home = temporaryFolder();
  expect((await runCommand(["restore", file], { TOOLSHED_HOME: home })).stdout).toBe(`Restored ${home}.\n`);
  const second = await startGateway({ home, environment });
  expect(second.token).toBe(first.token);
  const { call } = await connectClient(second.mcpUrl);
  expect((await call("samples.notes.list")).structuredContent).toMatchObject({
    total: 1,
    notes: [{ title: "Before" }],
  });
  expect((await call("granola.personal.notes.list")).isError).toBeFalsy();
});

test("a home in use or with data is not overwritten, and --force moves the old data aside", async () => {
  const first = await startGateway({});
  const command = { TOOLSHED_HOME: first.home };
  const file = join(temporaryFolder(), "home.backup");
  await runCommand(["backup", file], command);
  expect((await runCommand(["backup", file], command)).stderr).toContain("exists already");

  const inUse = await runCommand(["restore", file, "--force"], command);
  expect(inUse).toMatchObject({ code: 1, stderr: expect.stringContaining("A gateway runs on") });

  await first.end("SIGTERM");
  expect((await runCommand(["restore", file], command)).stderr).toContain("add --force");
  const forced = await runCommand(["restore", file, "--force"], command);
  const [, movedTo = ""] = /before is in (\S+)\.\n/.exec(forced.stdout) ?? [];
  expect(readFileSync(join(movedTo, "local-token"), "utf8")).toContain("tsk_");
  expect((await startGateway({ home: first.home })).token).toBe(first.token);
});

test("a backup can leave the secret out, and what is none is refused with nothing changed", async () => {
  const { home } = await startGateway();
  const folder = temporaryFolder();
  const file = join(folder, "home.backup");
  const written = await runCommand(["backup", file, "--without-secret"], { TOOLSHED_HOME: home });
  expect(written.stdout).toContain("does not hold the secret");
  const secret = readFileSync(join(home, "secret"), "utf8");
  expect(readFileSync(file).includes(secret)).toBe(false);

  for (const [name, content] of [
    ["text", "no database"],
    ["cut", readFileSync(file).subarray(0, 9000)],
  ] as const) {
    writeFileSync(join(folder, name), content);
    const { code, stderr } = await runCommand(["restore", join(folder, name)], {
      TOOLSHED_HOME: join(folder, "home"),
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${name} is damaged, or no backup of Toolshed.\n` });
  }
});

test("with PostgreSQL it names the command that does it, without the address of the database", async () => {
  const { code, stderr } = await runCommand(["backup"], { DATABASE_URL: "postgres://me:hidden@127.0.0.1/x" });
  expect(code).toBe(1);
  expect(stderr).toContain("pg_dump --format=custom");
  expect(stderr).not.toContain("hidden");
});

test("a database of a newer version is not touched", async () => {
  const { home, end } = await startGateway({});
  await end("SIGTERM");
  const database = new SqliteDatabase(join(home, "toolshed.db"));
  database.exec("INSERT INTO kysely_migration VALUES ('9999-later', '2030-01-01')");
  database.close();
  const { code, stderr } = await finished(spawnCommand(["start"], { TOOLSHED_HOME: home, PORT: "0" }));
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "The database was made by a newer Toolshed: start that version, or a later one.\n",
  });
});
