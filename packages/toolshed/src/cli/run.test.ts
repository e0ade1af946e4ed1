import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../test/fixtures/temporary-folder.ts";
import { gatewayFile } from "../home/gateway-address.ts";
import type { Surroundings } from "./invocation.ts";
import { run } from "./run.ts";

function collect() {
  let text = "";
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  return { stream, text: () => text };
}

async function runWith(args: string[], surroundings: Partial<Surroundings> = {}) {
  const [stdout, stderr] = [collect(), collect()];
  const code = await run(args, {
    stdin: Readable.from([]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: {},
    cwd: "/",
    home: "/",
    ...surroundings,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** A home whose gateway answers each request with what `answer` resolves to. */
async function homeWithGateway(answer: (path: string) => object | Promise<object>): Promise<string> {
  const server = createServer(async (request, response) => {
    response.end(JSON.stringify(await answer(request.url ?? "")));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const home = temporaryFolder();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gatewayFile(home).write({ url, secret: "s", pid: process.pid, background: false });
  return home;
}

function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

test("keeps the streams, environments and folders of concurrent commands apart", async () => {
  const asked = createGate();
  const answered = createGate();
  const held = await homeWithGateway(async () => {
    asked.open();
    await answered.opened;
    return {};
  });
  const first = runWith(["stop"], { env: { TOOLSHED_HOME: held } });
  await asked.opened;
  const folder = temporaryFolder();
  const env = { TOOLSHED_HOME: basename(folder) };
  expect(await runWith(["stop"], { env, cwd: dirname(folder) })).toEqual({
    code: 0,
    stdout: `No gateway runs on ${folder}.\n`,
    stderr: "",
  });
  answered.open();
  const { url } = gatewayFile(held).read() ?? {};
  expect(await first).toEqual({ code: 0, stdout: `Asked the gateway at ${url} to end.\n`, stderr: "" });
});

test("takes colors from the environment of the command", async () => {
  const [plain, colored] = await Promise.all([
    runWith(["help"]),
    runWith(["help"], { env: { FORCE_COLOR: "1" } }),
  ]);
  expect(plain.stdout).toContain("Usage: toolshed");
  expect(plain.stdout).not.toContain("\u001b[");
  expect(colored.stdout).toContain("\u001b[");
});

test("keeps its data below the user's home directory unless TOOLSHED_HOME is set", async () => {
  const home = temporaryFolder();
  expect(await runWith(["stop"], { home })).toMatchObject({
    stdout: `No gateway runs on ${join(home, ".toolshed")}.\n`,
  });
});

test("resolves a file from the command line against the given folder", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "mcp.json"), '{"mcpServers": {"files": {"command": "serve-files"}}}');
  expect(await runWith(["import", "./mcp.json"], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("serve-files"),
  });
  expect(await runWith(["import", "./mcp.json"])).toMatchObject({
    code: 1,
    stderr: "The file ./mcp.json does not exist. Check the path and try again.\n",
  });
});

test("resolves to the exit code of the command without changing that of the process", async () => {
  const content = [{ type: "text", text: "No such note" }];
  const home = await homeWithGateway((path) => (path.endsWith("/call") ? { content, isError: true } : {}));
  const env = { TOOLSHED_HOME: home };
  const before = process.exitCode;
  expect(await runWith(["call", "notes.delete"], { env })).toEqual({
    code: 1,
    stdout: "",
    stderr: "No such note\n",
  });
  expect(await runWith(["serach"])).toMatchObject({ code: 2 });
  expect(await runWith(["search", "--help"])).toMatchObject({ code: 0, stderr: "" });
  expect(process.exitCode).toBe(before);
});

test("reports a failure with --json as one JSON document on standard error", async () => {
  const { code, stdout, stderr } = await runWith(["import", "missing.json", "--json"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(JSON.parse(stderr)).toEqual({
    error: {
      message: "The file missing.json does not exist. Check the path and try again.",
      code: "failed",
    },
  });
});

test.each([
  ["EPIPE", 0, ""],
  ["ENOSPC", 1, "The output can't be written (write ENOSPC).\n"],
])("ends when standard output fails with %s", async (code, expected, message) => {
  const stdout = new Writable({
    write(_chunk, _, done) {
      done(Object.assign(new Error(`write ${code}`), { code }));
    },
  });
  expect(await runWith(["help"], { stdout })).toMatchObject({ code: expected, stderr: message });
});

test("ends without an error when standard output was closed before", async () => {
  const stdout = new Writable();
  stdout.destroy();
  expect(await runWith(["help"], { stdout })).toMatchObject({ code: 0, stderr: "" });
});

test("ends when standard output closes while the command waits", async () => {
  const asked = createGate();
  const home = await homeWithGateway(() => {
    asked.open();
    return new Promise(() => {});
  });
  const { stream } = collect();
  const running = runWith(["stop"], { env: { TOOLSHED_HOME: home }, stdout: stream });
  await asked.opened;
  stream.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  expect(await running).toMatchObject({ code: 0, stderr: "" });
});

test("ignores that standard error is closed", async () => {
  const stderr = new Writable();
  stderr.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  expect(await runWith(["serach"], { stderr })).toMatchObject({ code: 2 });
});

test("removes its listeners from streams that can still be written", async () => {
  const { stream } = collect();
  await runWith(["--version"], { stdout: stream, stderr: stream });
  expect(stream.listenerCount("error")).toBe(0);
});
