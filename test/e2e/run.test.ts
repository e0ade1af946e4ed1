import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { doors } from "../fixtures/agent-doors.ts";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { root } from "../fixtures/source-files.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import {
  Client as ClientV1,
  ElicitRequestSchema,
  StdioClientTransport as StdioClientTransportV1,
} from "../peers/sdk-v1.ts";

const command = join(root, "packages/toolshed/bin/toolshed.js");
const createAndDelete = `
  const made = await tools.samples.notes.create({ title: "to go" });
  const kept = await tools.samples.notes.create({ title: "to stay" });
  const gone = await tools.samples.notes.delete({ id: made.id });
  return { gone: gone.deleted === made.id, kept: kept.id };
`;

describe("a script", () => {
  test("composes tools, and is told what it did", async () => {
    const { agent } = doors(await startGateway());
    const script = `
      const made = await Promise.all(["a", "b", "c"].map((title) => tools.samples.notes.create({ title })));
      const [found] = await tools.search({ query: "list my notes", limit: 1 });
      const { signature } = await tools.describe.tool({ path: found.path });
      console.log(signature);
      (await tools.samples.notes.list()).total + made.length`;
    const answer = await agent("run", { script });
    expect(answer).toMatchObject({ success: true, value: 6 });
    expect(answer.logs).toEqual([
      {
        level: "log",
        message: expect.stringMatching(/^\(args\?: \{.*limit\?: number \}\) => \{ notes: \{/),
      },
    ]);
    expect(answer.calls.map(({ path, ok }) => `${path} ${ok}`)).toEqual([
      ...Array(3).fill("samples.notes.create true"),
      "search true",
      "describe.tool true",
      "samples.notes.list true",
    ]);
  });

  test("with a mistake in it is told the place and the right signature, and nothing is called", async () => {
    const { agent, titles } = doors(await startGateway());
    const script =
      'await tools.samples.notes.create({ title: "x" })\nreturn await tools.samples.notes.search({ words: "x" })';
    const wrong = await agent("run", { script });
    expect(wrong).toMatchObject({ success: false, calls: [], error: { name: "TypeError", line: 2 } });
    expect(wrong.error?.message).toMatch(
      /2:\d+ .*'words'[\s\S]*tools\.samples\.notes\.search: \(args: \{ .*query: string/,
    );
    expect(await titles()).toEqual([]);

    const unchecked = await agent("run", { script, check: false });
    expect(unchecked).toMatchObject({ success: false, error: { name: "ToolError", line: 2 } });
    expect(await titles()).toEqual(["x"]);
    const lost = await agent("run", { script: "await tools.sample.note.lst()", check: false });
    expect(lost.error?.message).toMatch(
      /^Tool not found: sample\.note\.lst\nDid you mean samples\.notes\.list/,
    );
  });

  test("that returns too much gets a part, and all of it by a handle", async () => {
    const { agent } = doors(await startGateway());
    const script = `for (let i = 0; i < 300; i++) console.log("line " + i + " " + "x".repeat(100));
      await Promise.all(Array.from({ length: 200 }, (_, i) => tools.samples.notes.search({ query: "q".repeat(500) + i })));
      return "v".repeat(300_000)`;
    const answer = await agent("run", { script });
    expect(JSON.stringify(answer).length).toBeLessThan(41_000);
    expect(answer.cut?.parts.map((part) => part.split(":")[0])).toEqual(["calls", "logs", "value"]);
    const rest = `const all = await tools.output({ handle: "${answer.cut?.handle}" }); return [all.value.length, all.calls.length, all.logs.length]`;
    expect(await agent("run", { script: rest })).toMatchObject({ value: [300_000, 200, 300] });
  });
});

describe("approval", () => {
  test("a paused run survives the end of the gateway; finished calls are not repeated, the approved one happens once", async () => {
    const first = await startGateway({});
    const { home } = first;
    const paused = await doors(first).agent("run", { script: createAndDelete });
    expect(paused).toMatchObject({
      success: false,
      paused: { toolPath: "samples.notes.delete", args: { id: expect.any(String) } },
    });
    const execution_id = paused.paused?.executionId;
    await first.end("SIGKILL");

    const second = await startGateway({ home });
    const { agent, request, titles } = doors(second);
    const byItself = await agent("resume", { execution_id, approved: true });
    expect(byItself).toMatchObject({
      resolved: false,
      message: expect.stringMatching(/^Pending\. Only a person can approve/),
    });
    expect(await titles()).toEqual(["to stay", "to go"]);

    const { approvals } = (await request("/approvals")).body;
    expect(approvals).toMatchObject([
      { path: "samples.notes.delete", arguments: paused.paused?.args, isPartOfRun: true },
    ]);
    const [{ id }] = approvals;
    expect((await request(`/approvals/${id}`, { approved: true }, second.token)).status).toBe(401);
    expect((await request(`/approvals/${id}`, { approved: true })).status).toBe(200);
    expect((await request(`/approvals/${id}`, { approved: false })).status).toBe(409);

    const done = await Promise.all([agent("resume", { execution_id }), agent("resume", { execution_id })]);
    expect(done.filter(({ success }) => success)).toMatchObject([
      { value: { gone: true }, calls: [{}, {}, { path: "samples.notes.delete", ok: true }] },
    ]);
    expect(await titles()).toEqual(["to stay"]);
    expect(await agent("resume", { execution_id })).toMatchObject({ resolved: false });
  });

  test("a refusal reaches the script, which continues", async () => {
    const { agent, titles } = doors(await startGateway());
    const script = `const { id } = await tools.samples.notes.create({ title: "stays" });
      try { await tools.samples.notes.delete({ id }) } catch (error) { return error.message }`;
    const { paused } = await agent("run", { script });
    const answer = await agent("resume", {
      execution_id: paused?.executionId,
      approved: false,
      data: "not now",
    });
    expect(answer).toMatchObject({
      success: true,
      value: 'samples.notes.delete was refused by a person: "not now"',
    });
    expect(await titles()).toEqual(["stays"]);
  });

  test("reaches as far as the person says: for the run, or always for the path", async () => {
    const { agent, request, titles } = doors(await startGateway());
    const script = `const made = [];
      for (const title of ["a", "b", "c"]) made.push(await tools.samples.notes.create({ title }));
      for (const { id } of made) await tools.samples.notes.delete({ id });
      return made.length`;
    const decide = async (reach: string) => {
      const [{ id }] = (await request("/approvals")).body.approvals;
      await request(`/approvals/${id}`, { approved: true, reach });
    };
    const first = await agent("run", { script });
    await decide("run");
    expect(await agent("resume", { execution_id: first.paused?.executionId })).toMatchObject({ value: 3 });
    const second = await agent("run", { script });
    expect(second).toHaveProperty("paused");
    await decide("always");
    expect(await agent("resume", { execution_id: second.paused?.executionId })).toMatchObject({ value: 3 });
    expect(await agent("run", { script })).toMatchObject({ value: 3 });
    expect(await titles()).toEqual([]);

    await request("/approvals/rules", { pattern: "samples.**", effect: "deny", via: "command" });
    expect(await agent("run", { script })).toMatchObject({
      success: false,
      error: { message: expect.stringContaining("is denied by a rule") },
    });
  });

  test("an endpoint whose admin allows it lets the model approve; others see nothing of its runs", async () => {
    const gateway = await startGateway();
    const { agent, request } = doors(gateway);
    const create = async (body: object) => (await request("/endpoints", { name: "x", ...body })).body.token;
    const trusted = await create({ name: "trusted", modelApproves: true });
    const { paused } = await agent("run", { script: createAndDelete }, trusted);
    const execution_id = paused?.executionId;
    expect(await agent("resume", { execution_id, approved: true })).toMatchObject({ resolved: false });
    expect(await agent("resume", { execution_id, approved: true }, trusted)).toMatchObject({
      value: { gone: true },
    });
    const denying = await create({ name: "denying", approval: "deny" });
    expect(await agent("run", { script: createAndDelete }, denying)).toMatchObject({
      error: { message: expect.stringContaining("refuses destructive calls") },
    });
  });

  test("call_tool on an endpoint that asks: a client that cannot be asked gets a link, and the identical call runs once", async () => {
    const gateway = await startGateway();
    const { request } = doors(gateway);
    const { mcpUrl } = (await request("/endpoints", { name: "asks", approval: "ask" })).body;
    const { call } = await connectClient(mcpUrl, { mode: "legacy" });
    const note = async () =>
      JSON.parse((await call("samples.notes.create", { title: "x" })).content[0]?.text ?? "").id;
    const [a, b] = [await note(), await note()];
    const asked = await call("samples.notes.delete", { id: a });
    expect(asked).toMatchObject({ isError: true });
    const id = /\/approvals\/(\S+) and then make the same call again/.exec(asked.content[0]?.text ?? "")?.[1];
    await request(`/approvals/${id}`, { approved: true });
    expect(await call("samples.notes.delete", { id: b })).toMatchObject({ isError: true });
    expect((await call("samples.notes.delete", { id: a })).isError).toBeUndefined();
    expect((await call("samples.notes.delete", { id: a })).content[0]?.text).toContain(
      "needs a person's approval",
    );
  });
});

describe("toolshed serve", () => {
  const environmentOf = (home: string) => ({
    ...(process.env as Record<string, string>),
    TOOLSHED_HOME: home,
    PORT: "0",
  });
  const names = ["search_tools", "read_tool", "run", "resume", "show_tool", "view_request"];

  test.each(["auto", "legacy"] as const)(
    "serves the official client (%s), which asks its user",
    async (mode) => {
      const { home } = await startGateway();
      const client = new Client(
        { name: "desktop", version: "1" },
        { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
      );
      const asked: string[] = [];
      client.setRequestHandler("elicitation/create", async ({ params }) => {
        asked.push(params.message);
        return { action: "accept", content: {} };
      });
      onTestFinished(() => client.close());
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [command, "serve"],
          env: environmentOf(home),
        }),
      );
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
      const result = await client.callTool({ name: "run", arguments: { script: createAndDelete } });
      expect(JSON.parse((result.content as { text: string }[])[0]?.text ?? "")).toMatchObject({
        success: true,
        value: { gone: true },
      });
      expect(asked).toEqual([expect.stringMatching(/^Allow samples\.notes\.delete with \{"id":"/)]);
    },
  );

  test("serves the official client of the first major, and starts a gateway if none runs", async () => {
    const home = temporaryFolder();
    const client = new ClientV1({ name: "desktop", version: "1" }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, async () => ({ action: "decline" }));
    onTestFinished(async () => {
      await client.close();
      await runCommand(["stop"], { TOOLSHED_HOME: home });
    });
    await client.connect(
      new StdioClientTransportV1({
        command: process.execPath,
        args: [command, "serve"],
        env: environmentOf(home),
        stderr: "ignore",
      }),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
    const result = await client.callTool({ name: "run", arguments: { script: createAndDelete } });
    expect(JSON.parse((result.content as { text: string }[])[0]?.text ?? "")).toMatchObject({
      success: false,
      error: { message: "samples.notes.delete was refused by a person." },
    });
  });
});

test("toolshed run runs a file or a text, and login uses another gateway by its token", async () => {
  const gateway = await startGateway();
  const { home } = gateway;
  const printed = await runCommand(["run", "-e", "console.log('hello'); return { a: 1 }"], {
    TOOLSHED_HOME: home,
  });
  expect(printed).toMatchObject({ code: 0, stdout: '{\n  "a": 1\n}\n', stderr: "log: hello\n" });
  const paused = await runCommand(["run", "-e", createAndDelete], { TOOLSHED_HOME: home });
  expect(paused.code).toBe(4);
  expect(paused.stderr).toMatch(/waits for approval at http.*\/approvals\/.*\nThen: toolshed run --resume /);
  expect((await runCommand(["run", "-e", "return nope"], { TOOLSHED_HOME: home })).code).toBe(1);

  const elsewhere = temporaryFolder();
  const environment = { TOOLSHED_HOME: elsewhere };
  expect(await finished(spawnCommand(["login", gateway.url], environment, [], gateway.token))).toMatchObject({
    code: 0,
  });
  expect(
    await runCommand(["run", "-e", "(await tools.samples.notes.list()).total"], environment),
  ).toMatchObject({ code: 0, stdout: "2\n", stderr: "" });
  expect((await runCommand(["search", "notes"], environment)).stdout).toContain("samples.notes.list");
  const otherToken = gateway.token.slice(0, -1) + (gateway.token.endsWith("x") ? "y" : "x");
  expect((await runCommand(["login", gateway.url], environment, { input: otherToken })).code).toBe(4);
});
