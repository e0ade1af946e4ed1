import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { root } from "../../fixtures/source-files.ts";
import { HANDSHAKE } from "./mount-hostile-view.ts";
import { openHost } from "./open-host.ts";

declare const received: { method?: string; params?: object }[];

const peers = createRequire(`${root}test/peers/package.json`);
const versions = {
  18: { react: peers.resolve("react-18"), "react-dom/client": peers.resolve("react-dom-18/client") },
  19: {},
};
const html = `<!doctype html><script>${HANDSHAKE}</script><h1>View</h1>`;

const viewOf = (page: Page): Frame | undefined =>
  page.frames().find((frame) => frame.parentFrame()?.parentFrame());
const told = (page: Page) =>
  viewOf(page)?.evaluate(() =>
    received.filter(({ method }) => method?.startsWith("ui/")).map(({ method, params }) => [method, params]),
  );

describe.skipIf(!chromiumPath).each([18, 19] as const)("AppFrame in React %i", (version) => {
  test("loads a View once in StrictMode, keeps it through renders and ends it in good order", async () => {
    const { page, sandboxUrl } = await openHost({ entry: "react-page.ts", alias: versions[version] });
    expect(await page.evaluate(() => reactHost.version)).toMatch(new RegExp(`^${version}`));
    const render = (props: object) =>
      page.evaluate((given) => reactHost.render(given), { html, sandboxUrl, ...props });
    await render({ hostContext: { theme: "light" }, toolInputPartial: { city: "Be" } });
    await expect.poll(() => told(page)).toHaveLength(1);
    const view = viewOf(page);

    await render({ hostContext: { theme: "light" }, toolInput: { city: "Bern" } });
    await render({
      hostContext: { theme: "dark" },
      toolInput: { city: "Bern" },
      toolResult: { content: [] },
    });
    await render({
      hostContext: { theme: "dark" },
      toolInput: { city: "Bern" },
      toolResult: { content: [] },
    });
    await expect.poll(() => told(page)).toHaveLength(4);
    expect(await told(page)).toEqual([
      ["ui/notifications/tool-input-partial", { arguments: { city: "Be" } }],
      ["ui/notifications/tool-input", { arguments: { city: "Bern" } }],
      ["ui/notifications/host-context-changed", { theme: "dark" }],
      ["ui/notifications/tool-result", { content: [] }],
    ]);
    expect(viewOf(page)).toBe(view);
    const { views, messages } = await page.evaluate(() => reactHost);
    expect(views).toBe(1);
    expect(messages.filter((method) => method === "ui/initialize")).toHaveLength(1);

    const ended = page.waitForEvent("console", (message) => message.text() === "torn down");
    await page.evaluate(() => reactHost.unmount());
    await ended;
    await expect.poll(() => page.frames().length).toBe(1);
    expect(await page.evaluate(() => document.querySelectorAll("iframe").length)).toBe(0);
  });

  test("shows another View when it is given one", async () => {
    const { page, sandboxUrl } = await openHost({ entry: "react-page.ts", alias: versions[version] });
    for (const name of ["first", "second"]) {
      const another = html.replace("View</h1>", `${name}</h1>`);
      await page.evaluate((given) => reactHost.render(given), { html: another, sandboxUrl });
      await page.frameLocator("main iframe").frameLocator("iframe").getByText(name).waitFor();
    }
    await expect.poll(() => page.frames().length).toBe(3);
  });

  test("mounts the View again under another policy, compared by value", async () => {
    const { page, sandboxUrl } = await openHost({ entry: "react-page.ts", alias: versions[version] });
    const render = (props: object) =>
      page.evaluate((given) => reactHost.render(given), { html, sandboxUrl, ...props });
    const origin = async () => viewOf(page)?.evaluate(() => self.origin);
    await render({ policy: "strict" });
    await expect.poll(origin).toBe("null");
    await render({ policy: { storage: true } });
    await expect.poll(() => origin().catch(() => undefined)).toMatch(/^http:\/\/view-/);
    await render({ policy: { storage: true }, toolInput: { city: "Bern" } });
    await expect.poll(() => told(page)).toHaveLength(1);
    expect(await page.evaluate(() => reactHost.views)).toBe(2);
  });
});
