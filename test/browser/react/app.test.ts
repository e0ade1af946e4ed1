import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { expectReceived, showView } from "./show-view.ts";

describe.skipIf(!chromiumPath).each(["19", "18"] as const)("the App of a React %s View", (react) => {
  test("made from options has its handlers in time, looks like the host and is closed when unmounted", async () => {
    const view = await showView({ view: "options", react, sendsAtOnce: true });
    await view.expectText('light {"city":"Bern"} first result');
    await expectReceived(view, "ui/initialize", 1);

    await view.page.evaluate(() =>
      window.viewHost.bridge.setHostContext({
        theme: "dark",
        styles: {
          variables: { "--color-text-primary": "rgb(1, 2, 3)" },
          css: { fonts: ":root { --font-sans: monospace }" },
        },
      }),
    );
    await view.expectText('dark {"city":"Bern"} first result');
    const style = await view.frame.locator("#styled").evaluate((element) => {
      const { color, fontFamily, colorScheme } = getComputedStyle(element);
      return { color, fontFamily, colorScheme };
    });
    expect(style).toEqual({ color: "rgb(1, 2, 3)", fontFamily: "monospace", colorScheme: "dark" });

    expect(await view.received("ui/notifications/size-changed")).toBe(0);
    await view.click("Size");
    await expect.poll(() => view.received("ui/notifications/size-changed")).toBeGreaterThan(0);

    await view.click("Mount");
    expect(await view.frame.getByText("first result").count()).toBe(0);
    const asked = await view.page.evaluateHandle(() => {
      const request = { isAnswered: false };
      const answered = () => {
        request.isAnswered = true;
      };
      window.viewHost.bridge.listTools({}).then(answered, answered);
      return request;
    });
    await view.click("Mount");
    await expect.poll(() => view.received("ui/initialize")).toBe(2);
    await view.expectText('dark {"city":"Bern"} first result');
    // The closed App would have answered before the next one connected.
    expect(await asked.evaluate(({ isAnswered }) => isAnswered)).toBe(false);
  });

  test("made elsewhere is connected for the provider, and outlives it", async () => {
    const view = await showView({ view: "instance", react, sendsAtOnce: true });
    await view.expectText("true true done");
    expect(await view.toolNames()).toEqual(["ping-view"]);
    await view.click("Mount");
    await expect.poll(() => view.toolNames()).toEqual([]);
    await view.click("Mount");
    await view.expectText("true true done");
    await expectReceived(view, "ui/initialize", 1);
    await view.click("Close");
    await view.expectText("false false done");
  });
});
