import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath, settle } from "../../fixtures/browser.ts";
import { startGateway } from "../../fixtures/gateway.ts";
import { connectClient } from "../../fixtures/mcp-client.ts";
import { findAxeViolations } from "../host/find-axe-violations.ts";
import { goTo } from "./go-to.ts";
import { askAs, type Dashboard, openDashboard } from "./open-dashboard.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const rows = (page: Page) => page.getByLabel("Calls", { exact: true }).getByRole("link");
const row = (page: Page, name: RegExp | string) => rows(page).filter({ hasText: name });
/** The text of what has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

/** Three calls of an agent in one trace, one of them invalid, a run of two, and a failure on the page. */
async function makeCalls({ gateway, ask }: Dashboard): Promise<void> {
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const agent = await connectClient(gateway.mcpUrl, { headers: { traceparent } });
  await agent.call("samples.notes.create", { title: "Roadmap", text: "Search comes first.", token: "hush" });
  await agent.call("samples.notes.search", {});
  await agent.call("samples.notes.list", { limit: 5 });
  const script = `await tools.samples.notes.list({}); return await tools.samples.notes.search({ query: "search" });`;
  await ask("POST", "/agent/serve/run", { arguments: { script } });
  await ask("POST", "/tools/samples.notes.delete/call", { arguments: { id: "gone" } });
}

/** Returns true at the end of the list, whatever element scrolls it. */
const isAtEnd = () => {
  let scroller = document.querySelector("#calls");
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement;
  const { scrollTop, scrollHeight, clientHeight } = scroller ?? document.documentElement;
  return scrollTop + clientHeight >= scrollHeight - 1;
};

describe.skipIf(!chromiumPath)("activity", () => {
  test("a failure is found, a trace is read and a call is replayed, by keyboard alone", {
    timeout: 120_000,
  }, async () => {
    const dashboard = await openDashboard({ width: 1440 });
    const { page, gateway } = dashboard;
    const startedAt = Date.now();
    await makeCalls(dashboard);
    const { keyboard } = page;
    await goTo(page, "a");
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    await expect.poll(() => rows(page).allTextContents()).toHaveLength(3);

    // Searches paths, errors and clients, and is part of the address.
    await keyboard.press("/");
    await keyboard.type("no note with");
    await expect.poll(() => page.url()).toContain("q=no+note+with");
    await expect.poll(() => rows(page).allTextContents()).toHaveLength(1);
    await row(page, "samples.notes.delete").focus();
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "samples.notes.delete", level: 1 }).waitFor();
    await expect.poll(() => focused(page)).toBe("samples.notes.delete");
    await page.getByRole("alert").getByText('There is no note with the id "gone"').waitFor();
    await keyboard.press("Escape");
    await expect.poll(() => focused(page)).toContain("samples.notes.delete");

    // Each filter can be removed; Overview's link filters by what failed.
    await page.getByRole("button", { name: "Remove the filter Search" }).press("Enter");
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.goto(`${gateway.url}/activity?outcome=problem&from=${startedAt}`);
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByRole("button", { name: "Clear all" }).press("Enter");

    // The worst outcome of the trace is shown; its calls are on a waterfall, in words as well.
    const trace = row(page, "3 calls");
    await expect.poll(() => trace.textContent()).toContain("Invalid arguments");
    await trace.focus();
    await keyboard.press("ArrowUp");
    await expect.poll(() => focused(page)).toContain("2 calls");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "Trace of 3 calls" }).waitFor();
    expect(page.url()).toContain(`/activity/traces/${traceId}`);
    const bars = page.getByLabel("Calls of the trace").getByRole("link");
    await expect
      .poll(() => bars.allTextContents())
      .toEqual([
        expect.stringMatching(/^samples\.notes\.create, OK, starts after 0 ms, takes \d/),
        expect.stringMatching(/^samples\.notes\.search, Invalid arguments, starts after [1-9]/),
        expect.stringMatching(/^samples\.notes\.list, OK, starts after [1-9]/),
      ]);
    await bars.last().press("Enter");
    await page.getByRole("heading", { name: "samples.notes.list", level: 1 }).waitFor();
    await page.getByRole("cell", { name: "Roadmap", exact: true }).first().waitFor();
    await page.getByText("Part of a trace of 3 calls").waitFor();
    await page.getByRole("definition").getByRole("link", { name: "local" }).waitFor();

    // The address alone opens the call. Nothing runs until it is asked for.
    const calls = () =>
      dashboard.ask<{ calls: unknown[] }>("GET", "/calls").then(({ calls }) => calls.length);
    const before = await calls();
    await page.goto(page.url().split("?")[0] ?? "");
    await page.getByRole("button", { name: "Replay" }).waitFor();
    expect(await calls()).toBe(before);
    await page.getByRole("button", { name: "Replay" }).press("Enter");
    const replay = page.getByRole("region", { name: "Replay" });
    await replay.getByText("Done", { exact: true }).waitFor();
    await replay.getByRole("cell", { name: "Roadmap", exact: true }).waitFor();
    await expect.poll(calls).toBe(before + 1);
    await page.getByRole("link", { name: "Open in console with these arguments" }).press("Enter");
    await page.waitForURL("**/tools/samples.notes.list");
    await expect.poll(() => page.getByRole("textbox", { name: "limit" }).inputValue()).toBe("5");

    // A call whose arguments were masked, or that changes something, is not replayed.
    await page.goto(`${gateway.url}/activity/1`);
    await page.getByText("[masked]").waitFor();
    expect(await page.getByRole("button", { name: "Replay" }).count()).toBe(0);
    await page.goto(`${gateway.url}/activity/999999`);
    await page.getByText("There is no such call").waitFor();

    for (const [format, lines] of [
      ["NDJSON", 3],
      ["CSV", 4],
    ] as const) {
      await page.goto(`${gateway.url}/activity?q=list&view=calls`);
      await page.getByRole("button", { name: "Export" }).press("Enter");
      const downloading = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: format }).press("Enter");
      const download = await downloading;
      expect(download.suggestedFilename()).toBe(`calls.${format.toLowerCase()}`);
      const text = await readFile(await download.path(), "utf8");
      expect(text.trim().split("\n")).toHaveLength(lines);
      expect(text).not.toContain("samples.notes.search");
    }
  });

  test("new calls never move what is read, and nothing is missed while the gateway is away", {
    timeout: 120_000,
  }, async () => {
    const { page, gateway, ask } = await openDashboard({ width: 1440 });
    const call = (path: string, args: unknown = {}) =>
      ask("POST", `/tools/${path}/call`, { arguments: args });
    await page.evaluate(async () => {
      const headers = { "content-type": "application/json" };
      const make = () =>
        fetch("/api/v1/tools/samples.notes.list/call", { method: "POST", headers, body: '{"arguments":{}}' });
      for (let made = 0; made < 250; made += 10) await Promise.all(Array.from({ length: 10 }, make));
    });
    await page.getByRole("link", { name: "Activity", exact: true }).click();
    await page.getByText("Live", { exact: true }).waitFor();
    await call("samples.notes.create", { title: "At the top" });
    await expect.poll(() => rows(page).first().textContent()).toContain("samples.notes.create");

    // Older calls are loaded as one scrolls, and only rows in sight are in the page.
    const last = () => page.getByLabel("Calls", { exact: true }).getByRole("listitem").last();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000);
        return last().getAttribute("aria-posinset");
      })
      .toBe("251");
    expect(await rows(page).count()).toBeLessThan(60);
    await expect.poll(() => page.evaluate(isAtEnd)).toBe(true);

    const read = () =>
      page.evaluate(() => {
        const list = [...document.querySelectorAll<HTMLElement>("#calls a")];
        const first = list.find((one) => one.getBoundingClientRect().top > 100);
        return [first?.getAttribute("href"), Math.round(first?.getBoundingClientRect().top ?? 0)];
      });
    const before = await read();
    for (let made = 0; made < 3; made += 1) await call("samples.notes.search", { query: "new" });
    const fresh = page.getByRole("button", { name: "3 new calls" });
    await fresh.waitFor();
    expect(await read()).toEqual(before);
    await fresh.click();
    await expect.poll(() => rows(page).first().textContent()).toContain("samples.notes.search");
    await fresh.waitFor({ state: "detached" });
    expect(await rows(page).first().isVisible()).toBe(true);

    const port = new URL(gateway.url).port;
    await gateway.end("SIGTERM");
    await page.getByText("The gateway stopped.").waitFor();
    await page.getByText("Reconnecting…").waitFor();
    await page.getByText(/The last update was at \d/).waitFor();
    const again = await startGateway({ home: gateway.home, environment: { PORT: port } });
    await (await connectClient(again.mcpUrl)).call("samples.notes.create", { title: "Meanwhile" });
    await page.getByText("Live", { exact: true }).waitFor();
    await expect.poll(() => rows(page).first().textContent()).toContain("samples.notes.create");
    await page.getByText("The gateway stopped.").waitFor({ state: "detached" });
  });

  test("is accessible, and says what is kept of results", { timeout: 120_000 }, async () => {
    const dashboard = await openDashboard({ width: 1440 });
    const { page, gateway, ask } = dashboard;
    await makeCalls(dashboard);
    const settings = page.getByRole("dialog", { name: "Kept results" });
    const scenes: [string, string, () => Promise<unknown>][] = [
      ["list", "/activity?from=1", () => row(page, "3 calls").waitFor()],
      ["call", "/activity/3", () => page.getByRole("cell", { name: "Roadmap" }).first().waitFor()],
      ["trace", `/activity/traces/${traceId}`, () => page.getByLabel("Calls of the trace").waitFor()],
      [
        "settings",
        "/activity",
        async () => {
          await page.getByRole("button", { name: "Kept results" }).click();
          await settings.getByText("A result is deleted after 7 days.").waitFor();
        },
      ],
    ];
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [name, path, show] of scenes) {
        await page.goto(gateway.url + path);
        await show();
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await settle(page, `activity-${name}-${colorScheme}-${width}`);
          const rules = colorScheme === "dark" ? "contrast" : undefined;
          expect.soft(await findAxeViolations(page.mainFrame(), rules), `${name} ${colorScheme}`).toEqual([]);
        }
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(scrollWidth, name).toBeLessThanOrEqual(width);
      }
    }

    await settings.getByLabel("Keep them for (days)").fill("0");
    await settings.getByText("Enter a whole number from 1 to 90.").waitFor();
    await settings.getByLabel("Keep results").uncheck();
    await settings.getByText(/Saving deletes the \d results kept so far/).waitFor();
    await settings.getByRole("button", { name: "Save" }).click();
    await page.getByText("Results are no longer kept").waitFor();
    await ask("POST", "/tools/samples.notes.list/call", { arguments: {} });
    const { calls } = await askAs<{ calls: { id: number }[] }>(page, "GET", "/calls");
    await page.goto(`${gateway.url}/activity/${calls[0]?.id}`);
    await page.getByText("Results are not kept.").waitFor();
    // On a narrow screen the call is in place of the list, which is one step back.
    expect(await rows(page).count()).toBe(0);
    await page.getByRole("button", { name: "Keep results" }).click();
    await settings.getByLabel("Keep results").check();
    await settings.getByRole("button", { name: "Save" }).click();
    await page.getByText("The result of this call was not kept.").waitFor();
    await page.getByRole("link", { name: "All calls" }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0);
  });
});
