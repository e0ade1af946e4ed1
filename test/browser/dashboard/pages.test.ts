import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { chromiumPath, openPage } from "../../fixtures/browser.ts";
import { startGateway } from "../../fixtures/gateway.ts";
import { granolaKey } from "../../fixtures/granola-server.ts";
import { connectClient } from "../../fixtures/mcp-client.ts";
import { copyWith } from "../copy-with.ts";
import { goTo } from "./go-to.ts";
import { askAs, openDashboard } from "./open-dashboard.ts";
import { typeArguments } from "./type-arguments.ts";

describe.skipIf(!chromiumPath)("the dashboard", () => {
  test("the overview has the MCP URL, hidden until asked, and the set-up for each client", async () => {
    const { page, gateway } = await openDashboard();
    await page.getByRole("button", { name: "Copy URL" }).waitFor();
    expect(await page.getByText(gateway.token).count()).toBe(0);
    expect(await copyWith(page.getByRole("button", { name: "Copy URL" }))).toBe(gateway.mcpUrl);

    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText(gateway.mcpUrl).waitFor();
    for (const client of ["Claude Code", "Claude Desktop", "Cursor", "VS Code", "Codex", "Other"]) {
      await page.getByRole("tab", { name: client }).click();
      const setup = page.getByLabel(`Set-up for ${client}`);
      await setup.getByText(`Bearer ${gateway.token}`).waitFor();
      await page.getByText("Token in the URL").click();
      await setup.getByText(gateway.mcpUrl).waitFor();
      await page.getByText("Token in a header").click();
    }
  });

  test("Cursor and VS Code get the server by a link, from the keyboard too", async () => {
    const { page, gateway } = await openDashboard();
    await page.evaluate(() => {
      window.open = (url) => {
        document.body.dataset.opened = String(url);
        return null;
      };
    });
    const opened = async (client: string) => {
      await page.getByRole("tab", { name: client }).click();
      const button = page.getByRole("button", { name: `Add to ${client}` });
      await button.focus();
      await page.keyboard.press("Enter");
      return new URL((await page.evaluate(() => document.body.dataset.opened)) ?? "");
    };
    const server = {
      url: `${gateway.url}/api/mcp`,
      headers: { Authorization: `Bearer ${gateway.token}` },
    };
    const cursor = await opened("Cursor");
    expect(cursor.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/);
    expect(cursor.searchParams.get("name")).toBe("toolshed");
    expect(JSON.parse(atob(cursor.searchParams.get("config") ?? ""))).toEqual(server);
    const code = await opened("VS Code");
    expect(code.href).toMatch(/^vscode:mcp\/install\?/);
    expect(JSON.parse(decodeURIComponent(code.search.slice(1)))).toEqual({
      name: "toolshed",
      type: "http",
      ...server,
    });
  });

  test("an endpoint can list all tools", async () => {
    const { page, gateway } = await openDashboard();
    await page.goto(`${gateway.url}/endpoints`);
    await page.getByRole("button", { name: "New endpoint" }).first().click();
    await page.getByLabel("Name").fill("Everything");
    await page.getByText("All tools", { exact: true }).click();
    await page.getByText("Lists up to 500 tools directly").waitFor();
    await page.getByRole("button", { name: "Create" }).click();
    const url = (await page.getByLabel("MCP URL").locator("code").textContent()) ?? "";
    const { client } = await connectClient(url);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["search_tools", "samples_notes_list"]));
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("All tools", { exact: true }).waitFor();
  });

  test("a link that was used says so, and the way back leads to the page that was asked for", async () => {
    const gateway = await startGateway();
    await fetch(gateway.signInLink, { redirect: "manual" });
    const page = await openPage();
    await page.goto(gateway.signInLink);
    await page.getByText("This link was already used or has expired.").waitFor();
    await page.getByText("npx toolshed status").waitFor();
    await page.goto(`${gateway.url}/sign-in?next=//example.com`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto(`${gateway.url}/activity`);
    await expect.poll(() => page.url()).toContain("/sign-in?next=%2Factivity");
  });

  test("a service's way back says how it went, once", async () => {
    const { page, gateway } = await openDashboard();
    await page.goto(`${gateway.url}/connections?connected=granola-personal`);
    await page.getByText("Granola is connected").waitFor();
    await page.goto(`${gateway.url}/connections?error=They%20said%20no`);
    await page.getByRole("alert").getByText("The service was not connected: They said no").waitFor();
    await expect.poll(() => page.url()).toBe(`${gateway.url}/connections`);
  });

  test("disconnecting names the tools that stop working", async () => {
    const { page, gateway, ask } = await openDashboard();
    await ask("PUT", "/connections/granola-personal", { key: granolaKey });
    await page.goto(`${gateway.url}/connections`);
    await page.getByRole("button", { name: "Disconnect: Granola", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2 tools stop working immediately:").waitFor();
    await dialog.getByText("granola.personal.notes.list").waitFor();
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("button", { name: "Connect: Granola", exact: true }).waitFor();
  });

  test("a new endpoint previews its scope, and is what was asked for", async () => {
    const { page } = await openDashboard();
    await page.getByRole("link", { name: "Endpoints", exact: true }).click();
    await page.getByRole("button", { name: "New endpoint" }).click();
    await page.getByLabel("Name").fill("Narrow");
    await page.getByLabel("Read-only").check();
    await page.getByLabel("Allowed paths").fill("samples.**");
    await page.getByText("Allows 2 of 9 tools").waitFor();
    await page.getByText("Pinned tools", { exact: true }).click();
    await page.getByLabel("samples.notes.list").check();
    await page.getByRole("button", { name: "Create" }).click();
    const mcpUrl = (await page.getByLabel("MCP URL").locator("code").textContent()) ?? "";
    const { client } = await connectClient(mcpUrl);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["samples_notes_list"]);

    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Rotate the token of Narrow" }).click();
    await page.getByLabel("The old token ends").selectOption("Immediately");
    await page.getByRole("button", { name: "Rotate", exact: true }).click();
    const next = await page.getByLabel("MCP URL").locator("code").textContent();
    expect(next).not.toBe(mcpUrl);
    expect((await fetch(mcpUrl, { method: "POST" })).status).toBe(404);
  });

  test("a tool is tried with a form or JSON, and a destructive one asks first", async () => {
    const { page, gateway } = await openDashboard();
    await page.goto(`${gateway.url}/tools/samples.notes.create`);
    await page.getByRole("textbox", { name: "title" }).fill("From the form");
    await page.getByText("JSON", { exact: true }).first().click();
    const editor = page.getByRole("textbox", { name: "Arguments" });
    const type = (text: string) => typeArguments(page, text);
    expect(JSON.parse((await editor.textContent()) ?? "")).toEqual({ title: "From the form" });
    await type("{");
    await page.getByText("Line 1, column 2: Expected property name or '}'.", { exact: true }).waitFor();
    await page.getByText("Form", { exact: true }).first().click();
    const reason = page.getByRole("status").getByText("Fix the JSON first: Expected property name or '}'.");
    await reason.waitFor();
    expect(await editor.isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Run" }).isDisabled()).toBe(true);
    await type('{"title": "Hello"}');
    await reason.waitFor({ state: "detached" });
    await editor.press("Control+Enter");
    await page.getByText("Done", { exact: true }).waitFor();

    await page.goto(`${gateway.url}/tools/samples.notes.delete`);
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("Required.").waitFor();
    await page.getByRole("textbox", { name: "id" }).fill("gone");
    await page.getByRole("button", { name: "Run" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This tool is destructive").waitFor();
    expect(await dialog.locator("pre").textContent()).toBe('{\n  "id": "gone"\n}');
    await dialog.getByRole("button", { name: "Run" }).click();
    await page.getByText("Failed", { exact: true }).waitFor();
  });

  test("a result has buttons for its other pages, which ask first if the tool is destructive", async () => {
    const { page, gateway, ask } = await openDashboard();
    await ask("PUT", "/connections/granola-personal", { key: granolaKey });
    const result = page.getByRole("region", { name: "Result", exact: true });
    const turn = (name: string) => result.getByRole("button", { name }).press("Enter");
    const shows = (note: string) => result.getByRole("cell", { name: note, exact: true }).waitFor();
    await page.goto(`${gateway.url}/tools/granola.personal.notes.list`);
    await page.getByRole("textbox", { name: "limit" }).fill("1");
    await page.getByRole("button", { name: "Run" }).click();
    await shows("Meeting 0");
    expect(await result.getByRole("button", { name: "Previous" }).isDisabled()).toBe(true);
    await turn("Next");
    await shows("Meeting 1");
    await result.getByText("Page 2").waitFor();
    // A cursor leads only forward: the page remembers how it got here.
    await turn("Previous");
    await shows("Meeting 0");
    // What is shown stays if the next page can't be loaded.
    await page.route("**/api/v1/tools/*/stream", (route) =>
      route.fulfill({ status: 503, json: { error: "Try again later." } }),
    );
    await turn("Next");
    await page.getByText("Try again later.").waitFor();
    await shows("Meeting 0");
    await page.unroute("**/api/v1/tools/*/stream");

    await page.route("**/api/v1/tools/granola.personal.notes.list", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), destructive: true } });
    });
    await page.reload();
    await page.getByRole("textbox", { name: "limit" }).fill("1");
    await page.getByRole("button", { name: "Run" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Run" }).click();
    await shows("Meeting 0");
    await turn("Next");
    await dialog.getByText('"cursor": "1"').waitFor();
    await dialog.getByRole("button", { name: "Run" }).click();
    await shows("Meeting 1");
  });

  test("activity is live, pauses and is searched", async () => {
    const { page, gateway } = await openDashboard();
    const agent = await connectClient(gateway.mcpUrl);
    await page.getByRole("link", { name: "Activity", exact: true }).click();
    await page.getByText("Live", { exact: true }).waitFor();
    const rows = () => page.getByLabel("Calls").getByRole("listitem").count();
    await agent.call("samples.notes.create", { title: "one", token: "hush" });
    await expect.poll(rows).toBe(1);

    await page.getByRole("button", { name: "Pause" }).click();
    await agent.call("samples.notes.list");
    await page.getByText("Paused", { exact: true }).waitFor();
    expect(await rows()).toBe(1);
    await page.getByRole("button", { name: "Resume" }).click();
    await expect.poll(rows).toBe(2);

    await page.getByLabel("Search calls").fill("create");
    await expect.poll(rows).toBe(1);
    await page.getByRole("link", { name: /samples\.notes\.create/ }).click();
    await page.getByText("[masked]").waitFor();
    await page.getByRole("link", { name: "Close" }).click();
    await page.getByLabel("Search calls").fill("");
    await expect.poll(rows).toBe(2);
  });

  test("shows why older calls could not be loaded", async () => {
    const { page } = await openDashboard();
    await page.route(/\/api\/v1\/calls\?/, (route) =>
      route.request().url().includes("before=")
        ? route.fulfill({ status: 503, json: { error: "The database cannot be reached; try again." } })
        : route.fulfill({ json: { calls: [], latest: 100, next: 50 } }),
    );
    await page.getByRole("link", { name: "Activity", exact: true }).click();
    await page.getByRole("button", { name: "Search older calls" }).click();
    await page.getByText("The database cannot be reached; try again.").waitFor();
  });

  test("a page says that the gateway is down, and reconnects automatically", async () => {
    const { page, gateway } = await openDashboard();
    const port = new URL(gateway.url).port;
    // The other pages are loaded in the background; from then on they need no gateway.
    const findScript = () =>
      page.evaluate(() => {
        const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
        return loaded.find((name) => /endpoints-page-[^/]+\.js$/.test(name));
      });
    await expect.poll(findScript).toBeDefined();
    // Waits for all that it imports. As text, because Vite would replace the import.
    await page.evaluate(`import("${await findScript()}").then(() => {})`);
    await page.getByRole("region", { name: "Get started" }).waitFor();
    await gateway.end("SIGTERM");
    await page.getByRole("link", { name: "Endpoints", exact: true }).click();
    await page.getByText("The gateway isn’t responding.").waitFor();
    await startGateway({ home: gateway.home, environment: { PORT: port } });
    await page.getByText("The gateway isn’t responding.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Revoke local" }).waitFor();
  });

  test("an invited member joins with a narrow role, sees no more than it allows, and can be removed", async () => {
    const { page, gateway } = await openDashboard();
    await page.getByRole("link", { name: "Members", exact: true }).click();
    await page.getByRole("tab", { name: "Roles" }).click();
    await page.getByRole("button", { name: "New role" }).click();
    await page.getByLabel("Name").fill("note-reader");
    await page.getByLabel("Path patterns").fill("samples.notes.list");
    await page.getByText("Allows 1 of 9 tools").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Edit note-reader" }).waitFor();

    await page.getByRole("tab", { name: "Members" }).click();
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByLabel("Role", { exact: true }).selectOption("note-reader");
    await page.getByRole("button", { name: "Create the link" }).click();
    const link = (await page.getByLabel("Invitation link").locator("code").textContent()) ?? "";
    await page.getByRole("button", { name: "Done" }).click();

    const guest = await openPage();
    await guest.goto(link);
    await guest.getByLabel("Name").fill("Bea");
    await guest.getByLabel("Email").fill("bea@example.com");
    await guest.getByLabel("Password", { exact: true }).fill("a long enough password");
    await guest.getByRole("button", { name: "Join" }).click();
    await guest.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await guest.getByRole("link", { name: "Members", exact: true }).count()).toBe(0);
    await guest.getByText("Create an endpoint for your client").waitFor();
    await guest.getByRole("link", { name: "Tools", exact: true }).click();
    const paths = () => guest.getByRole("treeitem").locator("code").allTextContents();
    await expect.poll(paths).toEqual(["samples.notes.list"]);
    await guest.goto(`${gateway.url}/members`);
    await guest.getByText("This page is for admins").waitFor();

    await guest.getByRole("button", { name: /Bea/ }).click();
    await guest.getByRole("menuitem", { name: "Sign out" }).click();
    await guest.getByLabel("Email").fill("bea@example.com");
    await guest.getByLabel("Password", { exact: true }).fill("a wrong password");
    await guest.getByRole("button", { name: "Sign in" }).click();
    await guest.getByRole("alert").waitFor();
    await guest.getByLabel("Password", { exact: true }).fill("a long enough password");
    await guest.getByRole("button", { name: "Sign in" }).click();
    await guest.getByRole("heading", { name: "Overview" }).waitFor();

    await page.reload();
    await page.getByLabel("Role of Bea").selectOption("member");
    await page.getByText("Bea is now member").waitFor();
    expect((await askAs<{ tools: unknown[] }>(guest, "GET", "/tools")).tools).toHaveLength(5);
    await page.getByRole("button", { name: "Remove Bea" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Bea is no longer a member").waitFor();
    await guest.getByRole("link", { name: "Endpoints", exact: true }).click();
    await guest.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("the theme follows the system until one is chosen, which is kept", async () => {
    const { page } = await openDashboard({ colorScheme: "light" });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole("button", { name: /Owner/ }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await background()).toBe(dark);
  });

  test("pages are reached by keyboard: the skip link, and g with a letter", async () => {
    const { page } = await openDashboard();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the page");
    await goTo(page, "t");
    await page.getByRole("heading", { name: "Tools", level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Tools");
    await expect.poll(() => page.title()).toBe("Tools · Toolshed");
  });

  test("hashed files are kept by the browser, pages are not, and other paths are missing", async () => {
    const gateway = await startGateway();
    const html = { headers: { accept: "text/html" } };
    const page = await fetch(`${gateway.url}/connections`, html);
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const text = await page.text();
    const script = /src="(\/assets\/[^"]+)"/.exec(text)?.[1];
    const asset = await fetch(gateway.url + script);
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect((await fetch(`${gateway.url}/assets/gone.js`)).status).toBe(404);
    expect((await fetch(`${gateway.url}/api/nothing`, html)).status).toBe(404);
  });

  test("the first page loads little JavaScript before it is complete", async () => {
    const gateway = await startGateway();
    const read = async (path: string) => (await fetch(gateway.url + path)).text();
    const html = await read("/");
    const code = new Map<string, string>();
    async function load(path: string) {
      if (code.has(path)) return;
      code.set(path, "");
      const text = await read(path);
      code.set(path, text);
      const imported = [...text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, name]) => name);
      await Promise.all(imported.map((name) => load(`/assets/${name}`)));
    }
    await Promise.all([...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = ""]) => load(path)));
    const [overview] = /assets\/overview-page-[\w-]+\.js/.exec([...code.values()].join("")) ?? [];
    await load(`/${overview}`);
    const bytes = [...code.values()].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
    expect([...code.keys()].join(" ")).toMatch(/first-.* .*overview-page-.* .*shared-/);
    expect(bytes, [...code.keys()].join("\n")).toBeLessThanOrEqual(180_000);
  });
});
