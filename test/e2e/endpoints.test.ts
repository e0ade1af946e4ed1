import { join } from "node:path";
import { expect, test } from "vitest";
import { createEndpoints } from "../../packages/toolshed/src/endpoint/endpoints.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import { doors } from "../fixtures/agent-doors.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { join as joinTeam } from "../fixtures/team.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

async function createEndpoint({ home }: TestGateway, ...options: string[]): Promise<string> {
  const { stdout, stderr } = await runCommand(["endpoint", "create", ...options], { TOOLSHED_HOME: home });
  const [, url] = /MCP URL {4}(\S+)/.exec(stdout) ?? [];
  if (!url) throw new Error(stderr);
  return url;
}

const error = (text: string) => ({
  isError: true,
  content: expect.toSatisfy((blocks: { text?: string }[]) => blocks[0]?.text === `Error: ${text}`),
});

test("a scope holds for search, read and call alike", async () => {
  const gateway = await startGateway();
  const readOnly = await connectClient(await createEndpoint(gateway, "reader", "--read-only"));
  const narrow = await connectClient(
    await createEndpoint(gateway, "narrow", "--allow", "samples.notes.list,other.**"),
  );
  const paths = async ({ use }: typeof narrow) =>
    JSON.parse((await use("search_tools", { query: "notes" })).content[0]?.text ?? "")
      .map(({ path }: { path: string }) => path)
      .sort();

  expect(await paths(readOnly)).toEqual(["samples.notes.list", "samples.notes.search"]);
  expect(await paths(narrow)).toEqual(["samples.notes.list"]);
  for (const use of ["read_tool", "call_tool"]) {
    const answer = await readOnly.use(use, { path: "samples.notes.delete" });
    expect(answer).toMatchObject(error("Tool not found: samples.notes.delete"));
    expect(await narrow.use(use, { path: "samples.notes.create" })).toMatchObject(
      error("Tool not found: samples.notes.create"),
    );
  }
  expect((await narrow.call("samples.notes.list")).isError).toBeFalsy();
});

test("a revoked token fails on the very next call, a rotated one after its overlap", async () => {
  const gateway = await startGateway();
  const environment = { TOOLSHED_HOME: gateway.home };
  const first = await createEndpoint(gateway, "laptop");
  const client = await connectClient(first);
  expect((await client.call("samples.notes.list")).isError).toBeFalsy();

  const rotated = await runCommand(["endpoint", "rotate", "laptop"], environment);
  const [, second = ""] = /MCP URL {4}(\S+)/.exec(rotated.stdout) ?? [];
  expect((await client.call("samples.notes.list")).isError).toBeFalsy();
  const newer = await connectClient(second);
  await runCommand(["endpoint", "rotate", "laptop", "--now"], environment);
  await expect(client.call("samples.notes.list")).rejects.toThrow();
  await expect(newer.call("samples.notes.list")).rejects.toThrow();

  const third = await createEndpoint(gateway, "phone", "--expires", "1h");
  const phone = await connectClient(third);
  const { stdout } = await runCommand(["endpoint", "list"], environment);
  expect(stdout).toMatch(/ local\n.* laptop\n.* phone \(until .*\)\n/);
  expect(stdout).not.toContain("tsk_");
  await runCommand(["endpoint", "revoke", "phone"], environment);
  await expect(phone.call("samples.notes.list")).rejects.toThrow();
  expect((await fetch(third, { method: "POST" })).status).toBe(404);
});

test("lists and finds endpoints beyond the first page", async () => {
  const gateway = await startGateway();
  const environment = { TOOLSHED_HOME: gateway.home };
  const names = Array.from({ length: 450 }, (_, index) => `endpoint-${index}`);
  const store = await openSqliteStore(join(gateway.home, "toolshed.db"));
  const { user_id } = await store.db.selectFrom("endpoint").select("user_id").executeTakeFirstOrThrow();
  await store.db
    .insertInto("endpoint")
    .values(
      names.map((name, index) => ({
        id: name,
        name,
        user_id: index < 225 ? user_id : "team",
        created_at: index % 9,
      })),
    )
    .execute();
  await store.close();

  const listed = async (limit: number) => {
    const pages: { id: string; owner: string }[][] = [];
    for (let next: string | null = ""; next !== null; ) {
      const query: string = new URLSearchParams({
        limit: String(limit),
        ...(next && { cursor: next }),
      }).toString();
      const answer = await requestAsCommand(gateway, "GET", `/endpoints?${query}`);
      const page = (await answer.json()) as {
        endpoints: { id: string; owner: string }[];
        next: string | null;
      };
      pages.push(page.endpoints);
      next = page.next;
    }
    return pages;
  };
  const pages = await listed(100);
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 100, 100, 51]);
  const all = pages.flat();
  expect(all.map(({ owner }) => owner)).toEqual([...Array(226).fill("person"), ...Array(225).fill("team")]);
  expect((await listed(226)).flat()).toEqual(all);
  expect(new Set(all.map(({ id }) => id)).size).toBe(451);

  const { stdout } = await runCommand(["endpoint", "list"], environment);
  expect(stdout.trim().split("\n")).toHaveLength(451);
  const last = all.at(-1)?.id as string;
  expect((await runCommand(["endpoint", "revoke", last], environment)).stdout).toMatch(/^Revoked/);
  const wrong = await requestAsCommand(gateway, "GET", "/endpoints?cursor=elsewhere");
  expect(wrong.status).toBe(400);
});

test("an endpoint may refuse destructive calls, or ask the person where the client can", async () => {
  const gateway = await startGateway();
  const create = async () => {
    const { call } = await connectClient(gateway.mcpUrl);
    const made = await call("samples.notes.create", { title: "Keep me" });
    return String(made.structuredContent?.id);
  };
  const denying = await connectClient(await createEndpoint(gateway, "careful", "--approval", "deny"));
  expect(await denying.call("samples.notes.delete", { id: await create() })).toMatchObject(
    error("samples.notes.delete is destructive, and this endpoint refuses destructive calls."),
  );

  const asking = await createEndpoint(gateway, "asking", "--approval", "ask");
  const questions: string[] = [];
  const answers = ["decline", "accept"] as const;
  const person = await connectClient(asking, {
    answer: (question) => ({ action: answers[questions.push(question) - 1] ?? "cancel" }),
  });
  const id = await create();
  expect(await person.call("samples.notes.delete", { id })).toMatchObject(
    error("The call of samples.notes.delete was not approved."),
  );
  expect((await person.call("samples.notes.delete", { id })).structuredContent).toEqual({ deleted: id });
  expect(questions[0]).toBe(`Allow samples.notes.delete with {"id":"${id}"}?`);

  for (const mode of ["auto", "legacy"] as const) {
    const silent = await connectClient(asking, { mode });
    const { isError, content } = await silent.call("samples.notes.delete", { id: await create() });
    expect(isError).toBe(true);
    expect(content[0]?.text).toMatch(
      /^Error: samples\.notes\.delete needs a person's approval\. .*\/approvals\//,
    );
  }
});

test("200 parallel calls of two users with the same JSON-RPC id never mix", async () => {
  const home = temporaryFolder();
  const warmUp = await startGateway({ home });
  await warmUp.end("SIGINT");
  const store = await openSqliteStore(join(home, "toolshed.db"));
  const now = new Date().toISOString();
  const user = {
    id: "bob",
    name: "Bob",
    email: "bob@example.com",
    emailVerified: 1,
    createdAt: now,
    updatedAt: now,
  };
  await (
    store.db as never as { insertInto(table: string): { values(row: object): { execute(): Promise<void> } } }
  )
    .insertInto("user")
    .values(user)
    .execute();
  const { token } = await createEndpoints(store).create({ userId: "bob", name: "bob's" });
  await store.close();

  const gateway = await startGateway({ home });
  const users = [gateway.token, token];
  const call = async (token: string, path: string, args: object) => {
    const response = await fetch(`${gateway.url}/api/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 0,
        method: "tools/call",
        params: { name: "call_tool", arguments: { path, arguments: args } },
      }),
    });
    const text = await response.text();
    const { id, result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    expect(id).toBe(0);
    return result.structuredContent;
  };

  const made = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const title = `${index % 2}-${index}`;
      return { title, answer: await call(users[index % 2] ?? "", "samples.notes.create", { title }) };
    }),
  );
  for (const { title, answer } of made) expect(answer.title).toBe(title);
  for (const [index, token] of users.entries()) {
    const { notes } = await call(token, "samples.notes.list", { limit: 100 });
    expect(notes).toHaveLength(100);
    expect(notes.every((note: { title: string }) => note.title.startsWith(`${index}-`))).toBe(true);
  }
});

test("an endpoint of pinned tools lists them directly, and they appear and disappear with their connections", async () => {
  const gateway = await startGateway();
  const pinned = ["samples.notes.create", "samples.notes.delete", "granola.personal.notes.list", "gone.tool"];
  const url = await createEndpoint(
    gateway,
    "pinned",
    "--pin",
    pinned.join(","),
    "--allow",
    "samples.notes.create",
  );
  for (const mode of ["auto", "legacy"] as const) {
    const { client, use } = await connectClient(url, { mode });
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: "samples_notes_create",
        title: "Create note",
        inputSchema: { type: "object", required: ["title"] },
        outputSchema: { type: "object" },
        annotations: { readOnlyHint: false, destructiveHint: false },
      },
    ]);
    expect((await use("samples_notes_create", { title: mode })).structuredContent).toMatchObject({
      title: mode,
    });
    await expect(use("samples_notes_delete", { id: "x" })).rejects.toThrow(
      "Unknown tool: samples_notes_delete",
    );
  }
});

test("meta tools stay loaded, and on a read-only endpoint they are read-only", async () => {
  const gateway = await startGateway();
  const hintsAt = async (url: string) => {
    const { tools } = await (await connectClient(url)).client.listTools();
    return Object.fromEntries(tools.map(({ name, annotations, _meta }) => [name, { annotations, _meta }]));
  };
  const alwaysLoaded = { "anthropic/alwaysLoad": true };
  const open = await hintsAt(await createEndpoint(gateway, "open"));
  expect(open.call_tool).toEqual({
    annotations: { destructiveHint: false, openWorldHint: true },
    _meta: alwaysLoaded,
  });
  for (const name of ["search_tools", "read_tool", "call_tool", "show_tool"])
    expect(open[name]?._meta, name).toMatchObject(alwaysLoaded);
  expect(open.view_request?._meta).not.toMatchObject(alwaysLoaded);
  const readOnly = await hintsAt(await createEndpoint(gateway, "reader", "--read-only"));
  for (const [name, { annotations }] of Object.entries(readOnly))
    expect(annotations, name).toMatchObject({ readOnlyHint: true, destructiveHint: false });

  const { request } = doors(gateway);
  const served = async (token?: string) => (await request("/agent/serve", undefined, token)).body.tools;
  for (const { name, annotations, _meta } of await served()) {
    expect(_meta["anthropic/alwaysLoad"], name).toBe(name === "view_request" ? undefined : true);
    if (name === "run" || name === "resume") expect(annotations.destructiveHint, name).toBe(true);
  }
  const token = (await createEndpoint(gateway, "reader 2", "--read-only")).split("/").at(-1);
  for (const { name, annotations } of await served(token))
    expect(annotations, name).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

test("an endpoint of all tools lists them under stable names, beside those that search", async () => {
  const gateway = await startGateway();
  const response = await requestAsCommand(gateway, "POST", "/endpoints", { name: "all", listsAll: true });
  const { mcpUrl } = (await response.json()) as { mcpUrl: string };
  for (const mode of ["auto", "legacy"] as const) {
    const { client, use } = await connectClient(mcpUrl, { mode });
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["search_tools", "call_tool", "samples_notes_create"]));
    expect(names.filter((name) => !/^[a-z0-9_]{1,64}$/.test(name))).toEqual([]);
    expect((await use("samples_notes_create", { title: mode })).structuredContent).toMatchObject({
      title: mode,
    });
    // Their provider is not connected.
    expect(names.filter((name) => name.startsWith("granola_"))).toEqual([]);
    await expect(use("granola_personal_notes_list", {})).rejects.toThrow("Unknown tool");
  }
  const both = { name: "both", listsAll: true, pins: ["samples.notes.list"] };
  expect((await requestAsCommand(gateway, "POST", "/endpoints", both)).status).toBe(422);
});

/** Begins a script that calls a tool until that fails. */
async function startCalling(gateway: TestGateway, token: string | undefined): Promise<Promise<Response>[]> {
  const script = `
    for (;;) {
      try {
        await tools.samples.notes.list({});
      } catch (error) {
        return error.message;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }`;
  const running = fetch(`${gateway.url}/api/v1/agent/serve/run`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ arguments: { script } }),
  });
  await expect.poll(() => gateway.output()).toContain("call samples.notes.list by bot: ok");
  return [running];
}

test("a script that is under way can call nothing more once its endpoint is revoked", async () => {
  const gateway = await startGateway();
  const environment = { TOOLSHED_HOME: gateway.home };
  const { stdout } = await runCommand(["endpoint", "create", "bot"], environment);
  const [running] = await startCalling(gateway, /(tsk_[\w-]+)/.exec(stdout)?.[1]);
  await runCommand(["endpoint", "revoke", "bot"], environment);
  expect(await (await running)?.text()).toContain("Tool not found: samples.notes.list");
});

test.each([
  ["gets another role", ["members", "role", "ann@example.com", "writer"]],
  ["is removed", ["members", "remove", "ann@example.com"]],
])("a script that is under way can call nothing more once its person %s", async (_, command) => {
  const gateway = await startGateway();
  const environment = { TOOLSHED_HOME: gateway.home };
  await runCommand(["roles", "set", "reader", "samples.notes.list"], environment);
  await runCommand(["roles", "set", "writer", "samples.notes.create"], environment);
  const ann = await joinTeam(gateway, "ann", "reader");
  const { body } = await ann.send("POST", "/endpoints", { name: "bot", owner: "person" });
  const [running] = await startCalling(gateway, /(tsk_[\w-]+)/.exec(body.mcpUrl)?.[1]);
  expect((await runCommand(command, environment)).stderr).toBe("");
  expect(await (await running)?.text()).toContain("Tool not found: samples.notes.list");
});

test("limits how many patterns an endpoint may have, and how long they are", async () => {
  const gateway = await startGateway();
  const create = async (allow: string[]) =>
    (await requestAsCommand(gateway, "POST", "/endpoints", { name: "many", allow })).status;
  const patterns = Array.from({ length: 201 }, (_, index) => `samples.tool_${index}`);
  expect(await create(patterns)).toBe(400);
  expect(await create([`samples.${"x".repeat(300)}`])).toBe(400);
  expect(await create(patterns.slice(1))).toBe(201);
  const asked = await requestAsCommand(gateway, "GET", `/tools?allow=${patterns.join()}`);
  expect(asked.status).toBe(400);
});
