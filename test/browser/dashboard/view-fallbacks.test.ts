import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { startViewUpstream } from "../../fixtures/view-upstream.ts";
import { openDashboard } from "./open-dashboard.ts";
import { typeArguments } from "./type-arguments.ts";

describe.skipIf(!chromiumPath)("a result beside a View in the dashboard", () => {
  test("shows why a call failed above its View", async () => {
    const { page, gateway } = await openDashboard();
    await page.goto(`${gateway.url}/tools/samples.notes.list`);
    await page.getByRole("button", { name: "Run", disabled: false }).waitFor();
    await page.getByText("JSON", { exact: true }).first().click();
    await typeArguments(page, '{ "limit": "many" }');
    await page.getByRole("button", { name: "Run" }).click();
    const result = page.getByRole("region", { name: "Result" });
    await result.getByText("Failed", { exact: true }).waitFor();
    await expect.poll(() => result.getByRole("alert").textContent()).toContain("limit");
    await result.frameLocator("iframe").frameLocator("iframe").getByText("Notes").first().waitFor();
  });

  test("shows the result if its View cannot be opened", async () => {
    const dashboard = await openDashboard();
    const { page, gateway } = dashboard;
    const upstream = await startViewUpstream();
    const config = { transport: "http", url: upstream.url, allowPrivate: true };
    await dashboard.ask("POST", "/sources", { id: "face", kind: "mcp", config });
    upstream.isReadable = false;
    await page.goto(`${gateway.url}/tools/face.show`);
    await page.getByRole("button", { name: "Run" }).click();
    const result = page.getByRole("region", { name: "Result" });
    await result.getByRole("alert").waitFor();
    await result.getByText("shown", { exact: true }).waitFor();

    upstream.isReadable = true;
    upstream.view = { ...upstream.view, text: "<p>changed</p>" };
    await page.getByRole("button", { name: "Run" }).click();
    await expect
      .poll(() => result.getByRole("alert").textContent())
      .toContain("The View of face.show is not as an admin has seen it.");
    await result.getByText("shown", { exact: true }).waitFor();
    await result.getByRole("link", { name: "Sources" }).click();
    await page.getByText("1 change to review").waitFor();
  });

  test("shows the result and says why where Views are off", async () => {
    const { page, gateway } = await openDashboard();
    await page.route("**/api/v1/session", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), sandboxUrl: null } });
    });
    await page.goto(`${gateway.url}/tools/samples.notes.list`);
    await page.getByRole("button", { name: "Run" }).click();
    const result = page.getByRole("region", { name: "Result" });
    await expect.poll(() => result.getByRole("alert").textContent()).toContain("Views are off");
    await expect.poll(() => result.textContent()).toContain("notes");
  });
});
