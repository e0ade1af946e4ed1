import { describe, expect, it, onTestFinished } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import type { Version } from "../../interop/apps/pairings.ts";
import type { HostWindow } from "./page/host.ts";
import { openHostPage, viewOrigin } from "./pages.ts";
import { wholeLife } from "./whole-life.ts";

const stacks: { host: Version; inner: Version }[] = [
  { host: "ours", inner: "ours" },
  { host: "2.0", inner: "ours" },
  { host: "ours", inner: "2.0" },
  { host: "0.4", inner: "1.7" },
];

describe.skipIf(!chromiumPath)("a View inside our View", () => {
  it.each(stacks)("of $inner lives a whole life in host $host", async ({ host, inner }) => {
    const { page } = await openHostPage({ view: inner, host });
    onTestFinished(() => page.close());
    const src = `${viewOrigin}/relay-view-ours.html?inner=${inner}`;
    const outcome = await page.evaluate((frame) => (window as unknown as HostWindow).playLoneView(frame), {
      src,
      sandbox: "allow-scripts",
    });
    expect(outcome).toEqual(wholeLife);
  });
});
