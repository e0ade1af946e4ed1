import { expect, test } from "vitest";
import type { AnswerOf } from "../../packages/toolshed/src/http/api.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { granolaKey, otherGranolaKey, startGranola } from "../fixtures/granola-server.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { type OauthUpstream, startOauthUpstream } from "../fixtures/oauth-upstream.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { signIn } from "../fixtures/signed-in-browser.ts";

interface SetUp {
  readonly gateway: TestGateway;
  readonly upstream: OauthUpstream;
  /** A command of the owner: what it has printed. */
  toolshed(...args: string[]): Promise<string>;
}

/** A gateway whose owner has connected two accounts of one server: `work` is user-1 there, `home` user-2. */
async function setUp(lifetimeSeconds = 3_600): Promise<SetUp> {
  const upstream = await startOauthUpstream();
  const gateway = await startGateway();
  const environment = { TOOLSHED_HOME: gateway.home };
  const toolshed = async (...args: string[]) => {
    const { stdout, stderr } = await runCommand(args, environment);
    return stdout + stderr;
  };
  const config = { transport: "http", url: upstream.url, allowPrivate: true };
  await requestAsCommand(gateway, "POST", "/sources", { id: "tracker", kind: "mcp", config });
  upstream.lifetimeSeconds = lifetimeSeconds;
  const browser = await signIn(gateway);
  for (const name of ["work", "home"]) {
    const { url = "" } = await browser.authorize("tracker", { name });
    expect((await browser.visit(upstream.allow(url))).status).toBe(200);
  }
  return { gateway, upstream, toolshed };
}

const user = (number: number) => `user-${number} with [redacted]`;
const isRefused = (text: string) => ({
  isError: true,
  content: expect.toSatisfy((blocks: { text?: string }[]) => blocks[0]?.text === `Error: ${text}`),
});

test("each call reaches the server as the account it names, for every caller", async () => {
  const { gateway, toolshed } = await setUp();
  const agent = await connectClient(gateway.mcpUrl);
  const whoami = async (connection?: string) => {
    const { content } = await agent.use("call_tool", { path: "tracker.whoami", connection });
    return content[0]?.text;
  };

  const { content } = await agent.use("read_tool", { path: "tracker.whoami" });
  expect(JSON.parse(content[0]?.text ?? "")).toMatchObject({ connections: ["work", "home"] });
  const names = ["work", "home", undefined, "home", "work", "home"];
  expect(await Promise.all(names.map(whoami))).toEqual([1, 2, 1, 2, 1, 2].map(user));
  expect(await agent.use("call_tool", { path: "tracker.whoami", connection: "hme" })).toMatchObject(
    isRefused('There is no connection "hme" of "tracker". There is: work, home.'),
  );

  expect(await toolshed("call", "tracker.whoami", "--connection", "home")).toContain(user(2));
  expect(await toolshed("connect")).toMatch(/tracker .*connected \(work, the default: .*, home: .*\)/);
  await toolshed("connect", "tracker", "--name", "home", "--default");
  expect(await whoami()).toBe(user(2));
  const { calls } = (await (await requestAsCommand(gateway, "GET", "/calls?limit=1")).json()) as {
    calls: unknown[];
  };
  expect(calls).toMatchObject([{ path: "tracker.whoami", connection: "home" }]);
});

test("a script names the account, and a wrong name is found before anything runs", async () => {
  const { toolshed } = await setUp();
  const script = `return [await tools.tracker.whoami({}, { connection: "home" }), await tools.tracker.whoami()]`;
  expect(await toolshed("run", "-e", script)).toMatch(/user-2[\s\S]*user-1/);
  expect(await toolshed("run", "-e", script.replace("home", "hme"))).toMatch(
    /options\?: \{ connection\?: "work" \| "home" \}/,
  );
});

test("renewing one account leaves the other's tokens alone, and so does disconnecting it", async () => {
  // Ends within the margin that a token has to have, so that each call needs a new one.
  const { gateway, upstream, toolshed } = await setUp(20);
  const { use } = await connectClient(gateway.mcpUrl);
  const whoami = (connection?: string) => use("call_tool", { path: "tracker.whoami", connection });
  const renewed = () => upstream.tokenRequests.filter((body) => body.get("grant_type") === "refresh_token");

  for (let round = 0; round < 3; round++) expect((await whoami("home")).content[0]?.text).toBe(user(2));
  const before = renewed().length;
  expect(before).toBeGreaterThan(0);
  const both = await Promise.all([whoami("work"), whoami("home"), whoami("work"), whoami()]);
  expect(both.map(({ content }) => content[0]?.text)).toEqual([1, 2, 1, 1].map(user));
  // A refresh token that is used twice stops working.
  const used = renewed().map((body) => body.get("refresh_token"));
  expect(new Set(used).size).toBe(used.length);

  expect(await toolshed("connect", "tracker", "--name", "work", "--remove")).toContain("no longer connected");
  expect((await whoami()).content[0]?.text).toBe(user(2));
  expect(await whoami("work")).toMatchObject(
    isRefused('There is no connection "work" of "tracker". There is: home.'),
  );
  await toolshed("connect", "tracker", "--remove");
  expect(await whoami()).toMatchObject(isRefused("Tool not found: tracker.whoami"));
});

test("what a person approves in a script is approved for the account it was asked for", async () => {
  const { gateway } = await setUp();
  const ask = async (method: "GET" | "POST", path: string, body?: unknown) =>
    (await requestAsCommand(gateway, method, path, body)).json();
  const questions: string[] = [];
  const serve = async (name: string, args: object) => {
    let progress = (await ask("POST", `/agent/serve/${name}`, {
      arguments: args,
    })) as AnswerOf<"POST /agent/serve/:name">;
    while ("question" in progress) {
      const { handle, request } = progress.question;
      questions.push(request.message);
      const answer = { action: "unavailable" };
      progress = (await ask("POST", "/agent/serve/answers", {
        handle,
        answer,
      })) as AnswerOf<"POST /agent/serve/:name">;
    }
    return JSON.parse(progress.result.content[0]?.text ?? "");
  };
  const waiting = async () =>
    ((await ask("GET", "/approvals")) as { approvals: { id: string; connection: string }[] }).approvals;
  await ask("POST", "/approvals/rules", { pattern: "tracker.**", effect: "ask" });

  const script = `const found = [];
    for (const connection of ["work", "work", "home"]) found.push(await tools.tracker.whoami({}, { connection }));
    return found;`;
  const { paused } = await serve("run", { script, check: false });
  expect(paused.approvals).toMatchObject([{ path: "tracker.whoami", connection: "work" }]);
  const [first] = await waiting();
  await ask("POST", `/approvals/${first?.id}`, { approved: true, reach: "run" });

  // The second call goes through without asking, the third one is another account's.
  const execution = { execution_id: paused.executionId };
  const again = await serve("resume", execution);
  expect(again.calls).toMatchObject([{ connection: "work" }, { connection: "work" }]);
  const [second] = await waiting();
  expect(second).toMatchObject({ connection: "home" });
  await ask("POST", `/approvals/${second?.id}`, { approved: true, reach: "once" });
  expect(await serve("resume", execution)).toMatchObject({ success: true, value: [1, 1, 2].map(user) });
  expect(questions).toEqual(
    ["work", "home"].map((name) => `Allow tracker.whoami with {}, using the connection ${name}?`),
  );
});

test("an endpoint fixes which account it uses, also one that exposes the server as it is", async () => {
  const { gateway, toolshed } = await setUp();
  const create = async (...args: string[]) => {
    const [, mcpUrl = ""] = /MCP URL {4}(\S+)/.exec(await toolshed("endpoint", "create", ...args)) ?? [];
    return connectClient(mcpUrl);
  };
  const [first, second, search] = [
    await create("first", "--source", "tracker", "--connection", "tracker=work"),
    await create("second", "--source", "tracker", "--connection", "tracker=home"),
    await create("search", "--connection", "tracker=home"),
  ];
  const texts = await Promise.all(
    [first, second, first].map(async ({ use }) => (await use("whoami")).content),
  );
  expect(texts.map(([block]) => block?.text)).toEqual([1, 2, 1].map(user));

  const { content } = await search.use("read_tool", { path: "tracker.whoami" });
  expect(JSON.parse(content[0]?.text ?? "")).not.toHaveProperty("connections");
  expect((await search.call("tracker.whoami")).content[0]?.text).toBe(user(2));
  expect(await search.use("call_tool", { path: "tracker.whoami", connection: "work" })).toMatchObject(
    isRefused('This endpoint uses the connection "home" of "tracker", and no other.'),
  );

  expect(await toolshed("endpoint", "create", "third", "--connection", "tracker=hme")).toContain(
    'There is no connection "hme" of "tracker". There is: work, home.',
  );
  expect(await toolshed("endpoint", "list")).toMatch(/first \(exposes tracker; tracker as work\)/);

  // Without the one that it is for, nothing else is used in its place.
  await toolshed("connect", "tracker", "--name", "home", "--remove");
  expect(await search.call("tracker.whoami")).toMatchObject(isRefused("Tool not found: tracker.whoami"));
  expect((await second.client.listTools()).tools).toEqual([]);
  expect((await first.use("whoami")).content[0]?.text).toBe(user(1));
  expect(gateway.output()).not.toMatch(/access-|refresh-/);
});

test("keys have names as well, of a person and of the team", async () => {
  const granola = await startGranola();
  const gateway = await startGateway({ environment: { GRANOLA_API_URL: granola.url } });
  const environment = { TOOLSHED_HOME: gateway.home };
  const connect = async (key: string, ...args: string[]) =>
    (await runCommand(["connect", "granola-personal", ...args], environment, { input: key })).stdout;
  const { use } = await connectClient(gateway.mcpUrl);
  const keyUsedBy = async (connection?: string) => {
    await use("call_tool", { path: "granola.personal.notes.list", connection });
    return granola.keys.at(-1);
  };

  expect(await connect(granolaKey, "--team", "--name", "office")).toContain("Granola (office) is connected.");
  expect(await keyUsedBy()).toBe(granolaKey);
  expect(await connect(otherGranolaKey)).toContain("Granola is connected.");
  expect([await keyUsedBy(), await keyUsedBy("default")]).toEqual([otherGranolaKey, otherGranolaKey]);
  expect(await keyUsedBy("office")).toBe(granolaKey);
  const { content } = await use("read_tool", { path: "granola.personal.notes.list" });
  expect(JSON.parse(content[0]?.text ?? "")).toMatchObject({ connections: ["default", "office"] });
  const { calls } = (await (await requestAsCommand(gateway, "GET", "/calls")).json()) as {
    calls: { connection: string }[];
  };
  expect(calls.map(({ connection }) => connection)).toEqual([
    "team/office",
    "default",
    "default",
    "team/office",
  ]);
});
