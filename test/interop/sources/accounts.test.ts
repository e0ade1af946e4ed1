import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import type { SourceCall } from "../../../packages/toolshed/src/source/source.ts";
import { listen } from "../../fixtures/listen.ts";
import { openTestSource } from "../../fixtures/mcp-source.ts";

/** Keys that begin with `new` meet the newer revision, all others one that has sessions. */
async function startServer() {
  /** The keys that each session was used with. */
  const sessions = new Map<
    string,
    { keys: Set<string>; transport: WebStandardStreamableHTTPServerTransport }
  >();
  /** Requests with each key, by method. */
  const methods: string[] = [];

  function createTools(key: string): McpServer {
    const server = new McpServer(
      { name: "accounts", version: "1" },
      { capabilities: { resources: { subscribe: true } } },
    );
    const annotations = { readOnlyHint: true };
    server.registerTool("touch", { description: "Changes a resource", annotations }, async () => {
      await server.server.sendResourceUpdated({ uri: "note://one" });
      return { content: [] };
    });
    server.registerTool("whoami", { description: "Tells the key", annotations }, () => ({
      content: [{ type: "text", text: key }],
    }));
    return server;
  }

  const modern = createMcpHandler(({ authInfo }) => createTools(authInfo?.token ?? ""), { legacy: "reject" });

  async function serve(request: Request, body: string): Promise<Response> {
    const key = request.headers.get("authorization")?.replace(/^Bearer ?/, "") ?? "";
    if (body) methods.push(`${key} ${JSON.parse(body).method}`);
    if (key.startsWith("new"))
      return modern.fetch(request, { authInfo: { token: key, clientId: key, scopes: [] } });
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    if (known) {
      known.keys.add(key);
      return known.transport.handleRequest(request);
    }
    if (!body.includes('"initialize"')) return new Response(null, { status: 400 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, { keys: new Set([key]), transport });
      },
    });
    await createTools(key).connect(transport);
    return transport.handleRequest(request);
  }

  const server = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ...(body && { body }),
    });
    const response = await serve(request, body);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    outgoing.on("close", () => response.body?.cancel().catch(() => {}));
    for await (const chunk of response.body ?? []) outgoing.write(chunk);
    outgoing.end();
  });
  const port = await listen(server);
  const url = `http://127.0.0.1:${port}/mcp`;
  return { url, methods, keysOfSessions: () => [...sessions.values()].map(({ keys }) => [...keys]) };
}

/** A call of a user by one of their accounts, which has a key of the same name. */
const by = (account: string, userId = "ann"): Partial<SourceCall> => ({
  userId,
  account,
  auth: { getToken: async () => account },
});

const openSource = (url: string, owner: "person" | "team") =>
  openTestSource("", {
    config: {
      transport: "http",
      url,
      allowPrivate: true,
      owner,
      auth: { type: "key", header: "Authorization", prefix: "Bearer " },
    },
  });
const answer = (text: string) => ({ content: [{ type: "text", text }] });

test("accounts of one user never share a session with the server, and neither do users with one account", async () => {
  const { url, keysOfSessions } = await startServer();
  const { call } = await openSource(url, "person");
  const calls = [by("work"), by("home"), by("work"), by("home"), by("work", "bob")];
  for (const round of [1, 2]) {
    const answers = await Promise.all(calls.map((more) => call("whoami", {}, more)));
    expect({ round, answers }).toMatchObject({
      round,
      answers: ["work", "home", "work", "home", "work"].map(answer),
    });
  }
  // The first, without a key, was to list the tools.
  expect(keysOfSessions().sort()).toEqual([[""], ["home"], ["work"], ["work"]]);
});

test("where a connection is the team's, all of the team share the session of each account", async () => {
  const { url, keysOfSessions } = await startServer();
  const { call } = await openSource(url, "team");
  for (const more of [by("work"), by("work", "bob"), by("home", "bob")]) await call("whoami", {}, more);
  expect(keysOfSessions().sort()).toEqual([[""], ["home"], ["work"]]);
});

test("which revision a server speaks is remembered for each account", async () => {
  const { url, methods } = await startServer();
  const { call, open } = await openSource(url, "person");
  for (const key of ["old", "new", "old", "new"])
    expect(await call("whoami", {}, by(key))).toMatchObject(answer(key));
  expect(methods.filter((line) => line === "old initialize")).toHaveLength(1);
  expect(methods).not.toContain("new initialize");
  await open.close();
});

test("a subscriber is told what is for its account, and nothing of another", async () => {
  const { url } = await startServer();
  const { call, open } = await openSource(url, "person");
  const told: string[] = [];
  for (const account of ["work", "home"]) {
    await call("whoami", {}, by(account));
    const listening = open.source.upstream?.subscribe({ userId: "ann", account }, () => told.push(account));
    onTestFinished(() => listening?.close());
  }
  const touch = async () => {
    // Its stream may not be open yet.
    await call("touch", {}, by("home"));
    return told;
  };
  await expect.poll(touch).toContain("home");
  expect(told).not.toContain("work");
});
