import { describe, expect, onTestFinished, test } from "vitest";
import { createGateway } from "../../packages/toolshed/src/gateway.ts";
import { readSecret } from "../../packages/toolshed/src/home/secret.ts";
import { createLog } from "../../packages/toolshed/src/log/log.ts";
import { createGranola } from "../../packages/toolshed/src/plugins/granola/index.ts";
import { samples } from "../../packages/toolshed/src/plugins/samples/index.ts";
import { silence } from "../../packages/toolshed/src/telemetry/open-telemetry.ts";
import { registeredRoutes } from "../fixtures/registered-routes.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const origin = "http://127.0.0.1:7420";
const commandSecret = "the-secret-of-commands";
const password = "a long password";

const unknown = ["nobody", "removed", "token"] as const;
const known = ["command", "owner", "admin", "member", "narrow"] as const;
type Who = (typeof unknown)[number] | (typeof known)[number];
const everyone: readonly Who[] = [...unknown, ...known];
/** Those who name the page they come from. */
const pages = everyone.filter((who) => who !== "command");

/** Who gets through to what a route does, made up parameters or not. The others get 401, or 403 if they are known. */
const access: Record<string, readonly Who[]> = {
  "GET /api/v1/session": everyone,
  "POST /api/v1/session": pages,
  "DELETE /api/v1/session": pages,
  "GET /api/v1/session/invitation/:code": everyone,
  "POST /api/v1/session/invitation/:code": pages,
  "GET /sign-in": everyone,
  "GET /sign-in/with/:provider": everyone,
  "GET /sign-in/with/:provider/callback": everyone,
  "GET /consent": everyone,
  "GET /*": everyone,
  "GET /sandbox": everyone,

  "GET /api/oauth-client": everyone,
  "ALL /api/mcp": ["token"],
  "ALL /api/mcp/:token": everyone,

  ...Object.fromEntries(
    [
      "GET /.well-known/oauth-protected-resource/api/mcp",
      "GET /.well-known/oauth-protected-resource",
      "GET /.well-known/oauth-authorization-server/api/auth",
      "GET /.well-known/openid-configuration/api/auth",
      "GET /api/auth/.well-known/openid-configuration",
      "GET /api/auth/.well-known/oauth-authorization-server",
      "GET /.well-known/oauth-authorization-server",
      "GET /api/auth/oauth2/authorize",
      "POST /api/auth/oauth2/register",
      "POST /api/auth/oauth2/token",
      "POST /api/auth/oauth2/revoke",
    ].map((route) => [route, everyone]),
  ),
  "GET /api/v1/consent": known.filter((who) => who !== "command"),
  "POST /api/v1/consent": known.filter((who) => who !== "command"),

  // Without the ticket of an open View, nobody gets through.
  "POST /api/views/live/:lane": [],
  "POST /api/views/live/:lane/answers": [],

  "GET /api/v1/status": known,
  "GET /api/v1/calls": known,
  "GET /api/v1/calls/stream": known,
  "GET /api/v1/calls/export": known,
  "GET /api/v1/calls/traces/:id": known,
  "GET /api/v1/calls/:id": known,
  "GET /api/v1/settings/results": known,
  "PUT /api/v1/settings/results": ["command", "owner", "admin"],
  "GET /api/v1/stats": known,
  "GET /api/v1/tools": known,
  "GET /api/v1/tools/groups": known,
  "GET /api/v1/tools/:path": known,
  "POST /api/v1/tools/:path/call": known,
  "POST /api/v1/tools/:path/stream": known,
  "POST /api/v1/tools/:path/answers": known,
  "GET /api/v1/tools/:path/saved": known,
  "POST /api/v1/tools/:path/saved": known,
  "PATCH /api/v1/tools/:path/saved/:id": known,
  "DELETE /api/v1/tools/:path/saved/:id": known,
  "POST /api/v1/views/request": known,
  ...Object.fromEntries(
    [
      "GET /api/v1/account",
      "PATCH /api/v1/account",
      "PUT /api/v1/account/password",
      "DELETE /api/v1/account/sessions",
      "DELETE /api/v1/account/sessions/:id",
    ].map((route) => [route, known.filter((who) => who !== "command")]),
  ),
  "GET /api/v1/approvals": known,
  "GET /api/v1/approvals/history": known,
  "GET /api/v1/approvals/stream": known,
  "GET /api/v1/approvals/rules": known,
  "POST /api/v1/approvals/rules": ["command", "owner", "admin"],
  "PUT /api/v1/approvals/rules/:id": ["command", "owner", "admin"],
  "DELETE /api/v1/approvals/rules/:id": known,
  "GET /api/v1/approvals/:id": known,
  "POST /api/v1/approvals/:id": known,

  "GET /api/v1/agent/tools": ["token", ...known],
  "GET /api/v1/agent/tools/:path": ["token", ...known],
  "POST /api/v1/agent/tools/:path/call": ["token", ...known],
  "GET /api/v1/agent/serve": ["token", ...known],
  "POST /api/v1/agent/serve/resources/read": ["token", ...known],
  "POST /api/v1/agent/serve/answers": ["token", ...known],
  "POST /api/v1/agent/serve/:name": ["token", ...known],

  "GET /api/v1/endpoints": known,
  "POST /api/v1/endpoints": known,
  "POST /api/v1/endpoints/:id/rotate": known,
  "DELETE /api/v1/endpoints/:id": known,
  "GET /api/v1/connections": known,
  "PUT /api/v1/connections/:provider": known,
  "DELETE /api/v1/connections/:provider": known,

  "POST /api/v1/connections/:provider/default": known,
  "POST /api/v1/connections/:provider/authorize": known,
  "GET /api/v1/connections/callback": known,

  "GET /api/v1/sources": ["command", "owner", "admin"],
  "POST /api/v1/sources": ["command", "owner", "admin"],
  "GET /api/v1/sources/:id": ["command", "owner", "admin"],
  "PUT /api/v1/sources/:id": ["command", "owner", "admin"],
  "POST /api/v1/sources/detect": ["command", "owner", "admin"],
  "POST /api/v1/sources/preview": ["command", "owner", "admin"],
  "GET /api/v1/local-servers": ["command", "owner", "admin"],
  "GET /api/v1/sources/:id/settings": ["command", "owner", "admin"],
  "PUT /api/v1/sources/:id/settings": ["command", "owner", "admin"],
  "GET /api/v1/sources/:id/review": ["command", "owner", "admin"],
  "POST /api/v1/sources/:id/reject": ["command", "owner", "admin"],
  "POST /api/v1/sources/:id/approve": ["command", "owner", "admin"],
  "POST /api/v1/sources/:id/refresh": ["command", "owner", "admin"],
  "PUT /api/v1/sources/:id/document": ["command", "owner", "admin"],
  "DELETE /api/v1/sources/:id": ["command", "owner", "admin"],
  "GET /api/v1/invitations": ["command", "owner", "admin"],
  "POST /api/v1/invitations": ["command", "owner", "admin"],
  "DELETE /api/v1/invitations/:id": ["command", "owner", "admin"],
  "GET /api/v1/members": ["command", "owner", "admin"],
  "PATCH /api/v1/members/:id": ["command", "owner", "admin"],
  "PUT /api/v1/members/:id/programs": ["command", "owner"],
  "DELETE /api/v1/members/:id": ["command", "owner", "admin"],
  "GET /api/v1/roles": ["command", "owner", "admin"],
  "POST /api/v1/roles/preview": ["command", "owner", "admin"],
  "PUT /api/v1/roles/:name": ["command", "owner", "admin"],
  "DELETE /api/v1/roles/:name": ["command", "owner", "admin"],

  "POST /api/v1/plugins": ["command"],
  "DELETE /api/v1/plugins": ["command"],
  "POST /api/v1/sign-in-links": ["command"],
  "POST /api/v1/rotate-secret": ["command"],
  "POST /api/v1/stop": ["command"],
};

interface Sent {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: as JSON is
  body: any;
}

/** A gateway in this process with one of each kind of caller. */
async function setUp() {
  const home = temporaryFolder();
  const gateway = await createGateway({
    home,
    environment: {},
    plugins: [samples, createGranola("http://127.0.0.1:1")],
    origin,
    secret: readSecret(home, {}),
    commandSecret,
    log: createLog(() => {}),
    telemetry: silence,
    localOrigins: [origin],
    connections: () => ({ open: 0, strangers: 0, closedForRoom: 0, refused: 0 }),
    stop() {},
  });
  onTestFinished(() => gateway.close());

  async function send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<Sent> {
    const request = new Request(origin + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
    });
    const clientAddress = "127.0.0.1";
    const admission = await gateway.admit({ method, url: path, headers, clientAddress: () => clientAddress });
    const answer =
      "refused" in admission
        ? Response.json(admission.refused.body, admission.refused)
        : await gateway.fetch(request, { ...admission, clientAddress });
    const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
    if (isStream) await answer.body?.cancel();
    const text = isStream ? "" : await answer.text();
    return { status: answer.status, headers: answer.headers, body: text.startsWith("{") && JSON.parse(text) };
  }

  const cookieOf = ({ headers }: Sent) => ({
    cookie: headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; "),
    origin,
  });
  const command = { authorization: `Bearer ${commandSecret}` };

  async function join(name: string, role: string): Promise<Record<string, string>> {
    const invited = await send("POST", "/api/v1/invitations", { headers: command, body: { role } });
    const { pathname } = new URL(invited.body.url);
    const joined = await send("POST", `/api/v1/session${pathname}`, {
      headers: { origin },
      body: { name, email: `${name}@example.com`, password },
    });
    expect(joined.status).toBe(201);
    return cookieOf(joined);
  }

  await send("PUT", "/api/v1/roles/reader", { headers: command, body: { patterns: ["samples.notes.list"] } });
  const link = new URL(await gateway.createSignInLink());
  const made = await send("POST", "/api/v1/endpoints", { headers: command, body: { name: "laptop" } });
  const headersOf: Record<Who, Record<string, string>> = {
    nobody: { origin },
    command,
    owner: cookieOf(await send("GET", link.pathname + link.search)),
    admin: await join("admin", "admin"),
    member: await join("member", "member"),
    narrow: await join("narrow", "reader"),
    removed: await join("removed", "member"),
    token: { authorization: `Bearer ${made.body.token}`, origin },
  };
  const as = (who: Who, method: string, path: string, body?: unknown) =>
    send(method, path, { headers: headersOf[who], body });
  const idOf = async (who: Who): Promise<string> => {
    const { body } = await as("command", "GET", "/api/v1/members");
    return body.members.find(({ name, role }: { name: string; role: string }) => name === who || role === who)
      .id;
  };
  expect((await as("owner", "DELETE", `/api/v1/members/${await idOf("removed")}`)).body).toEqual({
    endpoints: 0,
    connections: 0,
  });
  return { send, as, idOf, headersOf };
}

const fill = (path: string) => path.replace(/:\w+|\*/g, "made-up");
const isRefused = ({ status }: Sent) => status === 401 || status === 403;

test("every route says who may use it", () => {
  // The listener answers these before the router.
  const mcp = ["ALL /api/mcp", "ALL /api/mcp/:token"];
  expect([...registeredRoutes(), ...mcp].sort()).toEqual(Object.keys(access).sort());
});

test("every route is open to those it says, and to nobody else", async () => {
  const { as } = await setUp();
  // After signing out, the session is invalid for the rest.
  const last = "DELETE /api/v1/session";
  for (const route of [...Object.keys(access).filter((name) => name !== last), last]) {
    const [method = "", path = ""] = route.split(" ");
    for (const who of everyone) {
      const answer = await as(who, method === "ALL" ? "POST" : method, fill(path));
      if (access[route]?.includes(who)) expect(isRefused(answer), `${who}: ${route}`).toBe(false);
      else {
        const isOfPeople = path.startsWith("/api/v1/");
        const expected = known.some((one) => one === who) && isOfPeople ? 403 : 401;
        expect(answer.status, `${who}: ${route}`).toBe(expected);
      }
    }
  }
});

test("rejects changes from a browser that does not name our page as the origin", async () => {
  const { send, headersOf } = await setUp();
  const { cookie = "" } = headersOf.owner;
  for (const route of Object.keys(access)) {
    const [method = "", path = ""] = route.split(" ");
    // OAuth clients are not browsers, and these routes do not read cookies.
    if (method === "GET" || method === "ALL" || path.startsWith("/api/auth/oauth2/")) continue;
    const answer = await send(method, fill(path), { headers: { cookie } });
    expect(isRefused(answer), route).toBe(true);
  }
});

describe("what belongs to the team", () => {
  test("is connected and disconnected by admins, and seen by members", async () => {
    const { as } = await setUp();
    const route = "/api/v1/connections/granola-team";
    const key = { key: "grn_key" };
    // Granola cannot be reached from here: that error means the request got as far as the key.
    for (const who of ["owner", "admin"] as const)
      expect((await as(who, "PUT", route, key)).status).toBe(422);
    for (const who of ["member", "narrow"] as const) {
      expect((await as(who, "PUT", route, key)).status).toBe(403);
      expect((await as(who, "DELETE", route)).status).toBe(403);
      expect((await as(who, "POST", `${route}/default`, { name: "work" })).status).toBe(403);
      expect((await as(who, "POST", `${route}/authorize`, { name: "work" })).status).toBe(403);
      const personal = "/api/v1/connections/granola-personal";
      expect((await as(who, "PUT", personal, { ...key, owner: "team" })).status).toBe(403);
      expect((await as(who, "DELETE", `${personal}?owner=team`)).status).toBe(403);
      expect((await as(who, "PUT", personal, key)).status).toBe(422);
      expect((await as(who, "DELETE", personal)).status).toBe(404);
      expect((await as(who, "DELETE", `${personal}?owner=x`)).status).toBe(400);
      expect((await as(who, "PUT", personal, { ...key, name: "a/b" })).status).toBe(400);
      expect((await as(who, "POST", `${personal}/default`, { name: "work" })).status).toBe(404);
      expect((await as(who, "POST", `${personal}/authorize`, { owner: "team" })).status).toBe(403);
    }
    expect((await as("admin", "DELETE", route)).status).toBe(404);
  });

  test("has endpoints that admins make, see, rotate and revoke, and nobody else", async () => {
    const { as } = await setUp();
    const endpoint = { name: "robot", owner: "team", role: "reader" };
    for (const who of ["member", "narrow"] as const) {
      expect((await as(who, "POST", "/api/v1/endpoints", endpoint)).status).toBe(403);
    }
    for (const role of ["owner", "nothing"]) {
      expect((await as("admin", "POST", "/api/v1/endpoints", { ...endpoint, role })).status).toBe(422);
    }
    expect((await as("admin", "POST", "/api/v1/endpoints", { ...endpoint, owner: "person" })).status).toBe(
      422,
    );
    expect((await as("admin", "POST", "/api/v1/endpoints", endpoint)).status).toBe(201);

    const listed = async (who: Who) =>
      (await as(who, "GET", "/api/v1/endpoints")).body.endpoints.filter(
        ({ owner }: { owner: string }) => owner === "team",
      );
    expect(await listed("member")).toEqual([]);
    const [robot] = await listed("owner");
    expect(robot).toMatchObject({ name: "robot", role: "reader", createdBy: "admin", lastUsedAt: null });
    const rotate = (who: Who) => as(who, "POST", `/api/v1/endpoints/${robot.id}/rotate`, { overlapMs: 0 });
    expect([(await rotate("member")).status, (await rotate("owner")).status]).toEqual([404, 200]);
    const revoke = (who: Who) => as(who, "DELETE", `/api/v1/endpoints/${robot.id}`);
    expect([(await revoke("narrow")).status, (await revoke("admin")).status]).toEqual([404, 200]);
    expect(await listed("owner")).toEqual([]);
  });
});

test("a list of calls tells members the latest of their own, and admins that of all", async () => {
  const { as } = await setUp();
  const list = async (who: Who, of = "me") => (await as(who, "GET", `/api/v1/calls?of=${of}`)).body;
  const callAs = (who: Who) => as(who, "POST", "/api/v1/tools/samples.notes.list/call");
  await callAs("member");
  for (let count = 0; count < 3; count += 1) await callAs("owner");

  const own = await list("member");
  expect(own.calls).toHaveLength(1);
  expect(own.latest).toBe(own.calls[0].id);
  expect(await list("member", "all")).toEqual(own);
  expect((await list("narrow")).latest).toBe(0);
  expect((await list("admin", "all")).latest).toBe(own.latest + 3);
});

test("an admin manages members, only the owner manages admins, and nobody the owner or themselves", async () => {
  const { as, idOf } = await setUp();
  const [owner, admin, member] = [await idOf("owner"), await idOf("admin"), await idOf("member")];
  const give = async (who: Who, id: string, role: string) =>
    (await as(who, "PATCH", `/api/v1/members/${id}`, { role })).status;

  expect(await give("admin", member, "reader")).toBe(200);
  expect(await give("admin", member, "nothing")).toBe(422);
  expect(await give("admin", member, "admin")).toBe(403);
  expect(await give("admin", member, "owner")).toBe(403);
  expect(await give("owner", member, "owner")).toBe(403);
  expect(await give("admin", admin, "member")).toBe(403);
  expect(await give("owner", owner, "member")).toBe(403);
  for (const role of ["admin", "owner"]) {
    expect((await as("admin", "POST", "/api/v1/invitations", { role })).status).toBe(403);
  }
  expect((await as("admin", "DELETE", `/api/v1/members/${owner}`)).status).toBe(403);
  expect((await as("admin", "DELETE", `/api/v1/members/${admin}`)).status).toBe(403);
  expect((await as("owner", "DELETE", "/api/v1/members/team")).status).toBe(404);

  expect(await give("owner", member, "admin")).toBe(200);
  expect((await as("admin", "DELETE", `/api/v1/members/${member}`)).status).toBe(403);
  expect((await as("member", "GET", "/api/v1/members")).status).toBe(200);
  expect(await give("owner", member, "member")).toBe(200);
  expect((await as("member", "GET", "/api/v1/members")).status).toBe(403);
  expect((await as("admin", "DELETE", `/api/v1/members/${member}`)).status).toBe(200);
  expect((await as("member", "GET", "/api/v1/status")).status).toBe(401);
});

test("only the owner is told the URL that opens everything", async () => {
  const { as } = await setUp();
  const mcpUrl = async (who: Who) => (await as(who, "GET", "/api/v1/status")).body.mcpUrl;
  expect(await mcpUrl("owner")).toMatch(/\/api\/mcp\/tsk_/);
  for (const who of ["admin", "member", "narrow"] as const)
    expect(await mcpUrl(who)).toBe(`${origin}/api/mcp`);
});

test("the session tells everybody how to sign in, and people who they are", async () => {
  const { as, headersOf, send } = await setUp();
  expect((await as("nobody", "GET", "/api/v1/session")).body).toEqual({
    user: null,
    methods: { password: true, providers: [] },
    sandboxUrl: null,
  });
  expect((await as("admin", "GET", "/api/v1/session")).body.user).toMatchObject({
    name: "admin",
    email: "admin@example.com",
    role: "admin",
    isAdmin: true,
  });
  expect((await as("narrow", "GET", "/api/v1/session")).body.user).toMatchObject({ isAdmin: false });

  const signedOut = await as("narrow", "DELETE", "/api/v1/session");
  expect(signedOut.headers.getSetCookie().join()).toContain("Max-Age=0");
  expect((await as("narrow", "GET", "/api/v1/status")).status).toBe(401);

  const signIn = (given: string) =>
    send("POST", "/api/v1/session", {
      headers: { origin },
      body: { email: "member@example.com", password: given },
    });
  expect((await signIn("a wrong password")).status).toBe(401);
  expect((await signIn(password)).headers.getSetCookie().join()).toMatch(/toolshed.*HttpOnly/);
  for (let attempt = 0; attempt < 18; attempt++) expect((await signIn("wrong")).status).toBe(401);
  const refused = await signIn(password);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
  expect(headersOf.owner.cookie).toContain("toolshed");
});

test("an invitation asks for a password of enough characters and serves once", async () => {
  const { as, send } = await setUp();
  const { body } = await as("admin", "POST", "/api/v1/invitations", {
    email: "eve@example.com",
    role: "reader",
  });
  const path = `/api/v1/session${new URL(body.url).pathname}`;
  expect((await as("nobody", "GET", path)).body).toMatchObject({ role: "reader", email: "eve@example.com" });
  const accept = (given: object) =>
    send("POST", path, { headers: { origin }, body: { name: "Eve", email: "eve@example.com", ...given } });
  expect((await accept({ password: "short" })).body.error).toBe("password: at least 12 characters");
  expect((await accept({ password, email: "bob@example.com" })).status).toBe(422);
  expect((await accept({ password, role: "owner" })).status).toBe(201);
  expect((await accept({ password })).status).toBe(404);
  expect((await as("nobody", "GET", path)).status).toBe(404);
  const { members } = (await as("admin", "GET", "/api/v1/members")).body;
  expect(members.find(({ name }: { name: string }) => name === "Eve")).toMatchObject({ role: "reader" });
});

test("roles are set, previewed and removed", async () => {
  const { as } = await setUp();
  const route = "/api/v1/roles/writer";
  expect((await as("admin", "PUT", route, { patterns: ["samples..notes"] })).status).toBe(400);
  expect((await as("admin", "PUT", "/api/v1/roles/Not%20Fine", { patterns: ["*"] })).status).toBe(422);
  expect((await as("admin", "PUT", "/api/v1/roles/owner", { patterns: [] })).status).toBe(422);
  expect((await as("admin", "PUT", route, { patterns: ["samples.**"] })).status).toBe(200);
  const preview = await as("admin", "POST", "/api/v1/roles/preview", {
    patterns: ["*"],
  });
  expect(preview.body.count).toBe(preview.body.total);
  expect(preview.body.allowed).toHaveLength(preview.body.total);
  const narrow = await as("admin", "POST", "/api/v1/roles/preview", { patterns: ["samples.notes.list"] });
  expect(narrow.body).toMatchObject({ allowed: [{ path: "samples.notes.list" }], total: 9 });
  expect((await as("admin", "DELETE", "/api/v1/roles/reader")).body.error).toContain("in use by 1 member");
  expect((await as("admin", "DELETE", route)).status).toBe(200);
  expect((await as("admin", "DELETE", route)).status).toBe(404);
});

test("people rename themselves, change their password and end their other sessions", async () => {
  const { as, send, headersOf } = await setUp();
  const account = "/api/v1/account";
  expect((await as("member", "PATCH", account, { name: " " })).status).toBe(400);
  expect((await as("member", "PATCH", account, { name: "Mem Ber" })).status).toBe(200);
  expect((await as("member", "GET", "/api/v1/session")).body.user.name).toBe("Mem Ber");

  const email = "member@example.com";
  async function signInAgain(password: string) {
    const answer = await send("POST", "/api/v1/session", {
      headers: { origin, "user-agent": "Firefox" },
      body: { email, password },
    });
    const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
    return { status: answer.status, headers: { origin, cookie: cookie.join("; ") } };
  }
  const isOpen = async (headers: Record<string, string>) =>
    (await send("GET", account, { headers })).status === 200;
  const [second, third] = [await signInAgain(password), await signInAgain(password)];
  const { body } = await as("member", "GET", account);
  expect(body).toMatchObject({ name: "Mem Ber", email, role: "member", hasPassword: true });
  expect(body.sessions).toHaveLength(3);
  expect(body.sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
  const other = body.sessions.find(({ userAgent }: { userAgent: string }) => userAgent === "Firefox");
  // Someone else's session is none of a person's business.
  expect((await as("admin", "DELETE", `${account}/sessions/${other.id}`)).status).toBe(404);
  expect((await as("member", "DELETE", `${account}/sessions/${other.id}`)).status).toBe(200);
  expect([await isOpen(second.headers), await isOpen(third.headers)].sort()).toEqual([false, true]);
  expect((await as("member", "DELETE", `${account}/sessions`)).status).toBe(200);
  expect([await isOpen(second.headers), await isOpen(third.headers)]).toEqual([false, false]);

  const fourth = await signInAgain(password);
  const next = "another long password";
  const change = (body: unknown) => as("member", "PUT", `${account}/password`, body);
  expect((await change({ current: "a wrong password", next })).body.error).toBe(
    "The current password is incorrect.",
  );
  expect((await change({ current: password, next: "short" })).status).toBe(400);
  expect(await isOpen(fourth.headers)).toBe(true);
  const changed = await change({ current: password, next });
  expect(changed.status).toBe(200);
  // This browser stays signed in, by new cookies; every other session has ended.
  const cookie = changed.headers.getSetCookie().map((line) => line.split(";")[0]);
  expect(await isOpen({ origin, cookie: cookie.join("; ") })).toBe(true);
  expect([await isOpen(fourth.headers), await isOpen(headersOf.member)]).toEqual([false, false]);
  expect([(await signInAgain(password)).status, (await signInAgain(next)).status]).toEqual([401, 200]);

  expect((await as("owner", "GET", account)).body.hasPassword).toBe(false);
  const tries = Array.from({ length: 21 }, () =>
    as("admin", "PUT", `${account}/password`, { current: "a guess", next }),
  );
  expect((await Promise.all(tries)).map(({ status }) => status).sort()).toContain(429);
});
