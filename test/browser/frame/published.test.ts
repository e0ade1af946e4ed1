import { fileURLToPath } from "node:url";
import type { FrameLocator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { runCommand } from "../../fixtures/command.ts";
import { startGateway } from "../../fixtures/gateway.ts";
import { connectClient } from "../../fixtures/mcp-client.ts";
import { type OpenFrame, openFrame } from "./open-frame.ts";
import type { Answer } from "./page.ts";

interface Published {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  use(view: FrameLocator, opening: OpenFrame): Promise<void>;
}

const called = ({ calls }: OpenFrame) => calls.flatMap(({ params }) => params?.name ?? []);

async function useTimeView(view: FrameLocator, opening: OpenFrame): Promise<void> {
  await view.getByRole("button", { name: "Get Server Time" }).click();
  await expect.poll(() => called(opening)).toEqual(["get-time"]);
  await view.getByRole("button", { name: "Send Message" }).click();
  await expect.poll(() => opening.asked("ui/message")).toHaveLength(1);
  await view.getByRole("button", { name: "Open Link" }).click();
  await expect
    .poll(() => opening.asked("ui/open-link"))
    .toEqual([{ url: "https://modelcontextprotocol.io/" }]);
}

const servers: Published[] = [
  { name: "server-basic-react", path: "app.get_time", text: "Server Time", use: useTimeView },
  { name: "server-basic-vanillajs", path: "app.get_time", text: "Server Time", use: useTimeView },
  {
    name: "server-budget-allocator",
    path: "app.get_budget_data",
    text: "Allocated: $100,000 / $100,000",
    async use(view) {
      await view.getByRole("slider").first().fill("40");
      await view.getByText("Allocated: $115,000 / $100,000").waitFor();
    },
  },
  {
    name: "server-system-monitor",
    path: "app.get_system_info",
    text: "Hostname",
    async use(view, opening) {
      // No model sees this tool.
      await expect.poll(() => called(opening)).toContain("poll-system-stats");
      await view.getByText(/GB \/ /).waitFor();
      await view.getByRole("button", { name: "Stop" }).click();
      await view.getByRole("button", { name: "Start" }).waitFor();
    },
  },
];
const fileOf = (name: string) =>
  fileURLToPath(
    new URL(`../../peers/node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url),
  );

describe.skipIf(!chromiumPath)("the official host and client, through a gateway", () => {
  test.each(servers)("show the View of $name, which works with its own server", async (server) => {
    const gateway = await startGateway();
    const args = ["add", "mcp", "app", "--", process.execPath, fileOf(server.name), "--stdio"];
    expect((await runCommand(args, { TOOLSHED_HOME: gateway.home })).code).toBe(0);
    const { client } = await connectClient(gateway.mcpUrl);
    const { tools } = await client.listTools();
    const shows = tools.find(({ name }) => name === "show_tool")?._meta as { ui: { resourceUri: string } };
    const { contents } = await client.readResource({ uri: shows.ui.resourceUri });
    const { text: served } = contents[0] as { text: string };
    const input = { path: server.path, arguments: {} };
    const result = await client.callTool({ name: "show_tool", arguments: input });

    const opening = await openFrame({
      served,
      input,
      result,
      // Views probe for it, and then do without. This host also allows no connection to the gateway.
      expectedErrors: /unsafe-eval|views.live/,
      answer: async ({ name, ...args }) =>
        ({ result: await client.callTool({ name, arguments: args as never }) }) as Answer,
    });
    const { page } = opening;
    const view = page.frameLocator("iframe").frameLocator("iframe");
    await view.getByText(server.text).first().waitFor();
    await expect.poll(opening.stripText).toBeUndefined();

    const color = () => view.locator("body").evaluate((body) => getComputedStyle(body).color);
    const inLight = await color();
    await page.evaluate(() => frameHost.bridge.sendHostContextChange({ theme: "dark" }));
    await expect.poll(color).not.toBe(inLight);

    await server.use(view, opening);
    const height = () => page.evaluate(() => frameHost.element.getBoundingClientRect().height);
    await expect.poll(height).toBeGreaterThan(150);
    expect(await page.evaluate(() => frameHost.bridge.teardownResource({}))).toEqual({});
    await expect.poll(opening.inner).toBeUndefined();
  });
});
