import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chromiumPath, openPage } from "../fixtures/browser.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { root } from "../fixtures/source-files.ts";

const screenshots = join(root, ".cache/screenshots");
mkdirSync(screenshots, { recursive: true });

describe.skipIf(!chromiumPath)("the dashboard", () => {
  test("the printed link opens it, signed in, with the MCP URL and the tools", async () => {
    const gateway = await startGateway();
    const page = await openPage();
    await page.goto(gateway.signInLink);
    expect(page.url()).toBe(`${gateway.url}/`);

    expect(await page.getByText(gateway.token).count()).toBe(0);
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText(gateway.mcpUrl).waitFor();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(gateway.mcpUrl);

    const paths = () => page.getByRole("listitem").locator("code").allTextContents();
    await expect.poll(paths).toHaveLength(4);
    await page.getByLabel("Search tools").fill("throw a note away: delete it");
    await expect.poll(async () => (await paths())[0]).toBe("samples.notes.delete");
    await page.getByLabel("Search tools").fill("zebra");
    await page.getByText("No tool matches.").waitFor();
  });

  test("a link that was used says so and names the next step", async () => {
    const gateway = await startGateway();
    await fetch(gateway.signInLink, { redirect: "manual" });
    const page = await openPage();
    await page.goto(gateway.signInLink);
    await page.getByRole("heading", { name: "This link has been used or is too old" }).waitFor();
    await page.getByText("npx toolshed status").waitFor();
    await page.goto(gateway.url);
    await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
  });

  test.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 360],
  ] as const)("fits in %s at %i pixels", async (colorScheme, width) => {
    const gateway = await startGateway();
    const page = await openPage({ colorScheme, width });
    await page.goto(gateway.signInLink);
    await page.getByText("samples.notes.delete").waitFor();
    await page.getByRole("button", { name: "Show" }).click();
    await page.screenshot({
      path: join(screenshots, `dashboard-${colorScheme}-${width}.png`),
      fullPage: true,
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
