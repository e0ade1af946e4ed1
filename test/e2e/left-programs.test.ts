import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const program = fileURLToPath(new URL("../fixtures/lasting-program.mjs", import.meta.url));

interface Entry {
  readonly pid: number;
  readonly start: string;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // In a container nobody may collect what has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test("programs that a killed gateway has left are ended by the next, and no others", async () => {
  const home = temporaryFolder();
  const file = join(home, "programs.json");
  const first = await startGateway({ home });
  const added = await runCommand(["add", "mcp", "lasting", "--", process.execPath, program], {
    TOOLSHED_HOME: home,
  });
  expect(added.stderr).toBe("");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [left] = JSON.parse(readFileSync(file, "utf8")) as [Entry];
  await first.end("SIGKILL");
  expect(isRunning(left.pid)).toBe(true);

  // As if the number of a program that has ended was given to another process since.
  const other = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
  onTestFinished(() => {
    other.kill("SIGKILL");
  });
  writeFileSync(file, JSON.stringify([left, { pid: other.pid, start: left.start }]));

  await startGateway({ home });
  await expect.poll(() => isRunning(left.pid)).toBe(false);
  expect(isRunning(other.pid as number)).toBe(true);
  await expect.poll(() => existsSync(file)).toBe(false);
});

test("a program that is ended by its gateway is no longer written down", async () => {
  const { home } = await startGateway();
  const command = (...args: string[]) => runCommand(args, { TOOLSHED_HOME: home });
  await command("add", "mcp", "lasting", "--", process.execPath, program);
  const file = join(home, "programs.json");
  const [{ pid }] = JSON.parse(readFileSync(file, "utf8")) as [Entry];
  await command("remove", "lasting");
  await expect.poll(() => existsSync(file)).toBe(false);
  expect(isRunning(pid)).toBe(false);
});

test.each(["no JSON", '{"pid":7}'])(
  "a list that is none keeps no gateway from starting: %s",
  async (text) => {
    const home = temporaryFolder();
    writeFileSync(join(home, "programs.json"), text);
    const gateway = await startGateway({ home });
    expect(gateway.url).toMatch(/^http:/);
  },
);
