import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { expectReceived, showView } from "./show-view.ts";

describe.skipIf(!chromiumPath).each(["19", "18"] as const)("a React %s View", (react) => {
  test("connects once in StrictMode, with its tools, and makes one App", async () => {
    const view = await showView({ view: "lifecycle", react });
    await view.expectText("connected");
    expect(await view.page.evaluate(() => window.host.bridge.getAppCapabilities())).toEqual({
      tools: { listChanged: true },
    });
    expect(await view.toolNames()).toEqual(["get-selection"]);
    await expectReceived(view, "notifications/tools/list_changed", 0);
    await expectReceived(view, "ui/initialize", 1);
    await expectReceived(view, "ui/notifications/initialized", 1);
  });

  test("shows what the host sent right after the handshake in a component that is mounted later", async () => {
    const view = await showView({ view: "lifecycle", react, sendsAtOnce: true });
    await view.expectText("connected");
    await view.click("Open");
    await view.expectText("input: Bern");
    await view.expectText("done: first result");
    await view.expectText("apps 1, results 1");
  });
});
