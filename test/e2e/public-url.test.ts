import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const publicUrl = "https://tools.example.com";

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** As a proxy on this machine passes it on: fetch cannot send a Host of one's own. */
function ask(
  gateway: TestGateway,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<Reply> {
  const { url } = JSON.parse(readFileSync(join(gateway.home, "gateway.json"), "utf8"));
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ method, hostname, port, path, headers }, (incoming) => {
      let body = "";
      incoming.on("data", (data) => {
        body += data;
      });
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

test("a gateway with a public URL is reached by that name, and links to it", async () => {
  const gateway = await startGateway({ environment: { TOOLSHED_PUBLIC_URL: publicUrl } });
  const host = "tools.example.com";
  expect(gateway.url).toBe(publicUrl);
  expect(gateway.signInLink.startsWith(`${publicUrl}/sign-in?code=`)).toBe(true);

  const challenged = await ask(gateway, "POST", "/api/mcp", { host });
  expect(challenged.headers["www-authenticate"]).toContain(
    `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/api/mcp"`,
  );
  const metadata = await ask(gateway, "GET", "/.well-known/oauth-protected-resource/api/mcp", { host });
  expect(JSON.parse(metadata.body)).toMatchObject({
    resource: `${publicUrl}/api/mcp`,
    authorization_servers: [`${publicUrl}/api/auth`],
  });

  const { pathname, search } = new URL(gateway.signInLink);
  const signedIn = await ask(gateway, "GET", pathname + search, { host });
  expect(signedIn.headers.location).toBe("/");
  const cookies = signedIn.headers["set-cookie"] as string[];
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-.*; Secure/i);
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  expect((await ask(gateway, "GET", "/api/v1/status", { host, cookie })).status).toBe(200);

  const { stdout } = await runCommand(["status"], { TOOLSHED_HOME: gateway.home });
  expect(stdout).toContain(`MCP URL    ${publicUrl}/api/mcp/tsk_`);
});

test("it answers to no other name, and to no page of another origin", async () => {
  const gateway = await startGateway({ environment: { TOOLSHED_PUBLIC_URL: publicUrl } });
  const statusOf = async (headers: Record<string, string>) =>
    (await ask(gateway, "POST", "/api/mcp", headers)).status;
  const host = "tools.example.com";

  expect(await statusOf({ host, origin: publicUrl })).toBe(401);
  expect(await statusOf({ host: "TOOLS.example.com" })).toBe(401);
  expect(await statusOf({ host: "127.0.0.1" })).toBe(401);
  for (const headers of [
    { host: "evil.example" },
    { host: "tools.example.com.evil.example" },
    { host: "tools.example.com:8443" },
    { host, origin: "http://tools.example.com" },
    { host, origin: "https://evil.example" },
    { host, origin: "null" },
    { host: "127.0.0.1", origin: publicUrl },
  ]) {
    expect(await statusOf(headers), JSON.stringify(headers)).toBe(403);
  }
});

test.each([
  [{ TOOLSHED_PUBLIC_URL: "http://tools.example.com" }, "which is not encrypted"],
  [{ HOST: "0.0.0.0" }, "set TOOLSHED_PUBLIC_URL"],
  [{ TOOLSHED_TRUSTED_PROXIES: "nobody" }, "which is not an address or range"],
])("it does not start with %o", async (environment, problem) => {
  const child = spawnCommand(["start"], { TOOLSHED_HOME: temporaryFolder(), PORT: "0", ...environment });
  const { code, stderr } = await finished(child);
  expect(code).toBe(1);
  expect(stderr).toContain(problem);
  expect(stderr).not.toContain("    at ");
});

test("the sandbox for Views has names of its own, where nothing else is served", async () => {
  const sandboxUrl = "https://views.example.net";
  const environment = { TOOLSHED_PUBLIC_URL: publicUrl, TOOLSHED_SANDBOX_URL: sandboxUrl };
  const gateway = await startGateway({ environment });
  const session = await ask(gateway, "GET", "/api/v1/session", { host: "tools.example.com" });
  expect(JSON.parse(session.body).sandboxUrl).toBe(`${sandboxUrl}/sandbox`);
  const page = await ask(gateway, "GET", "/sign-in", { host: "tools.example.com", accept: "text/html" });
  expect(page.headers["content-security-policy"]).toContain(`frame-src ${sandboxUrl};`);

  const query = new URLSearchParams({ host: publicUrl });
  const proxy = await ask(gateway, "GET", `/sandbox?${query}`, { host: "views.example.net" });
  expect(proxy.status).toBe(200);
  expect(proxy.headers["content-security-policy"]).toContain(`frame-ancestors ${publicUrl}`);
  const staged = new URLSearchParams({ host: publicUrl, stage: sandboxUrl });
  expect((await ask(gateway, "GET", `/sandbox?${staged}`, { host: "views.example.net" })).status).toBe(200);
  const strange = new URLSearchParams({ host: "https://evil.example" });
  expect((await ask(gateway, "GET", `/sandbox?${strange}`, { host: "views.example.net" })).status).toBe(403);

  const own = `view-${"0".repeat(40)}`;
  const foreign = "This gateway answers neither other names";
  for (const host of ["views.example.net", `${own}.views.example.net`, `${own}.localhost`]) {
    for (const path of ["/", "/api/v1/session", "/sign-in", "/api/mcp", `/api/mcp/${gateway.token}`]) {
      for (const method of ["GET", "POST"])
        expect((await ask(gateway, method, path, { host })).body, `${host}${path}`).toContain(foreign);
    }
    const posted = await ask(gateway, "POST", `/sandbox?${query}`, { host });
    expect(posted.body, host).toContain(foreign);
  }
  // A View's own name serves the page that the name was made for, and no other.
  const looser = await ask(gateway, "GET", `/sandbox?${query}`, { host: `${own}.views.example.net` });
  expect(looser.body).toContain("belongs to another View");
  for (const host of ["view-0.localhost", `${own}.evil.example`, `${own}.127.0.0.1`])
    expect((await ask(gateway, "GET", `/sandbox?${query}`, { host })).body, host).toContain(foreign);
});

test("a public gateway without a sandbox shows no Views, and one on the same site is refused", async () => {
  const gateway = await startGateway({ environment: { TOOLSHED_PUBLIC_URL: publicUrl } });
  const session = await ask(gateway, "GET", "/api/v1/session", { host: "tools.example.com" });
  expect(JSON.parse(session.body).sandboxUrl).toBeNull();
  await expect
    .poll(gateway.output)
    .toContain("Views are off in the dashboard. To turn them on, set TOOLSHED_SANDBOX_URL");

  const environment = {
    TOOLSHED_HOME: temporaryFolder(),
    TOOLSHED_PUBLIC_URL: publicUrl,
    TOOLSHED_SANDBOX_URL: "https://views.example.com",
  };
  const { code, stderr } = await finished(spawnCommand(["start"], environment));
  expect(code).toBe(1);
  expect(stderr).toContain("is of the same site as TOOLSHED_PUBLIC_URL");
});
