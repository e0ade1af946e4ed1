import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { expectReceived, showView } from "./show-view.ts";

describe.skipIf(!chromiumPath)("React Views and the reference", () => {
  test.each(["19", "18"] as const)("our React %s View in the reference's AppBridge: data", async (react) => {
    const view = await showView({ view: "lifecycle", react, host: "reference", sendsAtOnce: true });
    await view.expectText("connected");
    await view.click("Open");
    await view.expectText("input: Bern");
    await view.expectText("done: first result");
    expect(await view.toolNames()).toEqual(["get-selection"]);
    expect(await view.callTool("get-selection")).toBe("nothing");
    await expectReceived(view, "ui/initialize", 1);
    expect(await view.page.evaluate(() => window.host.bridge.teardownResource({}))).toEqual({});
  });

  test("our React View in the reference's AppBridge: tools that come and go", async () => {
    const view = await showView({ view: "tools", host: "reference" });
    await view.expectText("connected");
    expect(await view.toolNames()).toEqual([]);
    await view.click("Counter");
    await expectReceived(view, "notifications/tools/list_changed", 1);
    expect(await view.callTool("get-count", { plus: 4 })).toBe("count 4");
    await view.click("Toggle");
    await expectReceived(view, "notifications/tools/list_changed", 2);
    expect(await view.toolNames()).toEqual([]);
  });

  test("our React View in the reference's AppBridge: calls of server tools and the host's context", async () => {
    const view = await showView({ view: "data", host: "reference" });
    await view.expectText("locale de-CH");
    await view.page.waitForFunction(() => "early" in window.host.answers);
    await view.page.evaluate(() => window.host.answers.early?.("answered"));
    await view.expectText("call settled, data answered, error undefined");
    await view.page.evaluate(() => window.host.bridge.setHostContext({ theme: "dark", locale: "it-CH" }));
    await view.expectText("locale it-CH");
    await view.expectText("0 modes in dark");
  });

  test("a View on the reference's hooks in our AppBridge", async () => {
    const view = await showView({ view: "reference", sendsAtOnce: true });
    await view.expectText("light first result");
    await view.page.evaluate(() => window.host.bridge.setHostContext({ theme: "dark" }));
    await view.expectText("dark first result");
    expect(await view.toolNames()).toEqual(["get-text"]);
    expect(await view.callTool("get-text")).toBe("of the reference");
    await view.click("Call");
    await view.page.waitForFunction(() => "reference" in window.host.answers);
    await view.page.evaluate(() => window.host.answers.reference?.("answered"));
    await view.expectText("dark answered");
  });
});
