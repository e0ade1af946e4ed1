import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { granolaKey, otherGranolaKey } from "../../fixtures/granola-server.ts";
import { connectClient } from "../../fixtures/mcp-client.ts";
import { openDashboard } from "./open-dashboard.ts";

describe.skipIf(!chromiumPath)("several accounts of one service", () => {
  test("are added, chosen for a call, made the default and disconnected on the pages", async () => {
    const { page, gateway, granola, ask } = await openDashboard();
    await ask("PUT", "/connections/granola-personal", { key: granolaKey });
    await page.goto(`${gateway.url}/connections`);

    await page.getByRole("button", { name: "Add another account: Granola", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Key", { exact: true }).fill(otherGranolaKey);
    await dialog.getByLabel("Name of the account").fill("default");
    await dialog.getByText("An account with this name already exists.").waitFor();
    await dialog.getByLabel("Name of the account").fill("work");
    await dialog.getByRole("button", { name: "Test and save" }).click();
    const first = page.getByRole("listitem", { name: "Granola, default" });
    const second = page.getByRole("listitem", { name: "Granola, work" });
    await second.getByText(otherGranolaKey.slice(-4), { exact: true }).waitFor();
    await second.getByText("Connected", { exact: true }).waitFor();
    await first.getByText("Default", { exact: true }).waitFor();

    await page.goto(`${gateway.url}/tools/granola.personal.notes.list`);
    const connection = page.getByLabel("Connection", { exact: true });
    await expect.poll(() => connection.locator("option").allTextContents()).toEqual(["default", "work"]);
    for (const [name, key] of [
      ["work", otherGranolaKey],
      ["default", granolaKey],
    ] as const) {
      await connection.selectOption(name);
      const before = granola.keys.length;
      await page.getByRole("button", { name: "Run" }).click();
      await expect.poll(() => granola.keys.slice(before)).toEqual([key]);
      await page.getByText("Done", { exact: true }).waitFor();
    }
    await page.goto(`${gateway.url}/activity`);
    await page
      .getByRole("link", { name: /granola\.personal\.notes\.list/ })
      .last()
      .click();
    await page.getByRole("definition").getByText("work", { exact: true }).waitFor();

    await page.goto(`${gateway.url}/connections`);
    await page.getByRole("button", { name: "Make default: Granola, work" }).click();
    await second.getByText("Default", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Disconnect: Granola, work" }).click();
    await dialog.getByText("Its tools will use the account default instead.").waitFor();
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("button", { name: "Disconnect: Granola", exact: true }).waitFor();
  });

  test("an endpoint is made for one of them", async () => {
    const { page, gateway, granola, ask } = await openDashboard();
    await ask("PUT", "/connections/granola-personal", { key: granolaKey, name: "home" });
    await ask("PUT", "/connections/granola-personal", { key: otherGranolaKey, name: "work" });
    await page.goto(`${gateway.url}/endpoints`);
    await page.getByRole("button", { name: "New endpoint" }).click();
    await page.getByLabel("Name").fill("At work");
    await page.getByLabel("Connection of Granola", { exact: true }).selectOption("work");
    await page.getByRole("button", { name: "Create" }).click();
    const mcpUrl = (await page.getByLabel("MCP URL").locator("code").textContent()) ?? "";
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("granola-personal as work").waitFor();

    const agent = await connectClient(mcpUrl);
    await agent.call("granola.personal.notes.list");
    expect(granola.keys.at(-1)).toBe(otherGranolaKey);
    const other = { path: "granola.personal.notes.list", connection: "home" };
    expect((await agent.use("call_tool", other)).content[0]?.text).toContain("and no other");
  });
});
