import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { granolaKey, startGranola } from "../fixtures/granola-server.ts";
import { connectClient, type TestClient } from "../fixtures/mcp-client.ts";
import { openIdClient, startOpenIdServer } from "../fixtures/open-id-server.ts";
import { type Browser, browser, cookiesOf, join, sendTo } from "../fixtures/team.ts";

const run = async ({ home }: TestGateway, ...args: string[]) => {
  const { code, stdout, stderr } = await runCommand(args, { TOOLSHED_HOME: home });
  return code === 0 ? stdout : `failed: ${stderr}`;
};

async function createEndpoint(person: Browser, endpoint: object): Promise<TestClient> {
  const { status, body } = await person.send("POST", "/endpoints", endpoint);
  expect(status).toBe(201);
  return connectClient(body.mcpUrl);
}

const found = async ({ use }: TestClient, query: string) =>
  JSON.parse((await use("search_tools", { query, limit: 50 })).content[0]?.text ?? "")
    .map(({ path }: { path: string }) => path)
    .sort();

const listed = async ({ send }: Browser, query = "") =>
  (await send("GET", `/tools${query}`)).body.tools.map(({ path }: { path: string }) => path).sort();

const isNotFound = {
  isError: true,
  content: expect.toSatisfy((blocks: { text?: string }[]) => /Tool not found: /.test(blocks[0]?.text ?? "")),
};

test("a narrow role applies to every way to a tool, and a change of it immediately", async () => {
  const gateway = await startGateway();
  const allowed = ["samples.notes.list", "samples.notes.search"];
  expect(await run(gateway, "roles", "set", "reader", allowed.join(","))).toBe(
    `reader may use 2 of 9 tools.\n  ${allowed.join("\n  ")}\n`,
  );
  const ann = await join(gateway, "ann", "reader");
  const beyond = "samples.notes.create";
  const note = { title: "Beyond" };

  expect(await listed(ann)).toEqual(allowed);
  expect(await listed(ann, "?query=create+a+note")).not.toContain(beyond);
  expect((await ann.send("GET", `/tools/${beyond}`)).status).toBe(404);
  expect((await ann.send("POST", `/tools/${beyond}/call`, { arguments: note })).body).toMatchObject(
    isNotFound,
  );
  expect((await ann.send("POST", "/tools/samples.notes.list/call", {})).body.isError).toBeFalsy();

  const searching = await createEndpoint(ann, { name: "all", allow: ["*"], owner: "person" });
  expect(await found(searching, "create a note")).not.toContain(beyond);
  expect(await searching.use("read_tool", { path: beyond })).toMatchObject(isNotFound);
  expect(await searching.call(beyond, note)).toMatchObject(isNotFound);
  expect((await searching.call("samples.notes.list")).isError).toBeFalsy();

  const pinned = await createEndpoint(ann, { name: "pins", pins: [beyond, "samples.notes.list"] });
  const pins = async () => (await pinned.client.listTools()).tools.map(({ name }) => name);
  expect(await pins()).toEqual(["samples_notes_list"]);
  await expect(pinned.use("samples_notes_create", note)).rejects.toThrow("Unknown tool");

  await run(gateway, "roles", "set", "reader", "samples.notes.create");
  expect(await found(searching, "create a note")).toEqual([beyond]);
  expect((await searching.call(beyond, note)).isError).toBeFalsy();
  expect(await searching.call("samples.notes.list")).toMatchObject(isNotFound);
  expect(await pins()).toEqual(["samples_notes_create"]);

  expect(await run(gateway, "roles", "remove", "reader")).toContain("in use by 1 member");
  expect(await run(gateway, "members", "role", "ann@example.com", "member")).toContain("has the role member");
  expect(await found(searching, "notes")).toHaveLength(5);
  expect(await run(gateway, "roles", "remove", "reader")).toBe("The role reader is removed.\n");
});

test("a removed member loses access immediately, with everything that was theirs", async () => {
  const gateway = await startGateway();
  const ann = await join(gateway, "ann", "member");
  const client = await createEndpoint(ann, { name: "laptop" });
  expect((await client.call("samples.notes.create", { title: "Mine" })).isError).toBeFalsy();
  expect(await run(gateway, "members")).toMatch(
    /owner@toolshed\.local +owner +Owner\nann@example\.com +member +ann\n/,
  );
  expect(await run(gateway, "status")).toContain("Sign-in    password, or the link below");

  expect(await run(gateway, "members", "remove", "ann@example.com")).toBe(
    "ann@example.com is removed, and so is what was theirs (endpoints: 1, connections: 0).\n",
  );
  await expect(client.call("samples.notes.list")).rejects.toThrow();
  expect((await ann.send("GET", "/status")).status).toBe(401);
  const again = { email: "ann@example.com", password: "a long password" };
  expect((await sendTo(gateway, "POST", "/session", again)).status).toBe(401);
  expect(await run(gateway, "members", "remove", "owner@toolshed.local")).toContain(
    "Nobody can change or remove the owner",
  );
  expect(await run(gateway, "status")).not.toContain("Sign-in");
});

test("what the team has connected serves all, and its endpoints act with nothing else", async () => {
  const granola = await startGranola();
  const gateway = await startGateway({ environment: { GRANOLA_API_URL: granola.url } });
  const [admin, member] = [await join(gateway, "adam", "admin"), await join(gateway, "mia", "member")];
  const robot = await createEndpoint(admin, { name: "robot", owner: "team", role: "member" });
  const mine = await createEndpoint(member, { name: "mine" });
  const teamTool = "granola.team.notes.list";
  const personalTool = "granola.personal.notes.list";

  // What a person has connected opens nothing to the team.
  expect((await admin.send("PUT", "/connections/granola-personal", { key: granolaKey })).status).toBe(200);
  expect(await robot.call(personalTool)).toMatchObject(isNotFound);
  expect(await robot.call(teamTool)).toMatchObject(isNotFound);
  expect((await member.send("PUT", "/connections/granola-team", { key: granolaKey })).status).toBe(403);

  expect((await admin.send("PUT", "/connections/granola-team", { key: granolaKey })).status).toBe(200);
  expect((await robot.call(teamTool)).isError).toBeFalsy();
  expect((await mine.call(teamTool)).isError).toBeFalsy();
  const { providers } = (await member.send("GET", "/connections")).body;
  expect(providers.find(({ id }: { id: string }) => id === "granola-team")).toMatchObject({
    connected: true,
    personal: [],
    team: [{ name: "default", isDefault: true, kind: "key", lastFour: granolaKey.slice(-4) }],
  });

  // A provider of persons may be connected for all, but its tools mean nothing without a person.
  expect(await mine.call(personalTool)).toMatchObject(isNotFound);
  const shared = { key: granolaKey, owner: "team" };
  expect((await admin.send("PUT", "/connections/granola-personal", shared)).status).toBe(200);
  expect((await mine.call(personalTool)).isError).toBeFalsy();
  expect(await robot.call(personalTool)).toMatchObject(isNotFound);
  expect(await found(robot, "meeting notes")).not.toContain(personalTool);

  // Notes of the team are the team's.
  await robot.call("samples.notes.create", { title: "Ours" });
  const titles = async ({ call }: TestClient) => {
    const { structuredContent } = await call("samples.notes.list");
    return (structuredContent as { notes: { title: string }[] }).notes.map(({ title }) => title);
  };
  expect([await titles(robot), await titles(mine)]).toEqual([["Ours"], []]);

  const { endpoints } = (await admin.send("GET", "/endpoints")).body;
  const listedRobot = endpoints.find(({ name }: { name: string }) => name === "robot");
  expect(listedRobot).toMatchObject({ owner: "team", role: "member", createdBy: "adam" });
  expect(listedRobot.lastUsedAt).toBeGreaterThan(Date.now() - 120_000);
  expect(await run(gateway, "endpoint", "list")).toContain("robot (of the team, as member)");

  expect((await member.send("DELETE", "/connections/granola-team")).status).toBe(403);
  expect((await admin.send("DELETE", "/connections/granola-team")).status).toBe(200);
  expect(await robot.call(teamTool)).toMatchObject(isNotFound);
});

test("people sign in with a provider that the environment names", async () => {
  const openId = await startOpenIdServer();
  const gateway = await startGateway({
    environment: {
      TOOLSHED_OIDC_ACME_ISSUER: openId.url,
      TOOLSHED_OIDC_ACME_CLIENT_ID: openIdClient,
      TOOLSHED_OIDC_ACME_CLIENT_SECRET: openId.clientSecret,
      TOOLSHED_OIDC_ACME_NAME: "Acme login",
    },
  });
  const providers = [{ id: "acme", name: "Acme login" }];
  expect((await sendTo(gateway, "GET", "/session")).body).toEqual({
    user: null,
    methods: { password: false, providers },
    sandboxUrl: expect.stringMatching(/^http:\/\/localhost:\d+\/sandbox$/),
  });

  async function signIn() {
    const there = await fetch(`${gateway.url}/sign-in/with/acme`, { redirect: "manual" });
    const back = await fetch(there.headers.get("location") ?? "", { redirect: "manual" });
    return fetch(back.headers.get("location") ?? "", {
      redirect: "manual",
      headers: { cookie: cookiesOf(there) },
    });
  }
  expect((await signIn()).headers.get("location")).toBe("/sign-in?error=not_invited");
  await run(gateway, "invite", "--email", "ann@example.com", "--role", "admin");
  const answer = await signIn();
  expect(answer.headers.get("location")).toBe("/");
  const ann = browser(gateway, cookiesOf(answer));
  expect((await ann.send("GET", "/session")).body.user).toMatchObject({
    email: "ann@example.com",
    isAdmin: true,
  });
  expect((await fetch(`${gateway.url}/sign-in/with/other`)).status).toBe(404);
  expect((await fetch(`${gateway.url}/api/auth/sign-up/email`, { method: "POST" })).status).toBe(404);
});

test("a setting of a provider that is missing is told at the start", async () => {
  await expect(
    startGateway({ environment: { TOOLSHED_OIDC_ACME_ISSUER: "https://login.example.com" } }),
  ).rejects.toThrow("TOOLSHED_OIDC_ACME_CLIENT_ID is missing");
});
