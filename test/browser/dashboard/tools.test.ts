import { writeFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { requestAsCommand } from "../../fixtures/request-as-command.ts";
import { join } from "../../fixtures/team.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { findAxeViolations } from "../host/find-axe-violations.ts";
import { openDashboard } from "./open-dashboard.ts";

/** Ten thousand tools in a hundred groups. Every second one only reads, and every tenth is destructive. */
const plugin = `
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";
const inputSchema = z.object({ id: z.string() });
const numbers = Array.from({ length: 100 }, (_, at) => at);
const tool = (group, at) => defineTool({
  name: (at % 2 ? "Fetch" : "Make") + " thing " + at + " of group " + group,
  description: "Handles parcels.",
  inputSchema, readOnly: at % 2 === 1, destructive: at % 10 === 0, handler: () => null,
});
const group = (group) => Object.fromEntries(numbers.map((at) => ["thing_" + at, tool(group, at)]));
export default definePlugin({
  id: "big", name: "Big", description: "Many tools",
  tools: Object.fromEntries(numbers.map((at) => ["group_" + at, group(at)])),
});
`;
const pets = (summary: string) => `
openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example.com }]
paths:
  /pets:
    post: { operationId: addPet, summary: ${summary}, responses: { "200": { description: The pet } } }
`;
/** Of the page with any number of tools. */
const maxNodes = 3_000;
const countNodes = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe.skipIf(!chromiumPath)("the Tools page", () => {
  test("shows ten thousand tools by source, group, filter and search, all by keyboard", {
    timeout: 120_000,
  }, async () => {
    const { page, gateway } = await openDashboard();
    const file = joinPath(temporaryFolder(), "big.mjs");
    writeFileSync(file, plugin);
    expect((await requestAsCommand(gateway, "POST", "/plugins", { specifier: file })).status).toBe(201);
    const tree = page.getByRole("tree", { name: "Tools" });
    const status = page.getByRole("status").filter({ hasText: /tools|results|matches/ });
    const scrollTop = () => tree.evaluate(({ scrollTop }) => scrollTop);
    const chosen = page.locator("[aria-selected=true]");
    const titled = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

    await page.goto(`${gateway.url}/tools`);
    await status.getByText("10,009 tools", { exact: true }).waitFor();
    await expect
      .poll(() => tree.getByRole("treeitem").allTextContents())
      .toEqual([
        expect.stringMatching(/^big10,000/),
        expect.stringMatching(/^granola4/),
        expect.stringMatching(/^samples5/),
      ]);
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toMatch(/^big/);
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toMatch(/^Make thing 0 of group 0/);
    await page.keyboard.press("Enter");
    await titled("Make thing 0 of group 0");
    expect(new URL(page.url()).pathname).toBe("/tools/big.group_0.thing_0");
    await expect.poll(() => focused(page)).toMatch(/^Make thing 0 of group 0/);
    await page.keyboard.press("End");
    await expect.poll(() => focused(page)).toMatch(/^samples/);
    await page.keyboard.press("Home");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toMatch(/^group_0/);
    const group = tree.getByRole("treeitem", { name: /^group_0 / });
    expect(
      await group.evaluate((element) =>
        ["aria-level", "aria-posinset", "aria-setsize", "aria-expanded"].map((name) =>
          element.getAttribute(name),
        ),
      ),
    ).toEqual(["2", "1", "100", "true"]);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => group.getAttribute("aria-expanded")).toBe("false");

    // A link to a tool opens its groups and scrolls to it, in the list alone.
    await page.goto(`${gateway.url}/tools/big.group_54.thing_60`);
    await titled("Make thing 60 of group 54");
    await chosen.getByText("big.group_54.thing_60").waitFor();
    await expect.poll(() => isInSight(page)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await countNodes(page)).toBeLessThanOrEqual(maxNodes);
    const before = await scrollTop();
    await tree.getByText("big.group_54.thing_63").click();
    await titled("Fetch thing 63 of group 54");
    expect(await scrollTop()).toBe(before);
    await page.goBack();
    await titled("Make thing 60 of group 54");
    expect(await scrollTop()).toBe(before);
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);

    await page.getByRole("button", { name: "Destructive 1,002" }).click();
    await status.getByText("1,002 of 10,009 tools").waitFor();
    await page.getByLabel("Source").selectOption("samples (2)");
    await status.getByText("2 of 10,009 tools").waitFor();
    await page.reload();
    await expect
      .poll(() => tree.locator("code").allTextContents())
      .toEqual(["samples.notes.update", "samples.notes.delete"]);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      source: "samples",
      kind: "destructive",
    });

    await page.goto(`${gateway.url}/tools`);
    await tree.waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/query=parcels&/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const results = page.getByRole("list", { name: "Search results" });
    await page.keyboard.press("/");
    const asked = page.waitForRequest(/query=parcels&/);
    await page.keyboard.type("parcels");
    await asked;
    await page.keyboard.type(" thing 77");
    await status.getByText("The best 50 matches").waitFor();
    release();
    expect(await page.getByLabel("Search tools").inputValue()).toBe("parcels thing 77");
    await results
      .getByText(/^Why: .*"parcels" in the first sentence/)
      .first()
      .waitFor();
    expect(await results.getByText(/^Why: /).allTextContents()).not.toContainEqual(
      expect.stringMatching(/[+×]\d/),
    );
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toMatch(/thing 77/);
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Show more" }).click();
    await status.getByText("The best 100 matches").waitFor();
    expect(await countNodes(page)).toBeLessThanOrEqual(maxNodes);
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);

    // On a narrow screen a tool takes the place of the list, which is where it was afterwards.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${gateway.url}/tools?source=big`);
    for (const name of [/^big/, /^group_0/]) await tree.getByRole("treeitem", { name }).click();
    await tree.evaluate((element) => element.scrollTo(0, 2_000));
    await tree.getByText("big.group_0.thing_50").click();
    await titled("Make thing 50 of group 0");
    await tree.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "All tools" }).click();
    await tree.getByText("big.group_0.thing_50").waitFor();
    await expect.poll(scrollTop).toBe(2_000);
  });

  test("says why a tool is quarantined, to admins alone", async () => {
    const { page, gateway, ask } = await openDashboard();
    await ask("POST", "/sources", { id: "pets", kind: "openapi", config: { text: pets("Add a pet") } });
    await ask("PUT", "/sources/pets/document", { text: pets("Add a pet and bill its owner") });
    const member = await join(gateway, "Bea", "member");
    const path = "pets.pets.create";
    expect((await member.send("GET", `/tools/${path}`)).status).toBe(404);
    expect((await member.send("GET", "/tools/groups")).body).toMatchObject({
      total: 9,
      kinds: { quarantined: 0 },
    });

    await page.goto(`${gateway.url}/tools`);
    await page.getByRole("button", { name: "Quarantined 1" }).click();
    const row = page.getByRole("treeitem", { name: "Add a pet and bill its owner" });
    await row.getByText("quarantined").waitFor();
    await page.getByText("1 of 10 tools").waitFor();
    await row.click();
    const reason = page.getByRole("region", { name: "Why this tool is quarantined" });
    await reason.getByText("This tool has changed and waits for a review").waitFor();
    await reason.getByText("description changed").waitFor();
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    await reason.getByRole("link", { name: "Review pets" }).click();
    await page.getByRole("heading", { name: "pets", level: 1 }).waitFor();
  });
});

/** Whether the chosen tool can be seen in the list. */
const isInSight = (page: Page) =>
  page.evaluate(() => {
    const row = document.querySelector("[aria-selected=true]")?.getBoundingClientRect();
    const list = document.querySelector("[role=tree]")?.getBoundingClientRect();
    return Boolean(row && list && row.top >= list.top && row.bottom <= list.bottom);
  });
