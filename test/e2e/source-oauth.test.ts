import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { type OauthFaults, type OauthUpstream, startOauthUpstream } from "../fixtures/oauth-upstream.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { signIn } from "../fixtures/signed-in-browser.ts";

async function setUp(): Promise<{ gateway: TestGateway; upstream: OauthUpstream }> {
  const upstream = await startOauthUpstream();
  const gateway = await startGateway();
  const added = await runCommand(["add", "mcp", "tracker", upstream.url, "--allow-private"], {
    TOOLSHED_HOME: gateway.home,
  });
  expect(added.stdout).toMatch(/tools not known yet.*Connect it to see its tools: toolshed connect tracker/s);
  return { gateway, upstream };
}

test("connects a server through OAuth, lists its tools immediately and refreshes its token", async () => {
  const { gateway, upstream } = await setUp();
  const { call } = await connectClient(gateway.mcpUrl);
  const browser = await signIn(gateway);
  // Ends within the margin that a token has to have, so that each call needs a new one.
  upstream.lifetimeSeconds = 20;
  const { url = "" } = await browser.authorize("tracker");
  expect(new URL(url).searchParams.get("code_challenge_method")).toBe("S256");
  const back = upstream.allow(url);
  const page = await browser.visit(back);
  expect(page.status).toBe(200);
  expect(page.text).toContain("window.close()");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");

  const answers = await Promise.all([call("tracker.whoami"), call("tracker.whoami")]);
  for (const answer of answers) expect(answer.content[0]?.text).toBe("user-1 with [redacted]");
  const grants = upstream.tokenRequests.map((request) => request.get("grant_type"));
  expect(grants[0]).toBe("authorization_code");
  expect(grants.slice(1).length).toBeGreaterThan(0);
  expect(upstream.tokenRequests.every((request) => request.get("resource") === upstream.url)).toBe(true);

  const again = await browser.visit(back);
  expect(again).toMatchObject({ status: 400, text: expect.stringContaining("was not begun here") });
  expect(gateway.output()).not.toMatch(/access-|refresh-/);
});

test("refreshes a token that the server refuses, and repeats the call once", async () => {
  const { gateway, upstream } = await setUp();
  const { call } = await connectClient(gateway.mcpUrl);
  const browser = await signIn(gateway);
  await browser.visit(upstream.allow((await browser.authorize("tracker")).url ?? ""));
  await call("tracker.whoami");
  const before = upstream.tokenRequests.length;
  upstream.endAccess();
  expect((await call("tracker.whoami")).content[0]?.text).toBe("user-1 with [redacted]");
  expect(upstream.tokenRequests).toHaveLength(before + 1);
  upstream.endAccess();
  // The server may refuse every token: the next one is not requested immediately.
  expect((await call("tracker.whoami")).content[0]?.text).toContain("refuses the credentials (401)");
  expect(upstream.tokenRequests).toHaveLength(before + 1);
});

test("a connection that the service ended says everywhere where to reconnect it, and works after that", async () => {
  const { gateway, upstream } = await setUp();
  const { call, use } = await connectClient(gateway.mcpUrl);
  const browser = await signIn(gateway);
  const connectAgain = async () =>
    browser.visit(upstream.allow((await browser.authorize("tracker", { name: "work" })).url ?? ""));
  const run = async (...args: string[]) => (await runCommand(args, { TOOLSHED_HOME: gateway.home })).stdout;
  await connectAgain();
  await call("tracker.whoami");
  upstream.revoke();
  const link = `${gateway.url}/connections?reconnect=tracker&account=work`;
  const sentence = `"tracker" (work) needs to be reconnected: the service no longer accepts its authorization. Reconnect it at ${link} and then repeat the call.`;
  const failed = await call("tracker.whoami");
  expect([failed.isError, failed.content[0]?.text]).toEqual([true, `Error: ${sentence}`]);
  const found = await use("search_tools", { query: "who calls" });
  expect(found.content.map(({ text }) => text)).toContain(sentence);
  const read = await use("read_tool", { path: "tracker.whoami" });
  expect(JSON.parse(read.content[0]?.text ?? "")).toMatchObject({ problem: sentence });
  const answer = await requestAsCommand(gateway, "GET", "/connections");
  const { providers } = (await answer.json()) as { providers: { id: string; personal: object[] }[] };
  expect(providers.find(({ id }) => id === "tracker")?.personal).toMatchObject([
    {
      name: "work",
      needsReconnect: true,
      reconnectUrl: link,
      lastError: expect.stringContaining("invalid_grant"),
    },
  ]);
  expect(await run("status")).toContain(`Reconnect  tracker (work): ${link}`);
  expect(await run("connect")).toContain(`Reconnect work: ${link}`);

  await connectAgain();
  expect((await call("tracker.whoami")).content[0]?.text).toBe("user-2 with [redacted]");
  expect(await run("status")).not.toContain("Reconnect");
  expect((await use("search_tools", { query: "who calls" })).content).toHaveLength(1);
});

test("what comes back has to belong to the browser and to the server that it was begun with", async () => {
  const { gateway, upstream } = await setUp();
  const browser = await signIn(gateway);
  const other = await signIn(gateway);
  const begin = async () => (await browser.authorize("tracker")).url ?? "";

  const stolen = upstream.allow(await begin());
  expect((await fetch(stolen)).status).toBe(401);
  expect((await other.visit(stolen)).status).toBe(400);
  expect((await browser.visit(stolen)).status).toBe(400);

  upstream.faults.iss = "https://evil.example";
  expect((await browser.visit(upstream.allow(await begin()))).text).toContain("could not be trusted");
  const denied = new URL(upstream.allow(await begin()));
  denied.searchParams.set("error", "access_denied");
  denied.searchParams.set("error_description", "<script>alert(1)</script>");
  expect((await browser.visit(denied.href)).text).not.toContain("alert");
  expect(upstream.tokenRequests).toEqual([]);
});

test("a server whose way to give access is not safe is refused", async () => {
  const { gateway, upstream } = await setUp();
  const browser = await signIn(gateway);
  const unsafe: OauthFaults[] = [
    { authorizationUrl: "javascript:alert(1)" },
    { authorizationUrl: "file:///etc/passwd" },
    { authorizationUrl: "data:text/html,x" },
    { authorizationUrl: "http://a.example/?$(id)" },
    { noPkce: true },
    { resource: "https://other.example/mcp" },
  ];
  for (const faults of unsafe) {
    Object.assign(
      upstream.faults,
      { authorizationUrl: undefined, noPkce: false, resource: undefined },
      faults,
    );
    const { status, url } = await browser.authorize("tracker");
    expect({ faults, status, url }).toEqual({ faults, status: 422, url: undefined });
  }
});
