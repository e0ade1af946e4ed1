import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { runCommand } from "../../fixtures/command.ts";
import { startGateway } from "../../fixtures/gateway.ts";
import { openHost } from "./open-host.ts";
import { startPublished } from "./start-server.ts";

describe.skipIf(!chromiumPath)("an endpoint that exposes a published MCP App server", () => {
  test.each([
    ["server-basic-vanillajs", "get-time", "Server Time"],
    ["server-system-monitor", "get-system-info", "Hostname"],
  ])("shows the View of %s in our host, with its own tools by their own names", async (name, tool, text) => {
    const gateway = await startGateway();
    const environment = { TOOLSHED_HOME: gateway.home };
    const upstreamUrl = await startPublished(name);
    await runCommand(["add", "mcp", "app", upstreamUrl, "--allow-private"], environment);
    const { stdout } = await runCommand(["endpoint", "create", "app", "--source", "app"], environment);
    const [, mcpUrl = ""] = /MCP URL {4}(\S+)/.exec(stdout) ?? [];

    const { page, sandboxUrl, toolCalls } = await openHost({ mcpUrl, expectedErrors: /unsafe-eval/ });
    await page.evaluate(
      async ([tool, sandboxUrl]) => {
        await globalThis.host.connect("/mcp");
        await globalThis.host.showTool(tool, sandboxUrl, { theme: "light" });
      },
      [tool, sandboxUrl] as const,
    );
    const view = page.frameLocator("iframe").frameLocator("iframe");
    await view.getByText(text).first().waitFor();
    const own = name === "server-system-monitor" ? "poll-system-stats" : "get-time";
    if (own === "get-time") await view.getByRole("button", { name: "Get Server Time" }).click();
    await expect.poll(() => toolCalls.filter((called) => called === own).length).toBeGreaterThan(0);
    const status = await runCommand(["status"], environment);
    expect(status.stdout).toMatch(new RegExp(`app\\.${own.replaceAll("-", "_")} {2}ok`));
  });
});
