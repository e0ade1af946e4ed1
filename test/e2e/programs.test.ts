import { readFileSync, statSync } from "node:fs";
import { join as joinPath } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { brokenUpstream } from "../fixtures/mcp-source.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { join } from "../fixtures/team.ts";

const program = (id: string, args: string[], command = process.execPath) => ({
  id,
  kind: "mcp",
  config: { transport: "stdio", command, args },
});

test("only the owner, and an admin the owner has allowed, adds a program", async () => {
  const gateway = await startGateway();
  const run = (...args: string[]) => runCommand(args, { TOOLSHED_HOME: gateway.home });
  const admin = await join(gateway, "ann", "admin");
  const other = await join(gateway, "bob", "admin");
  const refused = { status: 403, body: { error: expect.stringContaining("Only the owner") } };
  const add = (id: string) => admin.send("POST", "/sources", program(id, [brokenUpstream, "none"]));

  expect(await add("early")).toMatchObject(refused);
  expect((await admin.send("POST", "/plugins", { specifier: "/tmp/plugin.mjs" })).status).toBe(403);

  const { members } = (await admin.send("GET", "/members")).body;
  const idOf = (email: string) => members.find((member: { email: string }) => member.email === email).id;
  const ownPath = `/members/${idOf("ann@example.com")}/programs`;
  expect((await admin.send("PUT", ownPath, { allowed: true })).status).toBe(403);
  expect((await other.send("PUT", ownPath, { allowed: true })).status).toBe(403);
  expect(await add("early")).toMatchObject(refused);

  expect((await run("members", "programs", "ann@example.com", "allow")).stdout).toContain("can now add");
  expect((await run("members")).stdout).toContain("ann  (may add programs)");
  expect((await add("allowed")).status).toBe(201);
  expect(await other.send("POST", "/sources", program("bobs", [brokenUpstream, "none"]))).toMatchObject(
    refused,
  );

  await run("members", "programs", "ann@example.com", "deny");
  expect(await add("late")).toMatchObject(refused);
  await run("members", "programs", "ann@example.com", "allow");
  await run("members", "role", "ann@example.com", "member");
  await run("members", "role", "ann@example.com", "admin");
  expect(await add("late")).toMatchObject(refused);
  expect((await requestAsCommand(gateway, "POST", "/sources", program("own", [brokenUpstream]))).status).toBe(
    201,
  );
});

test("what a program prints does not show the gateway's secrets", async () => {
  const gateway = await startGateway();
  const { secret } = JSON.parse(readFileSync(joinPath(gateway.home, "gateway.json"), "utf8"));
  const homeSecret = readFileSync(joinPath(gateway.home, "secret"), "utf8");
  const files = ["gateway.json", "secret", "local-token"].map((name) => joinPath(gateway.home, name));
  const print = `for (const file of ${JSON.stringify(files)}) process.stderr.write(require("node:fs").readFileSync(file, "utf8") + "\\n"); process.exit(1)`;
  const answer = await requestAsCommand(gateway, "POST", "/sources", program("prints", ["-e", print]));
  expect(answer.status).toBe(422);
  const { error } = (await answer.json()) as { error: string };
  expect(error).toContain("[masked]");
  expect(error).not.toContain(secret);
  expect(error).not.toContain(homeSecret);
  expect(error).not.toContain(readFileSync(joinPath(gateway.home, "local-token"), "utf8"));
});

test("nobody else on the machine can read the files of the home", async () => {
  const gateway = await startGateway();
  for (const name of ["gateway.json", "secret", "local-token", "toolshed.db"]) {
    expect([name, statSync(joinPath(gateway.home, name)).mode & 0o077]).toEqual([name, 0]);
  }
});
