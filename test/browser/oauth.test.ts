import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { chromiumPath, openPage, settle } from "../fixtures/browser.ts";
import { startDocumentSite } from "../fixtures/client-document.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { createOauthClient, type TestOauthClient } from "../fixtures/oauth-client.ts";
import * as v1 from "../peers/sdk-v1.ts";
import { findAxeViolations } from "./host/find-axe-violations.ts";

interface Connected {
  call(path: string, args?: Record<string, unknown>): Promise<{ text: string; isError: boolean }>;
}

/** Everything between knowing a URL and being connected; `answer` is what the person does on the page. */
async function connect(
  gateway: TestGateway,
  app: TestOauthClient,
  answer: (authorizationUrl: string) => Promise<void>,
): Promise<Connected> {
  const url = new URL(`${gateway.url}/api/mcp`);
  const createTransport = () => new StreamableHTTPClientTransport(url, { authProvider: app.provider });
  const createClient = () =>
    new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const first = createTransport();
  await expect(createClient().connect(first)).rejects.toThrow(UnauthorizedError);
  await answer(app.authorizationUrl());
  const params = await app.callback();
  expect(params.get("state")).toBe("the state of this test");
  await first.finishAuth(params);

  const client = createClient();
  await client.connect(createTransport());
  onTestFinished(() => client.close());
  return {
    async call(path, args = {}) {
      const result = await client.callTool({ name: "call_tool", arguments: { path, arguments: args } });
      const [content] = result.content as { text: string }[];
      return { text: content?.text ?? "", isError: result.isError === true };
    },
  };
}

const allow = (page: Page) => page.getByRole("button", { name: "Allow" }).click();
const listEndpoints = async (gateway: TestGateway) =>
  (await runCommand(["endpoint", "list"], { TOOLSHED_HOME: gateway.home })).stdout;

describe.skipIf(!chromiumPath)("a client that knows nothing but the URL", () => {
  test("registers itself, is let in to read, calls, refreshes, and is revoked", async () => {
    const gateway = await startGateway();
    const page = await openPage();
    await page.goto(gateway.signInLink);
    const app = await createOauthClient();
    const client = await connect(gateway, app, async (url) => {
      await page.goto(url);
      await page.getByRole("heading", { name: "Let “Test App” use your tools?" }).waitFor();
      await page.getByText("127.0.0.1, a program on your computer").waitFor();
      await page.getByText("nobody has checked its name").waitFor();
      await page
        .getByText("It will be able to call 5 tools: 2 only read, 3 change something, of which 2 can delete")
        .waitFor();
      await page.getByRole("radio", { name: "Only read" }).check();
      await page.getByText("call 2 tools, which only read").waitFor();
      await allow(page);
      await page.waitForURL(/\/callback\?code=/);
    });

    expect((await client.call("samples.notes.list")).isError).toBe(false);
    expect((await client.call("samples.notes.create", { title: "a", text: "b" })).isError).toBe(true);
    expect(await listEndpoints(gateway)).toMatch(/Test App \(app; read-only; until /);

    const before = app.tokens();
    app.setTokens({ ...before, access_token: "tsa_expired", token_type: "Bearer" });
    expect((await client.call("samples.notes.list")).isError).toBe(false);
    const after = app.tokens();
    expect(after?.access_token).not.toBe(before?.access_token);
    expect(after?.refresh_token).not.toBe(before?.refresh_token);

    const revoked = await runCommand(["endpoint", "revoke", "Test App"], { TOOLSHED_HOME: gateway.home });
    expect(revoked.stdout).toContain("Revoked");
    await expect(client.call("samples.notes.list")).rejects.toThrow(UnauthorizedError);
    expect(await listEndpoints(gateway)).not.toContain("Test App");
  });

  test("is known by its own document, and narrowed to one source", async () => {
    const site = await startDocumentSite();
    const gateway = await startGateway({
      environment: { ...site.environment, GRANOLA_PERSONAL_API_KEY: "k" },
    });
    const page = await openPage();
    await page.goto(gateway.signInLink);
    const documentUrl = `${site.origin}/client.json`;
    const app = await createOauthClient({ documentUrl });
    site.put("/client.json", {
      client_id: documentUrl,
      client_name: "Documented App",
      redirect_uris: [app.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
    const client = await connect(gateway, app, async (url) => {
      await page.goto(url);
      await page.getByRole("heading", { name: "Let “Documented App” use your tools?" }).waitFor();
      await page.getByText(new URL(site.origin).host).waitFor();
      expect(await page.getByText("nobody has checked its name").count()).toBe(0);
      await page.getByText("Some of them use your connections: Granola").waitFor();
      await page.getByLabel("granola").uncheck();
      await page.getByText("also those you add later, are not included").waitFor();
      await allow(page);
    });
    expect(app.clientId()).toBe(documentUrl);
    expect(site.requests()).toBe(1);
    expect((await client.call("samples.notes.list")).isError).toBe(false);
    expect((await client.call("granola.personal.notes.list")).isError).toBe(true);
    expect(await listEndpoints(gateway)).toMatch(/Documented App \(app; only samples\.\*\*; until /);

    await page.goto(app.authorizationUrl());
    await page.getByRole("checkbox", { name: "samples" }).waitFor();
    expect(await page.getByRole("checkbox", { name: "samples" }).isChecked()).toBe(true);
    expect(await page.getByRole("checkbox", { name: "granola" }).isChecked()).toBe(false);
  });

  test("is an older one, and connects as well", async () => {
    const gateway = await startGateway();
    const page = await openPage();
    await page.goto(gateway.signInLink);
    const app = await createOauthClient({ name: "Older App" });
    const url = new URL(`${gateway.url}/api/mcp`);
    // The two majors differ only in what a provider may have besides.
    const options = { authProvider: app.provider } as unknown as ConstructorParameters<
      typeof v1.StreamableHTTPClientTransport
    >[1];
    const first = new v1.StreamableHTTPClientTransport(url, options);
    const info = { name: "test", version: "1" };
    await expect(new v1.Client(info).connect(first as v1.Transport)).rejects.toThrow();
    await page.goto(app.authorizationUrl());
    await allow(page);
    await first.finishAuth((await app.callback()).get("code") ?? "");

    const client = new v1.Client(info);
    await client.connect(new v1.StreamableHTTPClientTransport(url, options) as v1.Transport);
    onTestFinished(() => client.close());
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("search_tools");
  });

  test("is told when the person says no", async () => {
    const gateway = await startGateway();
    const page = await openPage();
    await page.goto(gateway.signInLink);
    const app = await createOauthClient();
    const transport = new StreamableHTTPClientTransport(new URL(`${gateway.url}/api/mcp`), {
      authProvider: app.provider,
    });
    await expect(new Client({ name: "t", version: "1" }).connect(transport)).rejects.toThrow();
    await page.goto(app.authorizationUrl());
    await page.getByRole("button", { name: "Deny" }).click();
    expect((await app.callback()).get("error")).toBe("access_denied");
    expect(await listEndpoints(gateway)).not.toContain("Test App");
  });

  test("asks a signed-out person to sign in, with the keyboard alone", async () => {
    const gateway = await startGateway();
    const page = await openPage();
    const app = await createOauthClient();
    await connect(gateway, app, async (url) => {
      await page.goto(url);
      await page.getByRole("heading", { name: "Sign in first" }).waitFor();
      await page.goto(gateway.signInLink);
      await page.getByRole("heading", { name: "Let “Test App” use your tools?" }).waitFor();
      for (let presses = 0; presses < 20; presses++) {
        await page.keyboard.press("Tab");
        if (await page.getByRole("button", { name: "Allow" }).evaluate((it) => it === document.activeElement))
          break;
      }
      await page.keyboard.press("Enter");
    });
  });

  test("brings a request that is not right, and the page says so", async () => {
    const gateway = await startGateway();
    const page = await openPage();
    await page.goto(gateway.signInLink);
    await page.goto(`${gateway.url}/api/auth/oauth2/authorize?response_type=code&client_id=nobody`);
    await page.getByText("The app is not known here.").waitFor();
    const unknown = "https%3A%2F%2F127.0.0.1%2Fclient.json";
    await page.goto(`${gateway.url}/api/auth/oauth2/authorize?response_type=code&client_id=${unknown}`);
    await page.getByText("https://127.0.0.1/client.json").waitFor();
    await page.getByText("Its address is in a private network").waitFor();
    await page.goto(`${gateway.url}/consent?client_id=x&redirect_uri=https://evil.example/&sig=x`);
    await page.getByText("This request is too old or was changed").waitFor();
  });
});

describe.skipIf(!chromiumPath)("the consent page", () => {
  test.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 360],
  ] as const)("fits and is accessible in %s at %i pixels", async (colorScheme, width) => {
    const gateway = await startGateway({ environment: { GRANOLA_PERSONAL_API_KEY: "k" } });
    const page = await openPage({ colorScheme, width });
    await page.goto(gateway.signInLink);
    const app = await createOauthClient({ name: "An app with quite a long name, as some are" });
    const transport = new StreamableHTTPClientTransport(new URL(`${gateway.url}/api/mcp`), {
      authProvider: app.provider,
    });
    await expect(new Client({ name: "t", version: "1" }).connect(transport)).rejects.toThrow();
    const answer = await page.goto(app.authorizationUrl());
    const policy = (await answer?.headerValue("content-security-policy")) ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    await page.getByRole("button", { name: "Allow" }).waitFor();
    await settle(page, `consent-${colorScheme}-${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
  });
});
