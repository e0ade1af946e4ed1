import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";
import { launchWithout } from "../../fixtures/browser.ts";

export interface PageSetup {
  width?: number;
  /** Errors on the console that belong to what is tested. */
  expectedErrors?: RegExp;
  args?: string[];
}

let shared: Promise<Browser> | undefined;

afterAll(async () => {
  await (await shared)?.close();
});

/** A page of its own in the file's one browser. An error in it that is not expected fails the test. */
export async function openPage({ width = 900, expectedErrors, args }: PageSetup = {}): Promise<Page> {
  // It would shield the canaries, which are on this machine, and no server elsewhere.
  const options = launchWithout(["LocalNetworkAccessChecks"]);
  shared ??= chromium.launch({ ...options, args: [...options.args, ...(args ?? [])] });
  const context = await (await shared).newContext({
    // Else all frames would be told this one, whatever the host's frame says.
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
