import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { root } from "../../fixtures/source-files.ts";
import { countColors } from "./count-colors.ts";
import { type OpenHost, openHost } from "./open-host.ts";
import { startPublished } from "./start-server.ts";

const screenshots = join(root, ".cache/screenshots");
mkdirSync(screenshots, { recursive: true });

/** The published servers, unchanged. Each View's own controls are used as a person would. */
const servers: {
  name: string;
  tool: string;
  text: string;
  use: (view: FrameLocator, host: OpenHost) => Promise<void>;
}[] = [
  { name: "server-basic-react", tool: "get-time", text: "Server Time", use: useTimeView },
  { name: "server-basic-vanillajs", tool: "get-time", text: "Server Time", use: useTimeView },
  {
    name: "server-budget-allocator",
    tool: "get-budget-data",
    text: "Allocated: $100,000 / $100,000",
    async use(view) {
      await view.getByRole("slider").first().fill("40");
      await view.getByText("Allocated: $115,000 / $100,000").waitFor();
    },
  },
  {
    name: "server-system-monitor",
    tool: "get-system-info",
    text: "Hostname",
    async use(view, { page, toolCalls }) {
      expect(await page.evaluate(() => host.modelTools())).toEqual(["get-system-info"]);
      await expect.poll(() => toolCalls).toContain("poll-system-stats");
      await view.getByRole("button", { name: "Stop" }).click();
      await view.getByRole("button", { name: "Start" }).waitFor();
    },
  },
];

async function useTimeView(view: FrameLocator, { page, toolCalls }: OpenHost): Promise<void> {
  const callsBefore = toolCalls.length;
  await view.getByRole("button", { name: "Get Server Time" }).click();
  await expect.poll(() => toolCalls.length).toBe(callsBefore + 1);
  await view.getByRole("button", { name: "Send Message" }).click();
  await view.getByRole("button", { name: "Open Link" }).click();
  const asked = () => page.evaluate(() => host.asked);
  await expect.poll(asked).toContainEqual({
    method: "ui/open-link",
    params: { url: "https://modelcontextprotocol.io/" },
  });
  expect(await asked()).toContainEqual(expect.objectContaining({ method: "ui/message" }));
}

describe.skipIf(!chromiumPath)("a published MCP App server", () => {
  test.each(servers)("$name runs in our host", async ({ name, tool, text, use }) => {
    const mcpUrl = await startPublished(name);
    const host = await openHost({ mcpUrl, expectedErrors: /unsafe-eval/ });
    const { page, sandboxUrl } = host;
    await page.evaluate(
      async ([tool, sandboxUrl]) => {
        await globalThis.host.connect("/mcp");
        await globalThis.host.showTool(tool, sandboxUrl, { theme: "light" });
      },
      [tool, sandboxUrl] as const,
    );
    const view = page.frameLocator("iframe").frameLocator("iframe");
    await view.getByText(text).first().waitFor();
    const stages = () => page.evaluate(() => globalThis.host.seen.status.map(({ stage }) => stage));
    await expect.poll(stages).toEqual(["resource", "sandbox", "initialize", "input", "result", "ready"]);
    const light = await page.screenshot({ path: join(screenshots, `${name}-light.png`) });
    expect(await countColors(page, light)).toBeGreaterThan(20);

    const color = () => view.locator("body").evaluate((body) => getComputedStyle(body).color);
    const colorInLight = await color();
    await page.evaluate(() => globalThis.host.view.bridge.setHostContext({ theme: "dark" }));
    await expect.poll(color).not.toBe(colorInLight);
    await page.screenshot({ path: join(screenshots, `${name}-dark.png`) });

    await use(view, host);
    await page.evaluate(() => globalThis.host.view.teardown());
    await expect.poll(() => page.frames().length).toBe(1);
  });
});
