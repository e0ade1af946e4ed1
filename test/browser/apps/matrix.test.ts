import type { Browser, ConsoleMessage, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { cases } from "../../interop/apps/cases/index.ts";
import { expectOutcome } from "../../interop/apps/expect-outcome.ts";
import { isOurs, pairings, titleOf } from "../../interop/apps/pairings.ts";
import { launchChromium } from "./chromium.ts";
import { autoResize } from "./page/auto-resize-cases.ts";
import type { HostWindow } from "./page/host.ts";
import { hostOrigin, htmlOf, openHostPage, viewOrigin } from "./pages.ts";

let browser: Browser | undefined;
beforeAll(async () => {
  if (chromiumPath) browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
});

const wholeLife = {
  app: { name: "lone", version: "1.0.0" },
  logs: [{ input: { q: "x" } }, { result: { rows: 2 }, answer: { n: 42 } }, { theme: "dark" }],
  height: expect.any(Number),
  tools: [{ name: "title", inputSchema: { type: "object" } }],
  called: { content: [{ type: "text", text: "lone-view" }] },
  teardown: {},
};

const titled = pairings.map((pairing) => [titleOf(pairing), pairing] as const);

describe.skipIf(!chromiumPath).each(titled)("%s", (_title, pairing) => {
  const { view, host } = pairing;
  let page: Page;
  let logs: ConsoleMessage[];
  afterAll(async () => {
    await page.close();
  });

  // How a View measures itself is its own affair, whoever the host is.
  const layoutCases = host === "ours" || (view === "ours" && host === "2.0") ? autoResize : [];

  const run = [...cases, ...layoutCases];
  let outcomes: unknown[];
  beforeAll(async () => {
    ({ page, logs } = await openHostPage(browser as Browser, pairing));
    // All in one go: going in and out of the page for each takes longer than the cases do.
    outcomes = await page.evaluate(([names, url]) => (window as unknown as HostWindow).runCases(names, url), [
      run.map(({ name }) => name),
      `${hostOrigin}/view-${view}.html`,
    ] as const);
  });

  run.forEach((testCase, index) => {
    it(testCase.name, () => expectOutcome(pairing, testCase, outcomes[index]));
  });

  it.each(["another origin", "no origin", "no origin, from srcdoc"])(
    "a View of %s lives a whole life",
    async (origin) => {
      const src = `${viewOrigin}/lone-view-${view}.html`;
      const attributes = {
        "another origin": { src },
        "no origin": { src, sandbox: "allow-scripts" },
        "no origin, from srcdoc": { srcdoc: await htmlOf("lone-view", view), sandbox: "allow-scripts" },
      }[origin];
      const outcome = await page.evaluate(
        (frame) => (window as unknown as HostWindow).playLoneView(frame ?? {}),
        attributes,
      );
      expect(outcome).toEqual(wholeLife);
    },
  );

  it("three Views on one page do not hear each other", async () => {
    const src = `${viewOrigin}/lone-view-${view}.html`;
    const outcomes = await page.evaluate(
      (frame) => {
        const { playLoneView } = window as unknown as HostWindow;
        return Promise.all([playLoneView(frame), playLoneView(frame), playLoneView(frame)]);
      },
      { src },
    );
    expect(outcomes).toEqual([wholeLife, wholeLife, wholeLife]);
  });

  if (isOurs(pairing)) {
    it("nothing was written to the console unasked", () => {
      const unasked = logs.filter((message) => message.type() !== "warning");
      expect(unasked.map((message) => message.text())).toEqual([]);
    });
  }
});
