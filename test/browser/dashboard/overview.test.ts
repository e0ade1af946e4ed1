import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath, settle } from "../../fixtures/browser.ts";
import { connectClient } from "../../fixtures/mcp-client.ts";
import { startRawUpstream } from "../../fixtures/raw-upstream.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { makeTraffic, writeTraffic } from "../../fixtures/traffic.mjs";
import { copyWith } from "../copy-with.ts";
import { findAxeViolations } from "../host/find-axe-violations.ts";
import { goTo } from "./go-to.ts";
import { openDashboard } from "./open-dashboard.ts";
import { press } from "./press.ts";

describe.skipIf(!chromiumPath)("the Overview", () => {
  test("leads from the first start to the first call of a client, by keyboard", async () => {
    const { page, gateway, ask } = await openDashboard();
    const steps = page.getByRole("region", { name: "Get started" });
    await steps.getByText("Waiting for the first call…").waitFor();
    await steps.getByText("0 of 4 done").waitFor();
    const url = await copyWith(page.getByRole("button", { name: "Copy URL" }), press);
    expect(url).toBe(gateway.mcpUrl);
    await lookAt(page, "overview-first-start");

    const { client, use, call } = await connectClient(url);
    await client.listTools();
    await use("search_tools", { query: "list my notes" });
    expect((await call("samples.notes.list")).isError).toBeFalsy();
    // Nothing is reloaded: the page hears of the call.
    await steps.getByText("Connected by test client").waitFor();
    await steps.getByText("1 of 4 done").waitFor();
    const clients = page.getByRole("region", { name: "Clients seen" });
    await clients.getByText("test client").waitFor();
    await page.getByRole("heading", { name: "Tokens saved" }).waitFor();
    await page.getByText(/^Sent [\d.K]+; all definitions: [\d.K]+\. Since/).waitFor();

    await press(steps.getByRole("link", { name: "Choose a tool" }));
    await page.getByRole("heading", { name: "Tools", level: 1 }).waitFor();
    await ask("POST", "/tools/samples.notes.list/call", { arguments: {} });
    await goTo(page, "o");
    await steps.getByText("2 of 4 done").waitFor();
    await page.reload();
    await steps.getByText("Connected by test client").waitFor();

    await press(steps.getByRole("button", { name: "Dismiss" }));
    await page.getByRole("region", { name: "Connect a client" }).waitFor();
    await steps.waitFor({ state: "detached" });
    // In another browser, a person whose clients have called sees no checklist either.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByRole("region", { name: "Connect a client" }).waitFor();
    expect(await steps.count()).toBe(0);
  });

  test("shows a failing source, quarantined tools and failed calls, and leads to where they are fixed", async () => {
    const { page, gateway, ask } = await openDashboard();
    const folder = temporaryFolder();
    const isBroken = join(folder, "broken");
    writeFileSync(join(folder, "server.mjs"), program(isBroken));
    const config = { transport: "stdio", command: process.execPath, args: [join(folder, "server.mjs")] };
    await ask("POST", "/sources", { id: "stock", kind: "mcp", config });
    const tools = [wipe("Deletes one file.")];
    const { url } = await startRawUpstream({ era: "legacy", tools });
    const files = { transport: "http", url, allowPrivate: true };
    await ask("POST", "/sources", { id: "files", kind: "mcp", config: files });
    tools[0] = wipe("Deletes all files.");
    await ask("POST", "/sources/files/refresh");
    const { call } = await connectClient(gateway.mcpUrl);
    expect((await call("stock.count")).content[0]?.text).toBe("7");
    writeFileSync(isBroken, "");
    for (let left = 3; left > 0; left -= 1) expect((await call("stock.count")).isError).toBe(true);

    const reloadedAt = Date.now();
    await page.reload();
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention.getByRole("link", { name: /1 tool of files needs your review.*wipe/ }).waitFor();
    const failed = attention.getByRole("link", { name: /3 calls failed in the last day/ });
    const filter = new URL((await failed.getAttribute("href")) ?? "", gateway.url).searchParams;
    expect(filter.get("outcome")).toBe("problem");
    expect(Number(filter.get("from"))).toBeGreaterThanOrEqual(reloadedAt - 24 * hourMs);
    const shown = await ask<{ calls: object[] }>("GET", `/calls?${filter}`);
    expect(shown.calls).toHaveLength(3);
    await page.getByRole("link", { name: "3 failed calls of stock.count" }).waitFor();
    // Added servers are not listed beside the plugins, which are always on.
    await page.goto(`${gateway.url}/connections`);
    const builtIn = page.getByRole("region", { name: "Built-in" });
    await builtIn.getByRole("heading", { name: "samples" }).waitFor();
    expect(await page.getByRole("heading", { name: /^(stock|files)$/ }).count()).toBe(0);

    await goTo(page, "o");
    await lookAt(page, "overview-problems");
    await press(attention.getByRole("link", { name: /^stock isn’t working.*1 tool affected/ }));
    await page.getByRole("heading", { name: "stock", level: 1 }).waitFor();
    await page.getByText("The stock database is locked.").first().waitFor({ state: "attached" });
    rmSync(isBroken);
    await press(page.getByRole("button", { name: /^(Try again|Refresh) for stock/ }));
    await page.getByText("Running", { exact: true }).waitFor();
    expect((await call("stock.count")).isError).toBeFalsy();
    await goTo(page, "o");
    await attention.getByRole("link", { name: /1 tool of files/ }).waitFor();
    await expect.poll(() => attention.getByText("stock isn’t working").count()).toBe(0);
  });

  test("draws a day and a week of traffic, of one person and of all", async () => {
    const { page, gateway, ask } = await openDashboard();
    const { user } = await ask<{ user: { id: string } }>("GET", "/session");
    const calls = makeTraffic({ userIds: [user.id, "bea"], count: 900, hours: 100 });
    writeTraffic(gateway.home, calls);
    const since = (hour: number) => calls.filter(({ at }) => at >= hour * hourMs);
    const now = Math.floor(Date.now() / hourMs);
    const day = since(now - 23);
    const mine = day.filter(({ userId }) => userId === user.id);
    const total = () =>
      page
        .getByRole("listitem")
        .filter({ hasText: /^Calls/ })
        .locator("p")
        .first()
        .textContent();

    await page.reload();
    await expect.poll(total).toBe(String(mine.length));
    expect(await page.getByRole("table", { name: "Error rate" }).getByRole("row").count()).toBe(25);
    await page.getByText("Everyone’s", { exact: true }).click();
    await expect.poll(total).toBe(String(day.length));
    await page.getByText("7 days", { exact: true }).click();
    await expect.poll(total).toBe("900");
    expect(page.url()).toBe(`${gateway.url}/?of=all&range=7d`);
    await page.getByRole("link", { name: "warehouse.reports.run" }).first().waitFor();
    await lookAt(page, "overview-traffic");
  });
});

const hourMs = 60 * 60 * 1000;

const wipe = (description: string) => ({
  name: "wipe",
  description,
  inputSchema: { type: "object" },
  annotations: { destructiveHint: true },
});

/** An MCP server that ends when the file is there. */
const program = (isBroken: string) => `
  import { existsSync } from "node:fs";
  import { createInterface } from "node:readline";
  const answers = {
    initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "stock", version: "1" } }),
    "tools/list": () => ({ tools: [{ name: "count", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }] }),
    "tools/call": () => ({ content: [{ type: "text", text: "7" }] }),
  };
  for await (const line of createInterface({ input: process.stdin })) {
    if (existsSync(${JSON.stringify(isBroken)})) {
      console.error("The stock database is locked.");
      process.exit(1);
    }
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const result = answers[method]?.(params);
    const answer = result ? { result } : { error: { code: -32601, message: "Method not found" } };
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...answer }) + "\\n");
  }
`;

/** The page as it is, in both themes and at two widths. */
async function lookAt(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const [width, colorScheme] of [
    [1440, "dark"],
    [1440, "light"],
    [390, "light"],
  ] as const) {
    await page.setViewportSize({ ...size, width });
    await page.emulateMedia({ colorScheme });
    await settle(page, `${name}-${colorScheme}-${width}`);
    // The page is the same in the dark, in other colors, which don't depend on the width.
    const rules = colorScheme === "dark" ? "contrast" : undefined;
    expect.soft(await findAxeViolations(page.mainFrame(), rules), `${name} ${colorScheme}`).toEqual([]);
    const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(scrolled, name).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize(size);
}
