import { serve } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Doors, doors } from "../fixtures/agent-doors.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { startViewUpstream } from "../fixtures/view-upstream.ts";

/** A server with a tool that only reads, one that changes something, and one for its View alone. */
async function startUpstream(): Promise<string> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "board", version: "1" });
    const done = () => ({ content: [{ type: "text" as const, text: "done" }] });
    const looks = { description: "Looks at the board", annotations: { readOnlyHint: true } };
    server.registerTool("look", looks, done);
    const changes = { description: "Changes the board", annotations: { destructiveHint: false } };
    server.registerTool("change", changes, done);
    const forView = { ui: { visibility: ["app"] } };
    const refreshes = { ...changes, description: "Refreshes the board's View", _meta: forView };
    server.registerTool("refresh", refreshes, done);
    return server;
  });
  return new Promise((resolve) => {
    const listener = serve(
      { hostname: "127.0.0.1", port: 0, fetch: (request) => handler.fetch(request) },
      ({ port }) => resolve(`http://127.0.0.1:${port}/mcp`),
    );
    onTestFinished(async () => {
      await handler.close();
      listener.close();
    });
  });
}

const [list, create] = ["samples.notes.list", "samples.notes.create"];
const [look, change, refresh] = ["board.look", "board.change", "board.refresh"];
const candidates = [list, create, look, change, refresh];
const argumentsOf = (path: string) => (path === create ? { title: "New", text: "Text" } : {});
const nativeName = (path: string) => path.replaceAll(".", "_");

interface Visit {
  readonly gateway: TestGateway;
  readonly ask: Doors;
  readonly token: string;
}

/** Each way to a tool, and whether a token gets there. */
const modelDoors: Record<string, (visit: Visit, path: string) => Promise<boolean>> = {
  "GET /agent/tools": async ({ ask, token }, path) => {
    const { tools } = (await ask.request("/agent/tools", undefined, token)).body;
    return tools.some((tool: { path: string }) => tool.path === path);
  },
  "GET /agent/tools?query": async ({ ask, token }, path) => {
    const query = "/agent/tools?query=board+notes+change+look+list+create&unconnected=true";
    const { tools } = (await ask.request(query, undefined, token)).body;
    return tools.some((tool: { path: string }) => tool.path === path);
  },
  "GET /agent/tools/:path": async ({ ask, token }, path) =>
    (await ask.request(`/agent/tools/${path}`, undefined, token)).status === 200,
  "POST /agent/tools/:path/call": async ({ ask, token }, path) => {
    const { body } = await ask.request(`/agent/tools/${path}/call`, { arguments: argumentsOf(path) }, token);
    if (body.isError) expect(body.content[0].text).toBe(`Error: Tool not found: ${path}`);
    return !body.isError;
  },
  "serve: search_tools": async ({ ask, token }, path) =>
    JSON.stringify(
      await ask.agent("search_tools", { query: "board notes change look list create", limit: 50 }, token),
    ).includes(`"${path}"`),
  "serve: read_tool": async ({ ask, token }, path) => {
    const { body } = await ask.request("/agent/serve/read_tool", { arguments: { path } }, token);
    return !body.result.isError;
  },
  "serve: run, calling it": async ({ ask, token }, path) => {
    const script = `await tools.${path}(${JSON.stringify(argumentsOf(path))})`;
    return (await ask.agent("run", { script, check: false }, token)).success;
  },
  "serve: run, checked against its signature": async ({ ask, token }, path) => {
    const script = `await tools.${path}(${JSON.stringify(argumentsOf(path))})`;
    return (await ask.agent("run", { script }, token)).success;
  },
  "serve: run, searching": async ({ ask, token }, path) => {
    const script = `await tools.search({ query: "board notes change look list create", limit: 50 })`;
    const { value } = await ask.agent("run", { script }, token);
    return JSON.stringify(value).includes(`"${path}"`);
  },
  "serve: run, describing": async ({ ask, token }, path) =>
    (await ask.agent("run", { script: `await tools.describe.tool({ path: "${path}" })` }, token)).success,
};

const hostDoors: typeof modelDoors = Object.fromEntries(
  (["auto", "legacy"] as const).flatMap((mode) => [
    [
      `/api/mcp, ${mode}: tools/list`,
      async ({ gateway, token }: Visit, path: string) => {
        const { client } = await connectClient(`${gateway.url}/api/mcp/${token}`, { mode });
        const { tools } = await client.listTools();
        return tools.some(({ name }) => name === nativeName(path) || `board.${name}` === path);
      },
    ],
    [
      `/api/mcp, ${mode}: tools/call`,
      async ({ gateway, token }: Visit, path: string) => {
        const { use } = await connectClient(`${gateway.url}/api/mcp/${token}`, { mode });
        const [, ofSource = ""] = /^board\.(.*)/.exec(path) ?? [];
        for (const name of [nativeName(path), ofSource, "call_tool"]) {
          const args = name === "call_tool" ? { path, arguments: argumentsOf(path) } : argumentsOf(path);
          const answer = await use(name, args).catch(() => undefined);
          if (answer && !answer.isError) return true;
        }
        return false;
      },
    ],
  ]),
);

interface Row {
  readonly endpoint: Record<string, unknown>;
  /** What a model reaches through it. */
  readonly model: readonly string[];
  /** What an MCP client reaches that is given the tools themselves. */
  readonly host?: readonly string[];
}

const restrictions: Record<string, Row> = {
  nothing: { endpoint: {}, model: [list, create, look, change] },
  "read-only": { endpoint: { readOnly: true }, model: [list, look] },
  "an allow-list": { endpoint: { allow: ["samples.**"] }, model: [list, create] },
  "a role": { endpoint: { owner: "team", role: "looker" }, model: [look] },
  "one pin": { endpoint: { pins: [list] }, model: [list], host: [list] },
  "pins and read-only": { endpoint: { pins: [list, create], readOnly: true }, model: [list], host: [list] },
  "a pin on a View's tool": { endpoint: { pins: [look, refresh] }, model: [look], host: [look, refresh] },
  "one source": { endpoint: { source: "board" }, model: [look, change], host: [look, change, refresh] },
  "one source and read-only": { endpoint: { source: "board", readOnly: true }, model: [look], host: [look] },
  "one source and pins": { endpoint: { source: "board", pins: [list, look] }, model: [look], host: [look] },
};

test("every door of an endpoint's token opens what its restrictions allow, and nothing else", async () => {
  const gateway = await startGateway();
  const ask = doors(gateway);
  const added = await ask.request("/sources", {
    id: "board",
    kind: "mcp",
    config: { transport: "http", url: await startUpstream(), allowPrivate: true },
  });
  expect(added.status).toBe(201);
  expect((await ask.request("/agent/tools/board.refresh")).status).toBe(200);
  expect(
    (await ask.request("/agent/tools/board.refresh/call", {})).body.content,
    "a person may call a View's tool",
  ).toEqual([{ type: "text", text: "done" }]);
  const role = await requestAsCommand(gateway, "PUT", "/roles/looker", { patterns: [look] });
  expect(role.status).toBe(200);

  for (const [name, { endpoint, model, host }] of Object.entries(restrictions)) {
    const made = await ask.request("/endpoints", { name, ...endpoint });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const visit = { gateway, ask, token: made.body.token };
    const reached = async (way: (visit: Visit, path: string) => Promise<boolean>) => {
      const found = [];
      for (const path of candidates) if (await way(visit, path)) found.push(path);
      return found;
    };
    for (const [door, way] of Object.entries(modelDoors)) {
      expect(await reached(way), `${name}, ${door}`).toEqual(model);
    }
    for (const [door, way] of Object.entries(hostDoors)) {
      if (!host && door.endsWith("tools/list")) continue;
      expect(await reached(way), `${name}, ${door}`).toEqual(host ?? model);
    }
  }
}, 240_000);

test("a pinned tool comes with its View, and with no other View of its source", async () => {
  const gateway = await startGateway();
  const ask = doors(gateway);
  const { url } = await startViewUpstream();
  await ask.request("/sources", {
    id: "face",
    kind: "mcp",
    config: { transport: "http", url, allowPrivate: true },
  });
  const connect = async (endpoint: object) => {
    const { token } = (await ask.request("/endpoints", { name: "pinned", ...endpoint })).body;
    return (await connectClient(`${gateway.url}/api/mcp/${token}`)).client;
  };
  const withView = await connect({ pins: ["face.show"] });
  const [tool] = (await withView.listTools()).tools;
  const { resourceUri } = (tool?._meta?.ui ?? {}) as { resourceUri: string };
  const { contents } = await withView.readResource({ uri: resourceUri });
  expect(contents).toMatchObject([{ text: "<p>as it was</p>" }]);

  const withoutView = await connect({ pins: [list] });
  await expect(withoutView.readResource({ uri: resourceUri })).rejects.toThrow("Resource not found");
  await expect(withView.readResource({ uri: `${resourceUri}-too` })).rejects.toThrow("Resource not found");
});

describe("/api/v1/agent counts as /api/mcp does", () => {
  const environment = { TOOLSHED_CALLS_PER_MINUTE: "4", TOOLSHED_MISSES_PER_MINUTE: "3" };
  const statusOf = async ({ url }: TestGateway, path: string, token: string) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const { status, headers: answered } = await fetch(url + path, { method: "POST", headers, body: "{}" });
    if (status === 429) expect(Number(answered.get("retry-after"))).toBeGreaterThan(0);
    return status;
  };

  test("the calls of an endpoint, whichever door they take", async () => {
    const gateway = await startGateway({ environment });
    const call = () => statusOf(gateway, `/api/v1/agent/tools/${list}/call`, gateway.token);
    expect([await call(), await call(), await call()]).toEqual([200, 200, 200]);
    expect(await statusOf(gateway, "/api/mcp", gateway.token)).not.toBe(429);
    expect([await call(), await statusOf(gateway, "/api/mcp", gateway.token)]).toEqual([429, 429]);
    expect(await statusOf(gateway, "/api/v1/agent/serve/search_tools", gateway.token)).toBe(429);
  });

  test("wrong tokens of an address, whichever door they try", async () => {
    const gateway = await startGateway({ environment });
    const guess = () => statusOf(gateway, "/api/v1/agent/serve/run", "tsk_wrong");
    expect([await guess(), await guess()]).toEqual([401, 401]);
    expect(await statusOf(gateway, "/api/mcp", "tsk_wrong")).toBe(401);
    expect([await guess(), await statusOf(gateway, "/api/mcp", "tsk_wrong")]).toEqual([429, 429]);
  });
});
