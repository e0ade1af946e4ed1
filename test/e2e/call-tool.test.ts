import { describe, expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { type OwnGateway, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { type GranolaServer, granolaKey, startGranola } from "../fixtures/granola-server.ts";
import { connectClient, type ToolAnswer } from "../fixtures/mcp-client.ts";

// What is promised of call_tool, sentence by sentence.

async function setUp(
  environment: Record<string, string> = {},
): Promise<{ gateway: OwnGateway; granola: GranolaServer }> {
  const granola = await startGranola();
  const gateway = await startGateway({ environment: { GRANOLA_API_URL: granola.url, ...environment } });
  return { gateway, granola };
}

const connectGranola = ({ home }: TestGateway, key = granolaKey, provider = "granola-personal") =>
  runCommand(["connect", provider], { TOOLSHED_HOME: home }, { input: key });

const textOf = (answer: ToolAnswer): string => answer.content[0]?.text ?? "";
/** After the first block may come the nearest paths. */
const errorAnswer = (message: string) => ({
  isError: true,
  content: expect.toSatisfy((blocks: { text?: string }[]) => blocks[0]?.text === `Error: ${message}`),
});

test("the example conversation, before and after connecting, in a client that stays connected", async () => {
  const { gateway, granola } = await setUp();
  const { use } = await connectClient(gateway.mcpUrl);

  const before = await use("search_tools", { query: "meeting notes" });
  expect(textOf(before)).not.toContain("granola.personal.notes.list");
  expect(before.content[1]?.text).toContain("granola-personal");
  expect(before.content[1]?.text).toContain(gateway.url);
  expect(await use("call_tool", { path: "granola.personal.notes.list" })).toMatchObject(
    errorAnswer("Tool not found: granola.personal.notes.list"),
  );
  expect(await use("read_tool", { path: "granola.personal.notes.list" })).toMatchObject(
    errorAnswer("Tool not found: granola.personal.notes.list"),
  );

  expect(await connectGranola(gateway)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Granola is connected"),
  });

  const found = JSON.parse(textOf(await use("search_tools", { query: "meeting notes" })));
  expect(found.map((tool: { path: string }) => tool.path)).toContain("granola.personal.notes.list");

  const read = JSON.parse(textOf(await use("read_tool", { path: "granola.personal.notes.list" })));
  expect(read).toMatchObject({
    inputSchema: { type: "object", properties: { limit: { type: "integer", default: 10 } } },
    outputSchema: { type: "object" },
    destructive: false,
    authProvider: "granola-personal",
  });

  const called = await use("call_tool", { path: "granola.personal.notes.list", arguments: { limit: 5 } });
  const { notes } = JSON.parse(textOf(called));
  expect(notes.map((note: { title: string }) => note.title)).toEqual(
    [0, 1, 2, 3, 4].map((n) => `Meeting ${n}`),
  );
  expect(granola.requests.at(-1)).toBe("/v1/notes?page_size=5");
});

test("one MCP call, one upstream call, and pages are put together only beyond what one can hold", async () => {
  const { gateway, granola } = await setUp({ GRANOLA_PERSONAL_API_KEY: granolaKey });
  const { call } = await connectClient(gateway.mcpUrl);
  await call("granola.personal.notes.list", { limit: 30 });
  expect(granola.requests).toHaveLength(1);

  const all = await call("granola.personal.notes.list", { limit: 100 });
  expect(all.structuredContent).toMatchObject({ hasMore: false });
  expect(all.structuredContent?.notes).toHaveLength(45);
  const some = await call("granola.personal.notes.list", { createdAfter: "2026-09-28" });
  expect(some.structuredContent?.notes).toHaveLength(3);
  const one = await call("granola.personal.notes.get", { id: "not_0001", transcript: true });
  expect(one.structuredContent).toMatchObject({ title: "Meeting 1", transcript: [{ text: "Hello." }] });
});

describe("errors are structured failures, not transport errors", () => {
  test("upstream messages come through unchanged, and never with the key", async () => {
    const { gateway, granola } = await setUp({
      GRANOLA_PERSONAL_API_KEY: granolaKey,
      GRANOLA_TEAM_API_KEY: "grn_wrong",
    });
    const { call } = await connectClient(gateway.mcpUrl);
    const list = () => call("granola.personal.notes.list");

    expect(await call("granola.team.notes.list")).toMatchObject(
      errorAnswer("Granola API error 401: Unauthorized"),
    );
    granola.fault = "429";
    expect(await list()).toMatchObject(errorAnswer("Granola API error 429: Too Many Requests"));
    granola.fault = "500";
    expect(await list()).toMatchObject(errorAnswer("Granola API error 500: Internal Server Error"));
    granola.fault = "garbage";
    expect(await list()).toMatchObject(errorAnswer("Granola API error: the answer is not JSON"));
    expect(await call("granola.personal.notes.get", { id: "../x" })).toMatchObject(
      errorAnswer("Granola API error: the answer is not JSON"),
    );
    granola.fault = "429 once";
    expect((await list()).isError).toBeFalsy();
    expect(gateway.output()).not.toMatch(/grn_/);
  });

  test("a typo and an unconnected provider look the same", async () => {
    const { gateway } = await setUp();
    const { call } = await connectClient(gateway.mcpUrl);
    for (const path of [
      "granola.personal.notes.lsit",
      "granola.personal.notes.list",
      "",
      "constructor",
      "__proto__",
    ]) {
      expect(await call(path)).toMatchObject(errorAnswer(`Tool not found: ${path}`));
    }
    const { content } = await call("samples.notes.lst");
    expect(content[0]?.text).toBe("Error: Tool not found: samples.notes.lst");
    expect(content[1]?.text).toMatch(/^Did you mean samples\.notes\.list/);
    expect(JSON.stringify(await call("granola.personal.notes.lsit"))).not.toContain(
      "granola.personal.notes.list",
    );
  });
});

describe("connecting", () => {
  test("a key is checked before it is saved, and never shown again", async () => {
    const { gateway, granola } = await setUp();
    expect(await connectGranola(gateway, "sk-something")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("That does not look like a key of Granola, which looks like grn_…"),
    });
    expect(granola.requests).toEqual([]);
    expect(await connectGranola(gateway, "grn_wrong-key")).toMatchObject({
      code: 1,
      stderr: "Granola did not accept the key: Granola API error 401: Unauthorized\n",
    });

    await connectGranola(gateway);
    const listed = await runCommand(["connect"], { TOOLSHED_HOME: gateway.home });
    expect(listed.stdout).toMatch(/granola-personal +Granola: connected \(key ending in orks\)/);
    expect(listed.stdout).not.toContain(granolaKey);
    const status = await runCommand(["status"], { TOOLSHED_HOME: gateway.home });
    expect(status.stdout).toContain("Connected  granola-personal");
  });

  test("connections survive a restart and a new secret; without them the tools disappear immediately", async () => {
    const { gateway, granola } = await setUp();
    const environment = { TOOLSHED_HOME: gateway.home };
    await connectGranola(gateway);
    expect(await runCommand(["rotate-secret"], environment)).toMatchObject({ code: 0 });
    await gateway.end("SIGINT");

    const again = await startGateway({ home: gateway.home, environment: { GRANOLA_API_URL: granola.url } });
    const { call } = await connectClient(again.mcpUrl);
    expect((await call("granola.personal.notes.list")).isError).toBeFalsy();
    await runCommand(["connect", "granola-personal", "--remove"], environment);
    expect(await call("granola.personal.notes.list")).toMatchObject(
      errorAnswer("Tool not found: granola.personal.notes.list"),
    );
  });
});
