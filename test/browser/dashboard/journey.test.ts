import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { granolaKey } from "../../fixtures/granola-server.ts";
import { connectClient } from "../../fixtures/mcp-client.ts";
import { openDashboard } from "./open-dashboard.ts";

describe.skipIf(!chromiumPath)("the first journey", () => {
  test("connect a service, see its tools in a client that is connected, revoke its endpoint", async () => {
    const { page, gateway, granola, ask } = await openDashboard();
    expect(page.url()).toBe(`${gateway.url}/`);

    await page.getByRole("link", { name: "Endpoints" }).click();
    await page.getByRole("button", { name: "New endpoint" }).click();
    await page.getByLabel("Name").fill("Journey");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "Your endpoint is ready" }).waitFor();
    const mcpUrl = (await page.getByLabel("MCP URL").locator("code").textContent()) ?? "";
    expect(mcpUrl).toMatch(/\/api\/mcp\/tsk_/);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText(mcpUrl.split("/").at(-1) ?? "").waitFor({ state: "detached" });

    const agent = await connectClient(mcpUrl);
    const search = async () =>
      JSON.stringify(await agent.use("search_tools", { query: "granola meeting notes" }));
    expect(await search()).not.toContain('"path":"granola.personal.notes.list"');
    expect((await agent.call("granola.personal.notes.list")).isError).toBe(true);

    await page.getByRole("link", { name: "Connections" }).click();
    await page.getByRole("button", { name: "Connect: Granola", exact: true }).click();
    await page.getByLabel("Key", { exact: true }).fill("grn_a-wrong-key");
    await page.getByRole("button", { name: "Test and save" }).click();
    await page
      .getByRole("alert")
      .getByText(/Granola did not accept the key/)
      .waitFor();
    expect(granola.requests).toHaveLength(1);
    const { providers } = await ask<{ providers: { id: string; personal: unknown }[] }>(
      "GET",
      "/connections",
    );
    expect(providers.find(({ id }) => id === "granola-personal")?.personal).toEqual([]);

    await page.getByLabel("Key", { exact: true }).fill(granolaKey);
    await page.getByRole("button", { name: "Test and save" }).click();
    await page.getByText("Key ending in").waitFor();
    await page.getByText(granolaKey.slice(-4), { exact: true }).waitFor();
    expect(await page.getByText(granolaKey).count()).toBe(0);

    expect(await search()).toContain("granola.personal.notes.list");
    expect((await agent.call("granola.personal.notes.list")).isError).toBeUndefined();

    await page.getByRole("link", { name: "Endpoints" }).click();
    await page.getByRole("button", { name: "Revoke Journey" }).click();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("The next call with its token fails.").waitFor();
    await expect(agent.call("samples.notes.list")).rejects.toThrow();
    await expect.poll(() => page.getByRole("button", { name: "Revoke Journey" }).count()).toBe(0);
  });
});
