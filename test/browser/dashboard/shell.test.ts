import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { withResolvers } from "../../fixtures/with-resolvers.ts";
import { openDashboard } from "./open-dashboard.ts";

describe.skipIf(!chromiumPath)("around every page", () => {
  test("the palette finds tools, calls, pages and actions from the keyboard, the recent first", async () => {
    const { page, gateway, ask } = await openDashboard();
    await ask("POST", "/tools/samples.notes.list/call", {});
    const palette = page.getByRole("dialog", { name: "Search everything" });
    const field = palette.getByRole("combobox");
    const options = () => palette.getByRole("option").allTextContents();

    await page.getByRole("button", { name: "Search" }).click();
    await field.waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => palette.count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Search");

    await page.keyboard.press("Control+k");
    await palette.getByRole("group", { name: "Pages" }).waitFor();
    await field.fill("write a note");
    await expect.poll(options).toContainEqual(expect.stringContaining("samples.notes.create"));
    const isActive = (name: RegExp) => palette.getByRole("option", { name, selected: true }).count();
    while ((await isActive(/samples\.notes\.create/)) === 0) await page.keyboard.press("ArrowDown");
    const active = await field.getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${active}"]`).textContent()).toContain("samples.notes.create");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toBe(`${gateway.url}/tools/samples.notes.create`);

    await page.keyboard.press("Control+k");
    await palette.getByRole("group", { name: "Recent" }).waitFor();
    expect((await options())[0]).toContain("samples.notes.create");
    await palette.getByRole("group", { name: "Latest calls" }).getByText("samples.notes.list").waitFor();
    await field.fill("<img src=x onerror=alert(1)>");
    await palette.getByText("Nothing found.").waitFor();
    await field.fill("create end");
    await palette.getByRole("option", { name: "Create an endpoint", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: /endpoint/ }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.url()).toBe(`${gateway.url}/endpoints`);

    await page.keyboard.press("Control+k");
    await field.fill("dark theme");
    await palette.getByRole("option", { selected: true, name: "Use the dark theme" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });

  test("a page that renders late leaves the focus in the palette", async () => {
    const { page, gateway } = await openDashboard();
    const held = withResolvers();
    await page.route("**/assets/activity-page-*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    const field = page.getByRole("dialog", { name: "Search everything" }).getByRole("combobox");
    await page.getByRole("link", { name: "Activity", exact: true }).click();
    await expect.poll(() => page.url()).toBe(`${gateway.url}/activity`);
    await page.keyboard.press("Control+k");
    await field.fill("create end");
    held.resolve();
    await page.locator("h1", { hasText: "Activity" }).waitFor();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New endpoint" }).waitFor();
  });

  test("an approval is counted in the title, notified, explained and kept in the history", async () => {
    const { page, gateway, ask } = await openDashboard();
    await page.context().grantPermissions(["notifications", "clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => {
      const asked: string[] = [];
      class Recorded {
        static permission = "default";
        static async requestPermission() {
          asked.push("permission");
          Recorded.permission = "granted";
          return "granted";
        }
        onclick: (() => void) | null = null;
        constructor(title: string) {
          asked.push(title);
          Object.assign(window, { lastNotification: this });
        }
        close() {}
      }
      Object.assign(window, { Notification: Recorded, notified: asked });
    });
    const notified = () => page.evaluate(() => (window as unknown as { notified: string[] }).notified);
    await page.goto(`${gateway.url}/approvals`);
    await page.getByText("Nothing is waiting for you").waitFor();
    expect(await notified()).toEqual([]);
    await page.getByRole("button", { name: "Notify me" }).click();
    await page.getByRole("button", { name: "Stop notifying me" }).waitFor();

    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await ask("POST", "/approvals/rules", { pattern: "samples.notes.delete", effect: "ask" });
    await ask("POST", "/tools/samples.notes.delete/call", { arguments: { id: "first" } });
    await expect.poll(notified).toEqual(["permission", "A call waits for your approval"]);
    await expect.poll(() => page.title()).toBe("(1) Approvals · Toolshed");
    await page.getByText("May delete or overwrite data. This can’t be undone.").waitFor();
    await page.getByText("expires in 7 days").waitFor();

    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByText("Nothing is waiting for you").waitFor();
    await expect.poll(() => page.title()).toBe("Approvals · Toolshed");
    await page.getByRole("tab", { name: "History" }).click();
    const entry = page.getByRole("listitem").filter({ hasText: "samples.notes.delete" });
    await entry.getByText("Denied").waitFor();
    await entry.getByText("by Owner").waitFor();
  });
});
