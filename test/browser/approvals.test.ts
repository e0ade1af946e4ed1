import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { doors } from "../fixtures/agent-doors.ts";
import { chromiumPath, openPage, type PageOptions, settle } from "../fixtures/browser.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { findAxeViolations } from "./host/find-axe-violations.ts";

const script = `
  const { id } = await tools.samples.notes.create({ title: "<b>bold</b>" });
  return await tools.samples.notes.delete({ id });
`;
const deleting = "samples.notes.delete, asked by command";

/** A tool that asks for one of each kind of field. */
const plugin = `
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name on the ticket", description: "As it is in the passport." },
    seat: { type: "string", oneOf: [{ const: "a", title: "Aisle" }, { const: "w", title: "Window" }] },
    bags: { type: "integer", maximum: 3 },
    meals: { type: "array", items: { type: "string", enum: ["lunch", "dinner"] } },
    flexible: { type: "boolean", description: "May be changed later." },
    note: { type: "string" },
  },
  required: ["name", "seat", "bags"],
};

export default definePlugin({
  id: "trips",
  name: "Trips",
  description: "Trips",
  tools: {
    book: defineTool({
      name: "Book",
      description: "Book a trip.",
      inputSchema: z.object({ to: z.string() }),
      handler: async (ctx) => (await ctx.elicit({ type: "form", message: "Who flies, and how?", schema })).content,
    }),
  },
});
`;

async function setUp(options?: PageOptions) {
  const gateway = await startGateway();
  const environment = { TOOLSHED_HOME: gateway.home };
  const page = await openPage(options);
  await page.goto(gateway.signInLink);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const command = (...args: string[]) => runCommand(args, environment);
  const { agent, request } = doors(gateway);
  /** As the command does, without starting one. */
  const run = () => agent("run", { script });
  return { gateway, page, command, request, run };
}

const waitingIn = (page: Page) =>
  page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /Approvals/ });

describe.skipIf(!chromiumPath)("the page of waiting approvals", () => {
  test("a paused run's link shows the arguments plainly, and the run continues after a click", async () => {
    const { page, command } = await setUp();
    const { stderr } = await command("run", "-e", script);
    const [, link = "", executionId = ""] =
      /approval at (\S+)\nThen: toolshed run --resume (\S+)/.exec(stderr) ?? [];

    await page.goto(link);
    const card = page.getByRole("listitem", { name: deleting });
    await expect.poll(() => card.getByLabel("Arguments").textContent()).toMatch(/^id\w+$/);
    await settle(page, "approvals");
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    expect((await command("run", "--resume", executionId)).stderr).toMatch(/^Pending/);

    expect(await card.getByRole("button").allInnerTexts()).toEqual([
      "Approve once",
      "Approve for this run",
      "Always approve this path",
      "Deny",
    ]);
    await card.getByRole("button", { name: "Approve once" }).click();
    await page.getByText("This request has been decided").waitFor();
    const resumed = await command("run", "--resume", executionId);
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining('"deleted"') });
  });

  test("a call that isn't shown whole can be approved once everything is shown", async () => {
    const { gateway, page, command } = await setUp();
    const text = `${"x".repeat(2_500)} and delete the rest`;
    await command(
      "run",
      "-e",
      `await tools.samples.notes.update({ id: "none", text: ${JSON.stringify(text)} })`,
    );
    await page.goto(`${gateway.url}/approvals`);
    const card = page.getByRole("listitem", { name: "samples.notes.update, asked by command" });
    const approve = card.getByRole("button", { name: "Approve once" });
    expect(await approve.isDisabled()).toBe(true);
    expect(await card.getByRole("button", { name: "Deny" }).isDisabled()).toBe(false);
    await card.getByRole("button", { name: "Show everything" }).click();
    await card.getByText("and delete the rest").waitFor();
    // No scroll area hides the end of it.
    const shown = card.getByLabel("Arguments");
    expect(await shown.evaluate((area) => area.scrollHeight - area.clientHeight)).toBeLessThanOrEqual(1);
    await expect.poll(() => approve.isDisabled()).toBe(false);
    await settle(page, "approvals-revealed");
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    const listed = await command("approvals");
    const [id = ""] = /^\w+/.exec(listed.stdout) ?? [];
    expect(listed.stdout).toContain(`"toolshed approvals show ${id}" shows everything`);
    expect((await command("approvals", "show", id)).stdout).toContain("and delete the rest");
  });

  test("a link says why its request was cancelled", async () => {
    const { gateway, page, command } = await setUp();
    const { stdout } = await command("endpoint", "create", "bot", "--approval", "dashboard");
    const [, token = ""] = /Bearer (\S+?)"/.exec(stdout) ?? [];
    const { paused } = await doors(gateway).agent("run", { script }, token);
    await page.goto(paused?.approvals[0]?.url ?? "");
    await page.getByRole("listitem", { name: "samples.notes.delete, asked by bot" }).waitFor();
    await command("endpoint", "revoke", "bot");
    await page.getByText("This request was cancelled. The endpoint was revoked.").waitFor();
    expect(await page.getByRole("button", { name: "Approve once" }).count()).toBe(0);
  });

  test("a new or decided approval shows immediately, and every page counts it", async () => {
    const { page, request, run } = await setUp();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await run();
    await expect.poll(() => waitingIn(page).textContent()).toBe("Approvals1 waiting");
    await waitingIn(page).click();
    await page.getByRole("listitem", { name: deleting }).waitFor();
    await run();
    await expect.poll(() => page.getByRole("listitem", { name: deleting }).count()).toBe(2);
    await expect.poll(() => waitingIn(page).textContent()).toBe("Approvals2 waiting");
    const [first, second] = (await request("/approvals")).body.approvals;
    await request(`/approvals/${first.id}`, { approved: false });
    await request(`/approvals/${second.id}`, { approved: true, reach: "once" });
    await page.getByText("Nothing is waiting for you").waitFor();
    await expect.poll(() => waitingIn(page).textContent()).toBe("Approvals");
    // The stream notifies it; it does not poll.
    const listed = asked.filter((path) => path === "/api/v1/approvals").length;
    expect(listed).toBeLessThanOrEqual(6);
  });

  test.each([
    { colorScheme: "light", width: 1280 },
    { colorScheme: "dark", width: 360 },
  ] as const)("a tool's question is filled in there, in $colorScheme at $width", async (look) => {
    const { gateway, page, command } = await setUp(look);
    const file = join(temporaryFolder(), "trips.ts");
    writeFileSync(file, plugin);
    await command("add", "plugin", file);
    const { agent } = doors(gateway);
    const { paused } = await agent("run", { script: 'return await tools.trips.book({ to: "Oslo" })' });
    await page.goto(paused?.question?.url ?? "");
    const card = page.getByRole("listitem", { name: "trips.book, asked by command" });
    await card.getByText("Who flies, and how?").waitFor();
    await settle(page, `question-${look.colorScheme}-${look.width}`);
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await card.getByLabel("Name on the ticket").fill("Ada");
    await card.getByLabel("seat").selectOption("Window");
    await card.getByLabel("bags").fill("7");
    await card.getByLabel("dinner").check();
    await card.getByRole("button", { name: "Answer" }).click();
    await card.getByText(/The answer does not fit: bags/).waitFor();
    await card.getByLabel("bags").fill("2");
    await card.getByRole("button", { name: "Answer" }).click();
    await page.getByText("This request has been decided").waitFor();
    expect(await agent("resume", { execution_id: paused?.executionId })).toMatchObject({
      value: { name: "Ada", seat: "w", bags: 2, meals: ["dinner"], flexible: false },
    });
  });
});

describe.skipIf(!chromiumPath)("the rules of approval", () => {
  test("an admin adds, changes and removes one, and each takes effect on the next call", async () => {
    const { gateway, page, run } = await setUp();
    await page.goto(`${gateway.url}/approvals?tab=rules`);
    await page.getByText("No rules yet").waitFor();
    await page.getByRole("button", { name: "New rule" }).click();
    const dialog = page.getByRole("dialog");
    const pattern = dialog.getByLabel("Path or pattern");
    await pattern.fill("samples.n");
    const suggested = () =>
      dialog
        .locator("datalist")
        .first()
        .locator("option")
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    await expect
      .poll(suggested)
      .toEqual(expect.arrayContaining(["samples.notes.**", "samples.notes.delete"]));
    expect((await suggested()).every((text) => text.includes("samples.n"))).toBe(true);
    await pattern.fill("samples.notes.delete");
    await dialog.getByText("Fits 1 of 9 tools").waitFor();
    await dialog.getByText("Allow", { exact: true }).click();
    await dialog.getByLabel("Endpoint").fill("command");
    await dialog.getByRole("button", { name: "Save" }).click();
    const rules = page.getByRole("list", { name: /^Rules/ }).getByRole("listitem");
    await expect.poll(() => rules.count()).toBe(1);
    expect(await rules.textContent()).toContain("Allowsamples.notes.deletethrough command");
    expect(await run()).toMatchObject({ success: true });

    await page.getByRole("button", { name: "Edit: allow samples.notes.delete" }).click();
    await dialog.getByText("Deny", { exact: true }).click();
    await dialog.getByLabel("Role").selectOption("owner");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Edit: deny samples.notes.delete" }).waitFor();
    expect((await run()).error?.message).toContain("is denied by a rule");

    await page.getByRole("button", { name: "Remove: deny samples.notes.delete" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText("No rules yet").waitFor();
    expect((await run()).paused?.toolPath).toBe("samples.notes.delete");
  });

  test("lists what was always approved with its owner, and revokes it", async () => {
    const { gateway, page, run } = await setUp();
    await run();
    await page.goto(`${gateway.url}/approvals`);
    const card = page.getByRole("listitem", { name: deleting });
    await card.getByRole("button", { name: "Always approve this path" }).click();
    await card.waitFor({ state: "detached" });
    expect(await run()).toMatchObject({ success: true });
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.getByText(/only for you, through command · “always”, chosen/).waitFor();
    await page.getByRole("button", { name: "Revoke: allow samples.notes.delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No rules yet").waitFor();
    expect((await run()).paused?.toolPath).toBe("samples.notes.delete");
  });

  test("the list is in the order in which the rules count", async () => {
    const { gateway, page, command, request } = await setUp();
    for (const [pattern, effect] of [
      ["samples.**", "allow"],
      ["samples.notes.*", "ask"],
      ["samples.notes.delete", "allow"],
      ["granola.**", "deny"],
    ])
      await request("/approvals/rules", { pattern, effect });
    await page.goto(`${gateway.url}/approvals?tab=rules`);
    const rules = page.getByRole("list", { name: /^Rules/ }).getByRole("listitem");
    await expect.poll(() => rules.count()).toBe(4);
    const shown = await rules.locator("code").allInnerTexts();
    expect(shown).toEqual(["granola.**", "samples.notes.delete", "samples.notes.*", "samples.**"]);
    expect((await command("rules")).stdout.match(/\S+\*|\S+delete/g)).toEqual(shown);
  });
});
