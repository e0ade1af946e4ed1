import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath, settle } from "../../fixtures/browser.ts";
import { runCommand } from "../../fixtures/command.ts";
import { requestAsCommand } from "../../fixtures/request-as-command.ts";
import { root } from "../../fixtures/source-files.ts";
import { copyWith } from "../copy-with.ts";
import { findAxeViolations } from "../host/find-axe-violations.ts";
import { type Dashboard, openDashboard } from "./open-dashboard.ts";

const fixture = join(root, "test/peers/console-upstream.mjs");
const everything = join(
  root,
  "test/peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

async function openConsole(programs: Record<string, string>): Promise<Dashboard> {
  const dashboard = await openDashboard({ width: 1440 });
  for (const [id, program] of Object.entries(programs)) {
    const args = ["add", "mcp", id, "--", process.execPath, program];
    expect((await runCommand(args, { TOOLSHED_HOME: dashboard.gateway.home })).code).toBe(0);
  }
  return dashboard;
}

const resultOf = (page: Page) => page.getByRole("region", { name: "Result", exact: true });

/** A state of the page: accessible, on a desk in both themes and on a phone, and no wider than the window. */
async function look(page: Page, name: string): Promise<void> {
  const check = async (kind: string, rules?: "contrast" | "all but contrast") => {
    await settle(page, `console-${name}-${kind}`);
    expect.soft(await findAxeViolations(page.mainFrame(), rules), `${name}, ${kind}`).toEqual([]);
  };
  await check("desk");
  await page.emulateMedia({ colorScheme: "dark" });
  await check("dark", "contrast");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 800 });
  await check("phone", "all but contrast");
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 800 });
}

describe.skipIf(!chromiumPath)("the page of a tool", () => {
  test("tells a whole call: nested arguments, progress, log, question, result and what changed", {
    timeout: 180_000,
  }, async () => {
    const { page, gateway } = await openConsole({ console: fixture });
    // The search has room for plain text only.
    await page.goto(`${gateway.url}/tools?q=prepare+a+report`);
    const found = page.getByRole("listitem").filter({ hasText: "console.prepare_report" });
    await found.getByText(/^Prepares a report of sales\./).waitFor();
    await page.goto(`${gateway.url}/tools/console.prepare_report`);

    // What the tool is: a human title first, its words as Markdown, its signature, its fields.
    await page.getByRole("heading", { level: 1, name: "Prepare a report" }).waitFor();
    await page.getByText("console.prepare_report", { exact: true }).first().waitFor();
    await page.locator("strong").getByText("report", { exact: true }).waitFor();
    await page.getByText("<script>alert(1)</script> stays text", { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Manual", exact: true }).getAttribute("rel")).toBe(
      "noopener noreferrer",
    );
    // One property a line.
    const signature = page.getByRole("region", { name: "Signature" }).locator("code");
    expect(await signature.textContent()).toMatch(/^\(args: \{\n {2}period: \{/);
    const input = page.getByRole("region", { name: "Input schema" });
    for (const word of ["period", "from", "unit", '"day"', '"week"', 'default "week"', "at most 100"])
      await input.getByText(word, { exact: true }).first().waitFor();
    await page.getByRole("region", { name: "Output schema" }).getByText("sales", { exact: true }).waitFor();
    await look(page, "idle");

    // Filled in, started and answered by keyboard alone.
    await page.getByRole("textbox", { name: "from" }).focus();
    await page.keyboard.type("2026-11-01");
    await page.getByRole("button", { name: "Add regions" }).press("Enter");
    await page.getByRole("button", { name: "Add item" }).press("Enter");
    await page.getByRole("textbox", { name: "name", exact: true }).focus();
    await page.keyboard.type("North");
    await page.keyboard.press("Control+Enter");

    const question = page.getByRole("region", { name: "Prepare a report asks you" });
    await question.getByText("What is the report called?").waitFor();
    await page.getByText("Reading the numbers · 1 of 4").waitFor();
    expect(await page.getByRole("progressbar", { name: "Progress" }).getAttribute("aria-valuenow")).toBe(
      "25",
    );
    await page.getByRole("log").getByText("sales: Two rows are incomplete").waitFor();
    await look(page, "question");
    const focused = question.locator(":focus");
    await focused.press("Control+Enter");
    await question.getByText("Required.").waitFor();
    await focused.pressSequentially("Sales");
    await page.keyboard.press("Control+Enter");

    const result = resultOf(page);
    await result.getByRole("cell", { name: "North" }).waitFor();
    await result.getByText("Done", { exact: true }).waitFor();
    await result.getByText(/bytes · about \d+ tokens/).waitFor();
    await look(page, "result");
    await result.getByText("Raw", { exact: true }).click();
    await result.getByText('"structuredContent"').waitFor();
    expect(await result.getByText("toolshed/view").count()).toBe(0);

    // Another tool and back: arguments and result are still there, and the next result is compared with it.
    await page.getByRole("link", { name: /console\.image_only/ }).click();
    await page.getByText("console.image_only", { exact: true }).last().waitFor();
    await page.getByRole("heading", { level: 1, name: /image.only/i }).waitFor();
    await page.goBack();
    await result.getByRole("cell", { name: "North" }).waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: "from" }).inputValue()).toBe("2026-11-01");
    await page.getByRole("button", { name: "Run" }).click();
    await question.getByRole("textbox", { name: "title" }).fill("Sales");
    await question.getByRole("button", { name: "Send answer" }).click();
    await result.getByText("Changes", { exact: true }).click();
    await result.getByText(/^-\s+"sales": 100$/).waitFor();
    await result.getByText(/^\+\s+"sales": 101$/).waitFor();
    await result.getByText("1 line added, 1 line removed").waitFor();

    // Copied, it works elsewhere. Nothing secret is in it.
    const copy = (name: string) =>
      copyWith(page.getByRole("group", { name: "Copy as" }).getByRole("button", { name }));
    const args = { period: { from: "2026-11-01" }, regions: [{ name: "North" }] };
    expect(JSON.parse(await copy("call_tool"))).toEqual({ path: "console.prepare_report", arguments: args });
    expect(await copy("TypeScript")).toMatch(/^return await tools\.console\.prepare_report\(\{/);
    const curl = await copy("curl");
    expect(curl).not.toContain(gateway.token);
    const env = { ...process.env, TOOLSHED_TOKEN: gateway.token };
    expect(JSON.parse(execFileSync("sh", ["-c", curl], { env }).toString())).toMatchObject({ isError: true });

    // Saved with a name, it can be loaded, renamed and deleted.
    await page.getByText("Saved calls", { exact: true }).click();
    await page.getByRole("textbox", { name: "Name of the call" }).fill("North, week");
    await page.getByRole("button", { name: "Save call" }).click();
    await page.getByRole("textbox", { name: "from" }).fill("2020-01-01");
    await page.getByRole("button", { name: "North, week", exact: true }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "from" }).inputValue()).toBe("2026-11-01");
    await page.getByRole("button", { name: "Rename North, week" }).click();
    const newName = page.getByRole("textbox", { name: "New name for North, week" });
    await newName.fill("The North");
    await newName.press("Enter");
    await page.getByRole("button", { name: "Delete The North" }).click();
    await expect.poll(() => page.getByRole("list", { name: "Saved calls" }).count()).toBe(0);

    // A session that ended leads to signing in and back, with the arguments.
    await page.getByRole("textbox", { name: "from" }).fill("2026-12-24");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(page.url()).toContain(`next=${encodeURIComponent("/tools/console.prepare_report")}`);
    const link = await (await requestAsCommand(gateway, "POST", "/sign-in-links")).json();
    await page.goto(link.url);
    await page.goto(`${gateway.url}/tools/console.prepare_report`);
    await expect.poll(() => page.getByRole("textbox", { name: "from" }).inputValue()).toBe("2026-12-24");
  });

  test("shows every kind of result, asks before what it asks about, and cancels what is cancelled", {
    timeout: 180_000,
  }, async () => {
    const { page, gateway, ask } = await openConsole({ console: fixture, everything });
    const result = resultOf(page);
    const open = async (path: string) => {
      await page.goto(`${gateway.url}/tools/${path}`);
      await page.getByRole("button", { name: "Run" }).click();
    };
    const isDrawn = (place: ReturnType<Page["locator"]>) =>
      expect.poll(() => place.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

    await open("console.media");
    await isDrawn(result.locator("img"));
    await expect
      .poll(() => result.locator("audio").evaluate((it) => (it as HTMLAudioElement).duration))
      .toBeCloseTo(0.1);
    await result.getByText("A note inside").waitFor();
    await result.getByRole("button", { name: "Open The manual" }).click();
    await result.locator("strong").getByText("text", { exact: true }).waitFor();
    await open("console.image_only");
    await isDrawn(result.locator("img"));
    await open("everything.get_tiny_image");
    await isDrawn(result.locator("img"));
    await open("everything.get_resource_links");
    await result.getByText("demo://resource/dynamic").first().waitFor();
    await open("samples.notes.list");
    await result.frameLocator("iframe").frameLocator("iframe").getByRole("heading").first().waitFor();

    // No model gets all of it, but a person does.
    await open("console.many");
    await result.getByText(/This result has \d{3},\d{3} characters/).waitFor();
    await result.getByText("3,000 rows").waitFor();
    const downloading = page.waitForEvent("download");
    await result.getByRole("button", { name: "Download", exact: true }).click();
    expect((await downloading).suggestedFilename()).toBe("console.many.txt");

    // A page to visit is opened only if the person says so.
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto(`${gateway.url}/tools/console.visit`);
    await page.getByText("No arguments.").waitFor();
    expect(await page.getByRole("button", { name: "Add property" }).count()).toBe(0);
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("service.example", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Open page" }).click();
    await result.getByText("You said accept").waitFor();
    await open("console.visit_first");
    await result.getByText("-32042", { exact: true }).waitFor();
    expect(await result.getByRole("link", { name: "Open page" }).getAttribute("href")).toBe(
      "https://service.example/sign-in",
    );
    await look(page, "error");

    // Where a rule asks, the answer is given in place.
    await ask("POST", "/approvals/rules", { pattern: "console.image_only", effect: "ask" });
    await open("console.image_only");
    await page.getByRole("button", { name: "Deny" }).click();
    await result.getByText("was not approved").waitFor();
    await result.getByText("denied", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("A rule asks before this tool runs.").waitFor();
    await page.getByRole("button", { name: "Approve once" }).click();
    await isDrawn(result.locator("img"));

    // Cancelling and leaving reach the server behind the tool.
    const cancelled = async () =>
      (await ask<{ content: { text: string }[] }>("POST", "/tools/console.count_cancelled/call", {}))
        .content[0]?.text;
    await open("console.wait");
    await page.getByText("Running…").waitFor();
    await look(page, "running");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled.").waitFor();
    await expect.poll(cancelled).toBe("1");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("Running…").waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await expect.poll(cancelled).toBe("2");
  });
});
