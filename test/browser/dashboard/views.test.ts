import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { runCommand } from "../../fixtures/command.ts";
import { startViewUpstream } from "../../fixtures/view-upstream.ts";
import { type Dashboard, openDashboard } from "./open-dashboard.ts";

const published = (name: string) =>
  fileURLToPath(
    new URL(`../../peers/node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url),
  );

/** Runs a tool on its page. */
async function run({ page, gateway }: Dashboard, path: string): Promise<void> {
  await page.goto(`${gateway.url}/tools/${path}`);
  await page.getByRole("button", { name: "Run" }).click();
}

describe.skipIf(!chromiumPath)("Views in the dashboard", () => {
  test("a tool with a View is marked, shown beside its result, and its View reaches its own server", async () => {
    const dashboard = await openDashboard();
    const { gateway, page } = dashboard;
    const args = [
      "add",
      "mcp",
      "monitor",
      "--",
      process.execPath,
      published("server-system-monitor"),
      "--stdio",
    ];
    expect((await runCommand(args, { TOOLSHED_HOME: gateway.home })).code).toBe(0);
    await page.goto(`${gateway.url}/tools`);
    const entry = page.getByRole("listitem").filter({ hasText: "monitor.get_system_info" });
    await entry.getByText("has a View").waitFor();
    const ofViews = page.getByRole("listitem").filter({ hasText: "monitor.poll_system_stats" });
    await ofViews.getByText("for Views only").waitFor();

    await run(dashboard, "monitor.get_system_info");
    await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
    const view = page.getByRole("region", { name: "Result" }).frameLocator("iframe").frameLocator("iframe");
    await view.getByText("Hostname").waitFor();
    // It polls its server by a tool that no model sees.
    await view.getByText(/GB \/ /).waitFor();
    const { calls } = await dashboard.ask<{ calls: { path: string; via: string }[] }>("GET", "/calls");
    expect(calls).toContainEqual(
      expect.objectContaining({ path: "monitor.poll_system_stats", outcome: "ok" }),
    );

    await page.getByText("Tree", { exact: true }).click();
    await page.getByText("hostname").first().waitFor();
    await page.getByText("View", { exact: true }).click();
    await view.getByText("Hostname").waitFor();
  });

  test("a View that is blocked says why, and a person's permission is remembered", async () => {
    const dashboard = await openDashboard();
    const { page } = dashboard;
    const upstream = await startViewUpstream();
    upstream.view.text = `<!doctype html><p id="said">nothing</p><script>
      const say = (text) => { document.getElementById("said").textContent = text; };
      try { new Function("return 1")(); say("it may"); } catch { say("it may not"); }
      const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
      addEventListener("message", ({ data }) => {
        if (data.id === 1) send({ method: "ui/notifications/initialized" });
        else if (data.method === "ping") send({ id: data.id, result: {} });
      });
      send({ id: 1, method: "ui/initialize", params: {
        protocolVersion: "2026-01-26", appInfo: { name: "x", version: "1" }, appCapabilities: {} } });
    </script>`;
    const config = { transport: "http", url: upstream.url, allowPrivate: true };
    await dashboard.ask("POST", "/sources", { id: "face", kind: "mcp", config });
    const view = page.getByRole("region", { name: "Result" }).frameLocator("iframe").frameLocator("iframe");

    await run(dashboard, "face.show");
    await view.getByText("it may not").waitFor();
    await page.getByText("Run code from text").waitFor();
    await page.getByRole("button", { name: "Allow for this View" }).click();
    await view.getByText("it may", { exact: true }).waitFor();
    await run(dashboard, "face.show");
    await view.getByText("it may", { exact: true }).waitFor();

    upstream.view.text += " ";
    await run(dashboard, "face.show");
    await page.getByText("is not as an admin has seen it").waitFor();
  });
});
