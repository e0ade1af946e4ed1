import { join as joinPath } from "node:path";
import { serve } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Caller } from "../../packages/toolshed/src/policy/caller.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import { type Doors, doors } from "../fixtures/agent-doors.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { openLivePage } from "../fixtures/live-page.ts";
import { isMatrix } from "../fixtures/matrix.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { obtainTokens, registered, signIn } from "../fixtures/oauth-flow.ts";
import { registeredRoutes } from "../fixtures/registered-routes.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { type Browser, join } from "../fixtures/team.ts";
import { startViewUpstream } from "../fixtures/view-upstream.ts";

const [list, create, remove] = ["samples.notes.list", "samples.notes.create", "samples.notes.delete"];
const [look, change, refresh, moved] = ["board.look", "board.change", "board.refresh", "board.moved"];
const unconnected = "granola.personal.notes.list";
/** The tool of a View that the owner has open. Its path is known once the View is. */
const live = "live";
/** A tool in each state that decides about it, all of them words of one search. */
const candidates = [list, create, remove, look, change, refresh, moved, unconnected, live];
const query = "board notes change look list create delete refresh moved granola wave";
const argumentsOf = (path: string) =>
  path === create ? { title: "New", text: "Text" } : path === remove ? { id: "not-there" } : {};
const nativeName = (path: string) => path.replaceAll(".", "_");

/** A server with a tool that only reads, one that changes something, one for its View alone, and one that becomes another. */
async function startUpstream(): Promise<{ url: string; moveTool(): void }> {
  let movedTo = "here";
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
    server.registerTool(
      "moved",
      { description: `Clears the board ${movedTo}`, annotations: { destructiveHint: true } },
      done,
    );
    return server;
  });
  return new Promise((resolve) => {
    const listener = serve(
      { hostname: "127.0.0.1", port: 0, fetch: (request) => handler.fetch(request) },
      ({ port }) =>
        resolve({
          url: `http://127.0.0.1:${port}/mcp`,
          moveTool() {
            movedTo = "elsewhere";
          },
        }),
    );
    onTestFinished(async () => {
      await handler.close();
      listener.close();
    });
  });
}

interface Visit {
  readonly gateway: TestGateway;
  readonly ask: Doors;
  readonly token: string;
  /** Of a person with the role "looker", for doors that take no token. */
  readonly person: Browser;
  readonly livePath: string;
}

interface Door {
  /** A host cannot show its user what a script calls, so what a script destroys waits for a person in every mode. */
  readonly does: "sees" | "calls" | "calls from a script";
  /** The tools to try, where trying all would take long. */
  readonly tries?: readonly string[];
  reaches(visit: Visit, path: string): Promise<boolean>;
}

/** What a visit gets however many tools are looked for in it. */
function oncePerVisit<Answer>(get: (visit: Visit) => Promise<Answer>): (visit: Visit) => Promise<Answer> {
  const answers = new WeakMap<Visit, Promise<Answer>>();
  return (visit) => {
    const answer = answers.get(visit) ?? get(visit);
    answers.set(visit, answer);
    return answer;
  };
}

const listsPath = ({ tools = [] }: { tools?: { path: string; connected: boolean }[] }, path: string) =>
  tools.some((tool) => tool.path === path && tool.connected);
const scriptCalling = (path: string) => `await tools.${path}(${JSON.stringify(argumentsOf(path))})`;

const listTools = oncePerVisit(
  async ({ ask, token }) => (await ask.request("/agent/tools", undefined, token)).body,
);
const findTools = oncePerVisit(async ({ ask, token }) => {
  const search = `/agent/tools?${new URLSearchParams({ query, limit: "50", unconnected: "true" })}`;
  return (await ask.request(search, undefined, token)).body;
});
/** What waits for a review is for people to see. */
const listWithQuarantined = oncePerVisit(
  async ({ ask, token }) => (await ask.request("/agent/tools?quarantined=true", undefined, token)).body,
);
const searchTools = oncePerVisit(async ({ ask, token }) =>
  JSON.stringify(await ask.agent("search_tools", { query, limit: 50 }, token)),
);
const searchInScript = oncePerVisit(async ({ ask, token }) => {
  const script = `await tools.search({ query: ${JSON.stringify(query)}, limit: 50 })`;
  return JSON.stringify((await ask.agent("run", { script }, token)).value);
});

const runUnchecked = ({ ask, token }: Visit, script: string) =>
  ask.agent("run", { script, check: false }, token);
/** A script that does something with each path, and gives those with which it worked. */
const scriptTrying = (paths: readonly string[], toStatement: (path: string) => string) =>
  `const worked = [];
${paths.map((path) => `try { ${toStatement(path)}; worked.push("${path}"); } catch {}`).join("\n")}
worked`;
const pathsFor = ({ livePath }: Visit) => candidates.map((path) => (path === live ? livePath : path));
const callInScript = oncePerVisit(async (visit) => {
  const harmless = pathsFor(visit).filter((path) => path !== remove);
  const { value } = await runUnchecked(visit, scriptTrying(harmless, scriptCalling));
  return value as string[];
});
const describeInScript = oncePerVisit(async (visit) => {
  const describe = (path: string) => `await tools.describe.tool({ path: "${path}" })`;
  const { value } = await runUnchecked(visit, scriptTrying(pathsFor(visit), describe));
  return value as string[];
});

/** Each way of a token to a tool, for a model. */
const modelDoors: Record<string, Door> = {
  "GET /agent/tools": {
    does: "sees",
    reaches: async (visit, path) => listsPath(await listTools(visit), path),
  },
  "GET /agent/tools?query": {
    does: "sees",
    reaches: async (visit, path) => listsPath(await findTools(visit), path),
  },
  "GET /agent/tools?quarantined": {
    does: "sees",
    reaches: async (visit, path) => listsPath(await listWithQuarantined(visit), path),
  },
  "GET /agent/tools/:path": {
    does: "sees",
    async reaches({ ask, token }, path) {
      const { status, body } = await ask.request(`/agent/tools/${path}`, undefined, token);
      return status === 200 && body.connected;
    },
  },
  "POST /agent/tools/:path/call": {
    does: "calls",
    async reaches({ ask, token }, path) {
      const { body } = await ask.request(
        `/agent/tools/${path}/call`,
        { arguments: argumentsOf(path) },
        token,
      );
      return hasRun(path, body);
    },
  },
  "serve: search_tools": {
    does: "sees",
    reaches: async (visit, path) => (await searchTools(visit)).includes(`"${path}"`),
  },
  "serve: read_tool": {
    does: "sees",
    async reaches({ ask, token }, path) {
      const { body } = await ask.request("/agent/serve/read_tool", { arguments: { path } }, token);
      return !body.result.isError;
    },
  },
  "serve: show_tool": {
    does: "calls",
    async reaches({ ask, token }, path) {
      const args = { arguments: { path, arguments: argumentsOf(path) } };
      const { body } = await ask.request("/agent/serve/show_tool", args, token);
      return hasRun(path, body.result);
    },
  },
  "serve: run, calling it": {
    does: "calls from a script",
    async reaches(visit, path) {
      // It waits for a person, and so would all that comes after it.
      if (path === remove) return (await runUnchecked(visit, scriptCalling(path))).success;
      return (await callInScript(visit)).includes(path);
    },
  },
  "serve: run, checked against its signature": {
    does: "calls from a script",
    tries: isMatrix ? candidates : [list, change, refresh, live],
    async reaches({ ask, token }, path) {
      return (await ask.agent("run", { script: scriptCalling(path) }, token)).success;
    },
  },
  "serve: run, searching": {
    does: "sees",
    reaches: async (visit, path) => (await searchInScript(visit)).includes(`"${path}"`),
  },
  "serve: run, describing": {
    does: "sees",
    reaches: async (visit, path) => (await describeInScript(visit)).includes(path),
  },
};

/** Whether an answer is that of the tool itself. The note to delete does not exist, and only the tool knows that. */
const hasRun = (path: string, { isError, content }: { isError?: boolean; content?: { text: string }[] }) =>
  content !== undefined && (!isError || (path === remove && /not-there/.test(content[0]?.text ?? "")));

/** Each way of a token to a tool, for a client of MCP: by URL, and with the token in a header. */
const clientDoors: Record<string, Door> = Object.fromEntries(
  (["auto", "legacy"] as const).flatMap((mode) =>
    (["url", "header"] as const).flatMap((where): [string, Door][] => {
      const connect = oncePerVisit(({ gateway, token }) =>
        where === "url"
          ? connectClient(`${gateway.url}/api/mcp/${token}`, { mode })
          : connectClient(`${gateway.url}/api/mcp`, { mode, token }),
      );
      const list = oncePerVisit(async (visit) => (await connect(visit)).client.listTools());
      return [
        [
          `/api/mcp, ${mode}, token in the ${where}: tools/list`,
          {
            does: "sees",
            async reaches(visit, path) {
              const { tools } = await list(visit);
              return tools.some(({ name }) => name === nativeName(path) || `board.${name}` === path);
            },
          },
        ],
        [
          `/api/mcp, ${mode}, token in the ${where}: tools/call`,
          {
            does: "calls",
            async reaches(visit, path) {
              const { use } = await connect(visit);
              const [, ofSource = ""] = /^board\.(.*)/.exec(path) ?? [];
              for (const name of [nativeName(path), ofSource, "call_tool"]) {
                const args =
                  name === "call_tool" ? { path, arguments: argumentsOf(path) } : argumentsOf(path);
                const answer = await use(name, args).catch(() => undefined);
                if (answer && hasRun(path, answer)) return true;
              }
              return false;
            },
          },
        ],
      ];
    }),
  ),
);

/** Doors of people: what they reach is up to their role, and Views' tools are for them too. */
const personDoors: Record<string, Door> = {
  "dashboard: GET /tools": {
    does: "sees",
    reaches: async ({ person }, path) => listsPath((await person.send("GET", "/tools")).body, path),
  },
  "dashboard: GET /tools, with those that wait for a review": {
    does: "sees",
    reaches: async ({ person }, path) =>
      listsPath((await person.send("GET", "/tools?quarantined=true")).body, path),
  },
  "dashboard: GET /tools/:path": {
    does: "sees",
    async reaches({ person }, path) {
      const { status, body } = await person.send("GET", `/tools/${path}`);
      return status === 200 && body.connected;
    },
  },
  "dashboard: POST /tools/:path/call": {
    does: "calls",
    async reaches({ person }, path) {
      const { body } = await person.send("POST", `/tools/${path}/call`, { arguments: argumentsOf(path) });
      return hasRun(path, body);
    },
  },
};
const ownerDoors: Record<string, Door> = {
  "toolshed call": {
    does: "calls",
    async reaches({ gateway }, path) {
      const args = ["call", path, JSON.stringify(argumentsOf(path))];
      const { code, stdout, stderr } = await runCommand(args, { TOOLSHED_HOME: gateway.home });
      return hasRun(path, { isError: code !== 0, content: [{ text: stdout + stderr }] });
    },
  },
};

interface Row {
  readonly endpoint?: Record<string, unknown>;
  /** The same restrictions, as a person gives them to a client on the consent page. */
  readonly grant?: Record<string, unknown>;
  /** What happens to the endpoint before its token is used. */
  prepare?(ask: Doors, gateway: TestGateway, id: string): Promise<unknown>;
  /** What a model sees, and what it can call where that is less. */
  readonly sees: readonly string[];
  readonly calls?: readonly string[];
  /** What an MCP client sees that is given the tools themselves. */
  readonly listed?: readonly string[];
}

const all = [list, create, remove, look, change, live];
const harmless = [list, create, look, change, live];
const allAndForViews = [list, create, remove, look, change, refresh, live];
const restrictions: Record<string, Row> = {
  nothing: { endpoint: { approval: "host" }, grant: { approval: "host" }, sees: all },
  "read-only": { endpoint: { readOnly: true }, grant: { readOnly: true }, sees: [list, look, live] },
  "an allow-list": {
    endpoint: { allow: ["samples.**"], approval: "host" },
    grant: { sources: ["samples"], approval: "host" },
    sees: [list, create, remove],
  },
  "a role": { endpoint: { owner: "team", role: "looker" }, sees: [look] },
  "one pin": { endpoint: { pins: [list] }, sees: [list], listed: [list] },
  "pins and read-only": { endpoint: { pins: [list, create], readOnly: true }, sees: [list], listed: [list] },
  "a pin on a View's tool": { endpoint: { pins: [look, refresh] }, sees: [look], listed: [look, refresh] },
  "pins on what cannot be called": {
    endpoint: { pins: [look, moved, unconnected] },
    sees: [look],
    listed: [look],
  },
  "all tools": { endpoint: { listsAll: true }, sees: all, listed: allAndForViews },
  "all tools and read-only": {
    endpoint: { listsAll: true, readOnly: true },
    sees: [list, look, live],
    listed: [list, look, live],
  },
  "one source": { endpoint: { source: "board" }, sees: [look, change], listed: [look, change, refresh] },
  "one source and read-only": { endpoint: { source: "board", readOnly: true }, sees: [look], listed: [look] },
  "one source and pins": { endpoint: { source: "board", pins: [list, look] }, sees: [look], listed: [look] },
  "approval through a client that cannot ask": {
    endpoint: { approval: "ask" },
    grant: { approval: "ask" },
    sees: all,
    calls: harmless,
  },
  "approval in the dashboard": {
    endpoint: { approval: "dashboard" },
    grant: { approval: "dashboard" },
    sees: all,
    calls: harmless,
  },
  "no approval": { endpoint: { approval: "deny" }, grant: { approval: "deny" }, sees: all, calls: harmless },
  "a rule that denies": {
    endpoint: { approval: "host" },
    prepare: (ask, _, via) =>
      ask.request("/approvals/rules", { role: null, via, pattern: change, effect: "deny" }),
    sees: all,
    calls: all.filter((path) => path !== change),
  },
  revoked: {
    endpoint: {},
    prepare: (_, gateway, id) => requestAsCommand(gateway, "DELETE", `/endpoints/${id}`),
    sees: [],
  },
  "a former token": {
    endpoint: {},
    prepare: (ask, _, id) => ask.request(`/endpoints/${id}/rotate`, { overlapMs: 0 }),
    sees: [],
  },
  expired: {
    endpoint: { expiresAt: Date.now() + 60 * 60 * 1000 },
    prepare: async (_, { home }, id) => {
      const store = await openSqliteStore(joinPath(home, "toolshed.db"));
      const tokens = store.db.updateTable("endpoint_token").set({ expires_at: 1 });
      await tokens.where("endpoint_id", "=", id).execute();
      await store.close();
    },
    sees: [],
  },
};

/** Which rows say what each field of a caller restricts. A new field needs an entry here, and so a row. */
const rowsOf: Record<keyof Required<Caller>, readonly (keyof typeof restrictions)[]> = {
  userId: [],
  via: ["a rule that denies"],
  endpointId: ["revoked", "expired", "a former token"],
  role: ["a role"],
  audience: ["nothing", "a pin on a View's tool"],
  scope: ["read-only", "an allow-list"],
  approval: ["approval through a client that cannot ask", "approval in the dashboard", "no approval"],
  // What an open View reaches, and a model that may approve, have tests of their own.
  viewSource: [],
  viewPath: [],
  readsPage: [],
  modelApproves: [],
  pins: ["one pin", "pins and read-only", "pins on what cannot be called"],
  listsAll: ["all tools", "all tools and read-only"],
  source: ["one source", "one source and read-only", "one source and pins"],
  // Which connection is used does not change what can be reached, but for tools whose provider is not connected.
  connections: [],
};

/** Which doors stand for each route that takes a token, beside `/api/mcp`. */
const doorsOf: Record<string, RegExp> = {
  "GET /api/v1/agent/tools": /^GET \/agent\/tools(\?query)?$/,
  "GET /api/v1/agent/tools/:path": /^GET \/agent\/tools\/:path/,
  "POST /api/v1/agent/tools/:path/call": /^POST \/agent/,
  // Lists the same tools of `toolshed serve` to everyone, with hints for read-only endpoints.
  "GET /api/v1/agent/serve": /^serve: /,
  "POST /api/v1/agent/serve/:name": /^serve: /,
  // Reads the View of what was shown.
  "POST /api/v1/agent/serve/resources/read": /^serve: show_tool/,
  // Continues what one of these has begun.
  "POST /api/v1/agent/serve/answers": /^serve: run/,
};

test("every route that takes a token has a door in the table, and every restriction a row", () => {
  const taking = registeredRoutes().filter((route) => route.includes(" /api/v1/agent/"));
  expect(taking.toSorted()).toEqual(Object.keys(doorsOf).toSorted());
  const doorNames = Object.keys(modelDoors);
  const without = Object.entries(doorsOf).filter(([, door]) => !doorNames.some((name) => door.test(name)));
  expect(without).toEqual([]);
  expect(
    Object.values(rowsOf)
      .flat()
      .filter((row) => !restrictions[row]),
  ).toEqual([]);
});

async function setUp(environment?: Record<string, string>) {
  const gateway = await startGateway({ ...(environment && { environment }) });
  const ask = doors(gateway);
  const upstream = await startUpstream();
  const config = { transport: "http", url: upstream.url, allowPrivate: true };
  const added = await ask.request("/sources", { id: "board", kind: "mcp", config });
  expect(added.status).toBe(201);
  upstream.moveTool();
  const refreshed = await ask.request("/sources/board/refresh", {});
  expect(refreshed.status, JSON.stringify(refreshed.body)).toBe(200);
  const role = await requestAsCommand(gateway, "PUT", "/roles/looker", { patterns: [look, refresh, moved] });
  expect(role.status).toBe(200);
  const person = await join(gateway, "Paula", "looker");
  const shown = await ask.request(`/tools/${list}/call`, { show: true });
  const { handle } = shown.body._meta["toolshed/view"];
  const page = await openLivePage({
    ask: async (method, params) => (await ask.request("/views/request", { handle, method, params })).body,
    tools: [{ name: "wave", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }],
  });
  return { gateway, ask, person, livePath: `views.${page.id}.wave` };
}

/** What a visit reaches through each door. A door that answers with anything but a tool is closed. */
async function expectReach(
  visit: Visit,
  name: string,
  table: Record<string, Door>,
  { sees, calls }: Required<Pick<Row, "sees" | "calls">>,
): Promise<void> {
  const expected = { sees, calls, "calls from a script": calls.filter((path) => path !== remove) };
  for (const [door, { does, reaches, tries = candidates }] of Object.entries(table)) {
    const found = [];
    for (const candidate of tries) {
      const path = candidate === live ? visit.livePath : candidate;
      if (await reaches(visit, path).catch(() => false)) found.push(candidate);
    }
    expect(found, `${name}, ${door}`).toEqual(expected[does].filter((path) => tries.includes(path)));
  }
}

test("every door of an endpoint's token opens what its restrictions allow, and nothing else", async () => {
  const { gateway, ask, person, livePath } = await setUp();
  const owner = await signIn(gateway);
  for (const [name, { endpoint = {}, grant, prepare, sees, calls = sees, listed }] of Object.entries(
    restrictions,
  )) {
    const made = await ask.request("/endpoints", { name, ...endpoint });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { endpoints } = (await ask.request("/endpoints")).body;
    const { id } = endpoints.find((entry: { name: string }) => entry.name === name);
    await prepare?.(ask, gateway, id);
    const visit = { gateway, ask, person, livePath, token: made.body.token };
    await expectReach(visit, name, modelDoors, { sees, calls });
    await expectReach(visit, name, clientDoors, { sees: listed ?? [], calls: listed ?? calls });
    if (!grant) continue;
    const { client_id } = await registered(gateway);
    const { access_token } = await obtainTokens(gateway, owner, client_id, grant);
    const granted = { ...visit, token: access_token };
    await expectReach(granted, `${name}, as a grant`, modelDoors, { sees, calls });
    const byHeader = Object.entries(clientDoors).filter(([door]) => door.includes("header"));
    await expectReach(granted, `${name}, as a grant`, Object.fromEntries(byHeader), { sees: [], calls });
  }
  const visit = { gateway, ask, person, livePath, token: "" };
  await expectReach(visit, "no token", { ...modelDoors, ...clientDoors }, { sees: [], calls: [] });
  await expectReach(visit, "a person with a role", personDoors, {
    sees: [look, refresh],
    calls: [look, refresh],
  });
  await expectReach(visit, "the owner", ownerDoors, { sees: [], calls: allAndForViews });
}, 600_000);

test("no door of a token opens once its calls are used up", async () => {
  const { gateway, ask, person, livePath } = await setUp({ TOOLSHED_CALLS_PER_MINUTE: "1" });
  const { token } = (await ask.request("/endpoints", { name: "limited" })).body;
  const visit = { gateway, ask, person, livePath, token };
  const first = modelDoors["POST /agent/tools/:path/call"];
  expect(await first?.reaches(visit, list)).toBe(true);
  await expectReach(visit, "limited", { ...modelDoors, ...clientDoors }, { sees: [], calls: [] });
});

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
