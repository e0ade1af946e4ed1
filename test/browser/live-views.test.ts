import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { MountedView } from "@toolshed/apps/host";
import type { LiveTools } from "@toolshed/apps/live";
import type { FrameLocator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { doors } from "../fixtures/agent-doors.ts";
import { chromiumPath, openPage } from "../fixtures/browser.ts";
import { type OwnGateway, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { connectClient, type TestClient } from "../fixtures/mcp-client.ts";
import { askAsView, show } from "../fixtures/showing.ts";
import { root } from "../fixtures/source-files.ts";
import { typeArguments } from "./dashboard/type-arguments.ts";
import { connected, type OpenFrame, openFrame } from "./frame/open-frame.ts";
import type { Answer } from "./frame/page.ts";
import { openHost } from "./host/open-host.ts";
import { startGardens } from "./host/start-server.ts";

const SHOWN = "gardens.find_gardens";
const INPUT = { season: "spring" };
const FORM = { date: "2027-05-01", people: 2, garden: "kew" };
const KEW = { id: "kew", name: "Kew", place: "London", bestIn: "May" };

/** A gateway with the server of the React example, and a client that never shows a View. */
async function startGatewayWithGardens(): Promise<{ gateway: OwnGateway; client: TestClient }> {
  const [gateway, url] = await Promise.all([startGateway({}), startGardens()]);
  const config = { transport: "http", url, allowPrivate: true };
  await doors(gateway).request("/sources", { id: "gardens", kind: "mcp", config });
  return { gateway, client: await connectClient(gateway.mcpUrl) };
}

/** Works in the View and drives its tools by `call_tool` of an MCP client. */
async function driveTools(view: FrameLocator, path: string, { call, use }: TestClient): Promise<void> {
  const answer = async (tool: string, args = {}) => {
    const { content } = await call(`${path}.${tool}`, args);
    return content[0]?.text ?? "";
  };
  expect(JSON.parse(await answer("get_selection"))).toEqual({ selected: null });
  expect(await answer("clear_selection")).toContain("clear_selection");

  await view.getByRole("button", { name: /^Kew/ }).click();
  await view.getByLabel("Day").fill("2027-05-01");
  // A tool appears with the selection.
  await expect
    .poll(async () => (await use("search_tools", { query: "Selects Kew no longer" })).content[0]?.text)
    .toContain(`${path}.clear_selection`);
  expect(JSON.parse(await answer("get_selection"))).toEqual({ selected: KEW });
  expect(JSON.parse(await answer("get_form_data"))).toEqual(FORM);
  expect(await answer("set_highlight", { id: "keukenhof", color: "violet" })).toContain("keukenhof");
  await view.locator('li[data-highlight="violet"]', { hasText: "Keukenhof" }).waitFor();
}

/** Reads the View by a script. What is not marked read-only waits for a person. */
async function driveByScript(path: string, gateway: TestGateway): Promise<void> {
  const script = `const view = tools.${path};
    const read = [await view.get_selection({}), await view.get_form_data({})];
    console.log(read);
    await view.set_highlight({ id: "shinjuku", color: "amber" });`;
  const { logs, paused } = await doors(gateway).agent("run", { script });
  const message = JSON.stringify([{ selected: KEW }, FORM]);
  expect(logs).toEqual([expect.objectContaining({ message })]);
  expect(paused?.toolPath).toBe(`${path}.set_highlight`);
}

describe.skipIf(!chromiumPath)("the tools of an open View", () => {
  test("are called while the dashboard shows the View, also after the gateway was killed and started again", async () => {
    const { gateway, client } = await startGatewayWithGardens();
    const page = await openPage();
    await page.goto(gateway.signInLink);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.goto(`${gateway.url}/tools/${SHOWN}`);
    await page.getByText("JSON", { exact: true }).first().click();
    await typeArguments(page, JSON.stringify(INPUT));
    await page.getByRole("button", { name: "Run" }).click();
    const listed = page.getByRole("region", { name: "Tools of the View" });
    const shownPath = (tool: string) => listed.getByText(new RegExp(`^views\\.find_gardens_\\w+\\.${tool}$`));
    const path = ((await shownPath("get_selection").textContent()) ?? "").replace(/\.get_selection$/, "");
    await listed.getByText("In the catalog while this View is open.").waitFor();
    for (const [tool, badge] of Object.entries({
      get_selection: "read-only",
      set_highlight: "destructive",
    })) {
      const entry = listed.getByRole("listitem").filter({ hasText: `.${tool}` });
      await entry.getByText(badge, { exact: true }).waitFor();
    }
    const popup = page.waitForEvent("popup");
    await listed.getByRole("link", { name: `${path}.get_selection` }).click();
    const tab = await popup;
    await tab.getByRole("button", { name: "Run" }).click();
    await tab.getByText("Done", { exact: true }).waitFor();
    await tab.close();
    const view = page.getByRole("region", { name: "Result" }).frameLocator("iframe").frameLocator("iframe");
    await driveTools(view, path, client);
    await driveByScript(path, gateway);
    await shownPath("clear_selection").waitFor();

    await gateway.end("SIGKILL");
    const { port } = new URL(gateway.url);
    const again = await startGateway({ home: gateway.home, environment: { PORT: port } });
    const second = await connectClient(again.mcpUrl);
    const ask = () => second.call(`${path}.get_selection`).then(({ content }) => content[0]?.text);
    await expect.poll(ask).toBe(JSON.stringify({ selected: KEW }));

    await page.getByRole("link", { name: "Connections" }).click();
    await expect.poll(ask).toMatch(/closed|not open|no longer/i);
  });

  test("are called while the frame shows the View in the official host, and its state survives", async () => {
    const { gateway, client } = await startGatewayWithGardens();
    const { contents } = await client.client.readResource({ uri: "ui://toolshed/view.html" });
    const { text: served } = contents[0] as { text: string };
    const open = async (way: "poll" | "stream"): Promise<OpenFrame & { handle: string }> => {
      const { answer: result, handle } = await show(client, SHOWN, INPUT);
      const opening = await openFrame({
        served,
        input: { path: SHOWN, arguments: INPUT },
        result: { ...result },
        expectedErrors: /Content Security Policy/,
        connect: way === "stream" ? gateway.url : "'none'",
        capabilities: {
          serverTools: {},
          sandbox: { csp: { connectDomains: way === "stream" ? [gateway.url] : [] } },
        },
        answer: async ({ name, ...args }) =>
          ({ result: await client.use(name, args as never) }) as unknown as Answer,
      });
      await connected(opening);
      return Object.assign(opening, { handle });
    };
    const viewIn = ({ page }: OpenFrame) => page.frameLocator("iframe").frameLocator("iframe");
    const pathOf = async () => {
      const { content } = await client.use("search_tools", { query: "garden that the person has selected" });
      const found: { path: string }[] = JSON.parse(content[0]?.text ?? "[]");
      return found.map((it) => it.path).find((it) => it.endsWith(".get_selection"));
    };

    const opening = await open("stream");
    await expect.poll(pathOf).toMatch(/^views\.find_gardens_/);
    const path = ((await pathOf()) as string).replace(/\.get_selection$/, "");
    await driveTools(viewIn(opening), path, client);
    await driveByScript(path, gateway);
    expect(opening.liveCalls.map(({ method }) => method)).not.toContain("live/poll");
    // The frame's policy allows the gateway's address, and that of the View inside it does not.
    const blocked = opening.inner()?.evaluate(
      (url) =>
        new Promise((resolve) => {
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
            resolve(effectiveDirective),
          );
          fetch(url).catch(() => {});
        }),
      gateway.url,
    );
    expect(await blocked).toBe("connect-src");

    // The host shows the same result again: the same path, and what the person was doing.
    await opening.page.evaluate(() => frameHost.bridge.teardownResource({}));
    expect((await client.call(`${path}.get_selection`)).isError).toBe(true);
    await opening.mount();
    await viewIn(opening).locator('button[aria-pressed="true"]', { hasText: "Kew" }).waitFor();
    await expect.poll(() => viewIn(opening).getByLabel("Day").inputValue()).toBe("2027-05-01");
    await expect
      .poll(async () => (await client.call(`${path}.get_selection`)).content[0]?.text)
      .toBe(JSON.stringify({ selected: KEW }));
    const refused = await askAsView(client, opening.handle, "state/write", { state: "x".repeat(65_535) });
    expect(refused.error.message).toBe(
      "The state of a View may have up to 64 KB as JSON. This one has 65 KB.",
    );
    await opening.page.evaluate(() => frameHost.bridge.teardownResource({}));

    // Another showing is another View, which starts without a selection. This host allows no connection.
    const other = await open("poll");
    await expect.poll(pathOf).toMatch(/^views\.find_gardens_/);
    const otherPath = ((await pathOf()) as string).replace(/\.get_selection$/, "");
    expect(otherPath).not.toBe(path);
    await driveTools(viewIn(other), otherPath, client);
    expect(other.liveCalls.map(({ method }) => method)).toContain("live/poll");
  });

  test("are called while a page of your own shows the View, as docs/views.md says", async () => {
    const { gateway, client } = await startGatewayWithGardens();
    const { page, sandboxUrl } = await openHost({ mcpUrl: gateway.mcpUrl, entry: writeDocumentedPage() });
    await page.evaluate((url) => showDocumented(url), sandboxUrl);
    const view = page.frameLocator("iframe").frameLocator("iframe");
    await expect.poll(() => page.evaluate(() => documented.live.status.state)).toBe("open");
    const path = `views.${await page.evaluate(() => documented.live.status.id)}`;
    await driveTools(view, path, client);
    await view.getByRole("button", { name: "Plan the visit" }).click();
    await view.getByText("Planned.").waitFor();
    await page.evaluate(async () => {
      await documented.live.close();
      await documented.view.teardown();
    });
    expect((await client.call(`${path}.get_selection`)).isError).toBe(true);
  });
});

declare global {
  var showDocumented: (sandboxUrl: string) => Promise<void>;
  var documented: { live: LiveTools; view: MountedView };
}

/** Makes the code of docs/views.md a page's script. What the text takes for granted comes before it. Returns its path. */
function writeDocumentedPage(): string {
  const docs = readFileSync(`${root}docs/views.md`, "utf8");
  const block = docs.split(/^```\w*\n/m).find((text) => text.startsWith("// page.ts")) ?? "";
  const lines = block.slice(0, block.indexOf("```")).split("\n");
  const isImport = (line: string) => line.startsWith("import ");
  const code = [
    ...lines.filter(isImport),
    'import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";',
    "globalThis.showDocumented = async (sandboxUrl) => {",
    'const client = new Client({ name: "page", version: "1" });',
    'await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.origin)));',
    "const container = document.body;",
    ...lines.filter((line) => !isImport(line)),
    "globalThis.documented = { live, view };",
    "};",
  ];
  mkdirSync(`${root}.cache`, { recursive: true });
  writeFileSync(`${root}.cache/documented-page.ts`, code.join("\n"));
  return "../../../.cache/documented-page.ts";
}
