import type { ConsoleMessage, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { cases } from "../../interop/apps/cases/index.ts";
import { expectOutcome } from "../../interop/apps/expect-outcome.ts";
import { isOurs, pairings, titleOf, type Version } from "../../interop/apps/pairings.ts";
import { autoResize } from "./page/auto-resize-cases.ts";
import type { HostWindow } from "./page/host.ts";
import { hostOrigin, htmlOf, openHostPage, viewOrigin } from "./pages.ts";
import { wholeLife } from "./whole-life.ts";

// What the specification has hosts apply when a View asks for nothing.
const defaultPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'";

const frames = {
  "of another origin": async (view: Version) => ({ src: `${viewOrigin}/lone-view-${view}.html` }),
  "of no origin": async (view: Version) => ({
    src: `${viewOrigin}/lone-view-${view}.html`,
    sandbox: "allow-scripts",
  }),
  "from srcdoc, under the default policy": async (view: Version) => ({
    srcdoc: await htmlOf("lone-view", view, defaultPolicy),
    sandbox: "allow-scripts",
  }),
};

// What the older official pairs do is seen in Node; here the newest stands for all three.
const titled = pairings
  .filter(({ view, host }) => view === "ours" || host === "ours" || host === "2.0")
  .map((pairing) => [titleOf(pairing), pairing] as const);

describe.skipIf(!chromiumPath).each(titled)("%s", (_title, pairing) => {
  const { view, host } = pairing;
  let page: Page;
  let logs: ConsoleMessage[];
  afterAll(async () => {
    await page.close();
  });

  // How a View measures its size does not depend on the host.
  const layoutCases = host === "ours" || (view === "ours" && host === "2.0") ? autoResize : [];

  const run = [...cases, ...layoutCases];
  let outcomes: unknown[];
  beforeAll(async () => {
    ({ page, logs } = await openHostPage(pairing));
    // All in one go: going in and out of the page for each takes longer than the cases do.
    outcomes = await page.evaluate(([names, url]) => (window as unknown as HostWindow).runCases(names, url), [
      run.map(({ name }) => name),
      `${hostOrigin}/view-${view}.html`,
    ] as const);
  });

  run.forEach((testCase, index) => {
    it(testCase.name, () => expectOutcome(pairing, testCase, outcomes[index]));
  });

  it.each(Object.keys(frames))("a View %s lives a whole life", async (where) => {
    const frame = await frames[where as keyof typeof frames](view);
    const outcome = await page.evaluate(
      (attributes) => (window as unknown as HostWindow).playLoneView(attributes),
      frame,
    );
    expect(outcome).toEqual(wholeLife);
  });

  it("two Views on one page do not hear each other", async () => {
    const src = `${viewOrigin}/lone-view-${view}.html`;
    const outcomes = await page.evaluate(
      (frame) => {
        const { playLoneView } = window as unknown as HostWindow;
        return Promise.all([playLoneView(frame), playLoneView(frame)]);
      },
      { src },
    );
    expect(outcomes).toEqual([wholeLife, wholeLife]);
  });

  if (isOurs(pairing)) {
    it("nothing was written to the console unasked", () => {
      const unasked = logs.filter((message) => message.type() !== "warning");
      expect(unasked.map((message) => message.text())).toEqual([]);
    });
  }
});
