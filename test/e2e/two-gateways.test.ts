import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres/postgres-store.ts";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { freePort } from "../fixtures/free-port.ts";
import { type OwnGateway, startGateway } from "../fixtures/gateway.ts";
import { granolaKey, startGranola } from "../fixtures/granola-server.ts";
import { openLivePage } from "../fixtures/live-page.ts";
import { isMatrix } from "../fixtures/matrix.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { brokenUpstream } from "../fixtures/mcp-source.ts";
import { createDatabase, createDatabaseOn, postgresBin, startPostgres } from "../fixtures/postgres.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { askAsView, show } from "../fixtures/showing.ts";
import { stopClock } from "../fixtures/stop-clock.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { startViewUpstream } from "../fixtures/view-upstream.ts";

const secret = "a secret that both gateways are given";
const killingTimeoutMs = 120_000;
const unreachable = "The database cannot be reached; try again.";

describe.skipIf(!postgresBin)("two gateways on one PostgreSQL", () => {
  async function startTwo(
    environment: Record<string, string> = {},
    { url, port = 0 }: { url?: string; port?: number } = {},
  ) {
    const shared = {
      DATABASE_URL: url ?? (await createDatabase()),
      TOOLSHED_SECRET: secret,
      ...environment,
    };
    const [one, other] = (await Promise.all([
      startGateway({ environment: { ...shared, PORT: String(port) } }),
      startGateway({ environment: shared }),
    ])) as [OwnGateway, OwnGateway];
    return { one, other, environment: shared };
  }

  test("each opens the handles of Views that the other has shown, to those who were shown them", async () => {
    const { one, other } = await startTwo();
    const upstream = await startViewUpstream();
    const config = { transport: "http", url: upstream.url, allowPrivate: true };
    const added = await requestAsCommand(one, "POST", "/sources", { id: "face", kind: "mcp", config });
    expect(added.status).toBe(201);
    const tokens = ["shared", "strange"].map(async (name) => {
      const made = await requestAsCommand(one, "POST", "/endpoints", { name });
      return ((await made.json()) as { token: string }).token;
    });
    const [shared, strange] = await Promise.all(tokens);
    const { handle } = await show(await connectClient(`${one.url}/api/mcp/${shared}`), "face.show");
    const there = await connectClient(`${other.url}/api/mcp/${shared}`);
    expect((await askAsView(there, handle, "ui/open")).result.html).toBe(upstream.view.text);
    const stranger = await connectClient(`${other.url}/api/mcp/${strange}`);
    expect((await askAsView(stranger, handle, "ui/open")).error.data).toEqual({ reason: "invalid" });
  });

  test("a View open on one is called on the other, and closes if its page is lost with its gateway", async () => {
    const { one, other, environment } = await startTwo();
    const made = await requestAsCommand(one, "POST", "/endpoints", { name: "shared" });
    const { token } = (await made.json()) as { token: string };
    const [here, there] = await Promise.all(
      [one, other].map(({ url }) => connectClient(`${url}/api/mcp/${token}`)),
    );
    if (!here || !there) throw new Error("two clients");
    const { handle } = await show(here, "samples.notes.list");
    const askBy = (client: typeof here) => (method: string, params: Record<string, unknown>) =>
      askAsView(client, handle, method, params);
    const tool = { name: "wave", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } };
    const streaming = await openLivePage({ ask: askBy(here), way: "stream", title: "Notes", tools: [tool] });
    const path = `views.${streaming.id}.wave`;
    const wave = async (args: object) => (await there.call(path, { ...args })).content[0]?.text;
    expect(await wave({ a: 1 })).toBe('{"a":1}');

    // A page whose requests go to either gateway: it opens on the one, and asks and answers on the other.
    const polling = await openLivePage({
      ask: (method, params) => askBy(method === "live/open" ? here : there)(method, params),
      title: "Notes",
      tools: [tool],
    });
    expect(await streaming.ended).toBe("elsewhere");
    expect(await wave({ b: 2 })).toBe('{"b":2}');
    expect((await here.call(path, { c: 3 })).content[0]?.text).toBe('{"c":3}');
    const store = await openPostgresStore(environment.DATABASE_URL);
    expect(await store.db.selectFrom("live_call").selectAll().execute()).toEqual([]);
    await store.close();

    // A gateway dies. One page continues with the other gateway; the other never answers, and is gone.
    const lost = await show(here, "samples.notes.list");
    const silent = await openLivePage({
      ask: (method, params) => askAsView(here, lost.handle, method, params),
      tools: [tool],
      answer: () => undefined,
    });
    const waiting = there.call(`views.${silent.id}.wave`);
    await expect.poll(() => silent.received.length).toBe(1);
    await one.end("SIGKILL");
    expect(await wave({ d: 4 })).toBe('{"d":4}');
    polling.leave();
    await askBy(there)("live/close", { instance: polling.instance });
    expect(await wave({})).toMatch(/^Error: The View of Notes is closed/);
    expect((await waiting).content[0]?.text).toMatch(/^Error: The View of .* is closed/);
  });

  test("a source that one adds or removes is there, or gone, on the other with its next request", async () => {
    const { one, other } = await startTwo();
    const elsewhere = await connectClient(other.mcpUrl);
    const command = (...args: string[]) => runCommand(args, { TOOLSHED_HOME: one.home });
    const added = await command("add", "mcp", "shared", "--", process.execPath, brokenUpstream);
    expect(added.stderr).toBe("");
    const echoed = await elsewhere.call("shared.echo", { text: "both" });
    expect(echoed.content[0]?.text).toBe("echo both");
    await command("remove", "shared");
    expect((await elsewhere.call("shared.echo")).content[0]?.text).toBe("Error: Tool not found: shared.echo");
  });

  test("start concurrently on an empty database and serve the same people and clients", async () => {
    const { one, other, environment } = await startTwo();
    expect(one.home).not.toBe(other.home);
    await (await connectClient(one.mcpUrl)).call("samples.notes.create", { title: "shared" });
    const elsewhere = await connectClient(`${other.url}/api/mcp/${one.token}`);
    const { structuredContent } = await elsewhere.call("samples.notes.list");
    expect(structuredContent).toMatchObject({ total: 1, notes: [{ title: "shared" }] });

    const signIn = await fetch(one.signInLink.replace(one.url, other.url), { redirect: "manual" });
    const cookie = signIn.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    for (const { url } of [one, other]) {
      expect((await fetch(`${url}/api/v1/status`, { headers: { cookie } })).status).toBe(200);
    }

    const others = {
      ...environment,
      TOOLSHED_HOME: temporaryFolder(),
      PORT: "0",
      TOOLSHED_SECRET: "another secret of enough characters",
    };
    const stranger = await finished(spawnCommand(["start"], others));
    expect(stranger.code).toBe(1);
    expect(stranger.stderr).toMatch(/sealed with another secret: .* all gateways on one database share/);
  });

  test("what is changed on the one, the next call on the other sees", async () => {
    const granola = await startGranola();
    const { one, other } = await startTwo({ GRANOLA_API_URL: granola.url });
    const client = await connectClient(other.mcpUrl);
    const isFound = async () => {
      const { content } = await client.call("granola.personal.notes.list");
      return !content[0]?.text.startsWith("Error: Tool not found");
    };

    expect(await isFound()).toBe(false);
    for (let round = 0; round < 10; round++) {
      await requestAsCommand(one, "PUT", "/connections/granola-personal", { key: granolaKey });
      expect(await isFound()).toBe(true);
      await requestAsCommand(one, "DELETE", "/connections/granola-personal");
      expect(await isFound()).toBe(false);
    }

    for (let round = 0; round < 10; round++) {
      const made = await requestAsCommand(one, "POST", "/endpoints", { name: `round ${round}` });
      const { token } = (await made.json()) as { token: string };
      const ping = () => post(`${other.url}/api/mcp/${token}`, "samples.notes.list");
      expect((await ping()).status).toBe(200);
      const { endpoints } = (await (await requestAsCommand(one, "GET", "/endpoints")).json()) as {
        endpoints: { id: string; name: string }[];
      };
      const { id } = endpoints.find(({ name }) => name === `round ${round}`) ?? { id: "" };
      expect((await requestAsCommand(one, "DELETE", `/endpoints/${id}`)).status).toBe(200);
      expect((await ping()).status).toBe(404);
    }
  });

  test("limits hold for both together", async () => {
    const url = await createDatabase();
    await stopClock(url);
    const limits = { TOOLSHED_CALLS_PER_MINUTE: "20", TOOLSHED_MISSES_PER_MINUTE: "10" };
    const { one, other } = await startTwo(limits, { url });
    const gateways = Array.from({ length: 60 }, (_, index) => (index % 2 ? one : other));
    const answers = await Promise.all(
      gateways.map(({ url }) => post(`${url}/api/mcp/${one.token}`, "samples.notes.list")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(40);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await post(one.mcpUrl.replace(one.url, other.url), "samples.notes.list")).status).toBe(429);
    expect((await post(other.mcpUrl, "samples.notes.list")).status).toBe(200);

    const misses = await Promise.all(gateways.map(({ url }) => post(`${url}/api/mcp/tsk_guess`, "a.b")));
    expect(misses.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(misses.filter(({ status }) => status === 429)).toHaveLength(50);
    const bearer = await fetch(`${one.url}/api/mcp`, {
      method: "POST",
      headers: { authorization: "Bearer x" },
    });
    expect(bearer.status).toBe(429);
    const asking = await fetch(`${one.url}/api/mcp`, { method: "POST" });
    expect(asking.status).toBe(401);
  });

  test("a database that is lost gives a clear error, and both are there again with it", async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const { one, other } = await startTwo({}, { url: await createDatabaseOn(postgres.address) });
    const client = await connectClient(one.mcpUrl);
    await client.call("samples.notes.create", { title: "before" });

    await postgres.goDown();
    for (const { mcpUrl } of [one, other]) {
      const answer = await post(mcpUrl, "samples.notes.list");
      expect([answer.status, await answer.json()]).toEqual([503, { error: unreachable }]);
    }
    await expect(client.call("samples.notes.list")).rejects.toThrow(unreachable);
    const status = await requestAsCommand(one, "GET", "/status");
    expect([status.status, await status.json()]).toEqual([503, { error: unreachable }]);

    await postgres.comeBack();
    await expect.poll(async () => (await post(one.mcpUrl, "samples.notes.list")).status).toBe(200);
    const { structuredContent } = await client.call("samples.notes.list");
    expect(structuredContent).toMatchObject({ total: 1 });

    await postgres.goDown();
    const stopped = await requestAsCommand(other, "POST", "/stop");
    expect(stopped.status).toBe(200);
    await expect.poll(() => other.output()).toContain("Stopped.");
    await postgres.comeBack();
  });

  test(
    "nothing acknowledged is lost when one is killed again and again, and clients that retry see no other error",
    async () => {
      const port = await freePort();
      const { one, other, environment } = await startTwo({}, { port });
      const clients = await Promise.all([one, other].map(({ mcpUrl }) => connectClient(mcpUrl)));
      const acknowledged: string[] = [];
      const problems: string[] = [];
      let retries = 0;
      let isOver = false;

      async function write(title: string, first: number): Promise<void> {
        for (let attempt = first; ; attempt++) {
          try {
            const answer = await clients[attempt % 2]?.call("samples.notes.create", { title });
            if (answer?.isError) problems.push(answer.content[0]?.text ?? "");
            else acknowledged.push(title);
            return;
          } catch (error) {
            if (!isConnectionError(error)) {
              problems.push(String(error));
              return;
            }
            retries++;
            await sleep(20);
          }
        }
      }
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let count = 0; !isOver; count++) await write(`${writer}-${count}`, writer + count);
      });

      const kills = isMatrix ? 10 : 4;
      let victim = one;
      for (let kill = 0; kill < kills; kill++) {
        const before = acknowledged.length;
        await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
        await victim.end("SIGKILL");
        victim = await startGateway({ home: one.home, environment: { ...environment, PORT: String(port) } });
      }
      isOver = true;
      await Promise.all(writers);
      expect(problems).toEqual([]);
      expect(retries).toBeGreaterThan(0);

      const store = await openPostgresStore(environment.DATABASE_URL);
      const notes = await store.db.selectFrom("plugin_data").select("value").execute();
      const calls = await store.db
        .selectFrom("call_record")
        .select("arguments")
        .where("outcome", "=", "ok")
        .execute();
      await store.close();
      const kept = new Set(notes.map(({ value }) => JSON.parse(value).title));
      const recorded = new Set(calls.map((call) => JSON.parse(call.arguments).title));
      expect(acknowledged.length).toBeGreaterThan(20 * kills);
      expect(acknowledged.filter((title) => !kept.has(title) || !recorded.has(title))).toEqual([]);
    },
    killingTimeoutMs,
  );
});

/** One `call_tool` without a client around it. */
function post(mcpUrl: string, path: string): Promise<Response> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  };
  return fetch(mcpUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "call_tool",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { _meta: meta, name: "call_tool", arguments: { path } },
    }),
  });
}

/** What `fetch` rejects with when the other side is down or disconnects. */
function isConnectionError(error: unknown): boolean {
  for (let cause = error as Error | undefined; cause; cause = cause.cause as Error | undefined) {
    if (cause instanceof TypeError && /fetch failed|terminated/.test(cause.message)) return true;
  }
  return false;
}
