import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { launchWithout, sharedBrowser } from "../../fixtures/browser.ts";

export interface PageSetup {
  width?: number;
  /** Errors on the console that belong to what is tested. */
  expectedErrors?: RegExp;
  /** Open it in the browser that people use, and not in its faster shell: for tests of what holds attackers back. */
  inWholeBrowser?: boolean;
}

/** Without checks that would shield the canaries, which are on this machine, but not servers elsewhere. */
export const openBrowser = ({ inWholeBrowser = false }: PageSetup = {}): Promise<Browser> =>
  sharedBrowser(
    launchWithout(["LocalNetworkAccessChecks"], inWholeBrowser ? undefined : process.env.CHROMIUM_SHELL_PATH),
  );

/** Opens a page in a new context. An unexpected error in it fails the test. */
export async function openPage(setup: PageSetup = {}): Promise<Page> {
  const { width = 900, expectedErrors } = setup;
  const browser = await openBrowser(setup);
  const context = await browser.newContext({
    // Otherwise this color scheme would apply to all frames, whatever the host's frame sets.
    colorScheme: null,
    viewport: { width, height: 800 },
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const note = (problem: string) => {
    if (!expectedErrors?.test(problem)) problems.push(problem);
  };
  page.on("pageerror", (error) => note(String(error)));
  page.on("console", (message) => {
    // A refused request is logged by the browser itself; what the page makes of it is for the test to see.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) note(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
  return page;
}
