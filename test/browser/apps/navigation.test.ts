import { describe, expect, it, onTestFinished } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import type { HostWindow } from "./page/host.ts";
import { elsewhereHtml } from "./page/play-navigation.ts";
import { openHostPage, viewOrigin } from "./pages.ts";

const elsewhere = "http://elsewhere.test/";

describe.skipIf(!chromiumPath)("a frame that goes to another origin", () => {
  async function outcomeFor(host: "ours" | "2.0"): Promise<unknown> {
    const { page } = await openHostPage({ view: "ours", host });
    onTestFinished(() => page.close());
    await page.route(elsewhere, (route) => route.fulfill({ contentType: "text/html", body: elsewhereHtml }));
    return page.evaluate(([view, other]) => (window as unknown as HostWindow).playNavigation(view, other), [
      `${viewOrigin}/lone-view-ours.html`,
      elsewhere,
    ] as const);
  }

  it("hears nothing of our host and is served nothing", async () => {
    expect(await outcomeFor("ours")).toEqual({ heard: [], served: [] });
  });

  it("would hear and be served by the official host", async () => {
    const { heard, served } = (await outcomeFor("2.0")) as { heard: string[]; served: string[] };
    expect(heard).toContain("ui/notifications/tool-input");
    expect(served).toEqual(["https://elsewhere.test/"]);
  });
});
