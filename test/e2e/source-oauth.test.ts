import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { type OauthFaults, type OauthUpstream, startOauthUpstream } from "../fixtures/oauth-upstream.ts";
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
