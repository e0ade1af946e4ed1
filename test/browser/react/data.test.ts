import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { reactMajors, type ShownView, showView } from "./show-view.ts";

/** Answers a call of the View once the host has got it. */
async function answer(view: ShownView, id: string, text: string, isError = false): Promise<void> {
  await view.page.waitForFunction((wanted) => wanted in window.viewHost.answers, id);
  await view.page.evaluate(([wanted, said, failed]) => window.viewHost.answers[wanted]?.(said, failed), [
    id,
    text,
    isError,
  ] as const);
}

describe.skipIf(!chromiumPath).each(reactMajors)("what a React %s View is sent", (react) => {
  test("the tool's input comes in parts, the result ends the wait", async () => {
    const view = await showView({ view: "data", react });
    await view.expectText("input partial");
    await view.expectText("outcome pending undefined");
    await view.expectText("suspended");
    await view.page.evaluate(() =>
      window.viewHost.bridge.sendToolInputPartial({ arguments: { city: "Be" } }),
    );
    await view.expectText('input {"city":"Be"} partial');
    await view.page.evaluate(async () => {
      await window.viewHost.bridge.sendToolInput({ arguments: { city: "Bern", days: 2 } });
      await window.viewHost.bridge.sendToolInputPartial({ arguments: { city: "late" } });
    });
    await view.expectText('input {"city":"Bern","days":2} complete');
    await view.page.evaluate(() =>
      window.viewHost.bridge.sendToolResult({
        content: [{ type: "text", text: "sun" }],
        structuredContent: { rows: 3 },
      }),
    );
    await view.expectText("outcome done sun");
    await view.expectText("suspended until sun, 3 rows");
    await view.expectText('input {"city":"Bern","days":2} complete');
  });

  test("a failed tool is for the error boundary, a cancelled one tells its reason", async () => {
    const view = await showView({ view: "data", react });
    await view.page.evaluate(() => window.viewHost.bridge.sendToolCancelled({ reason: "out of rows" }));
    await view.expectText("outcome cancelled out of rows");
    await view.expectText("caught: out of rows");
    await view.page.evaluate(() =>
      window.viewHost.bridge.sendToolResult({
        content: [{ type: "text", text: "out of rows, again" }],
        isError: true,
      }),
    );
    await view.expectText("outcome done out of rows, again");
  });

  test("a selection renders again only when it differs in value", async () => {
    const view = await showView({ view: "data", react });
    await view.expectText("0 modes in light");
    await view.expectText("locale de-CH");
    const shown = async () => {
      await view.click("Shown");
      return view.frame.getByText(/^shown \d+$/).textContent();
    };
    const before = await shown();
    await view.page.evaluate(() =>
      window.viewHost.bridge.setHostContext({ theme: "light", locale: "fr-CH" }),
    );
    await view.expectText("locale fr-CH");
    expect(await shown()).toBe(before);
    await view.page.evaluate(() =>
      window.viewHost.bridge.setHostContext({ theme: "light", availableDisplayModes: ["inline", "pip"] }),
    );
    await view.expectText("2 modes in light");
    expect(await shown()).not.toBe(before);
  });

  test("a call made before the connection waits for it, and an answer that was overtaken is not shown", async () => {
    const view = await showView({ view: "data", react });
    await view.expectText("call pending, data undefined, error undefined");
    await answer(view, "early", "first");
    await view.expectText("call settled, data first, error undefined");
    await view.click("Call one");
    await view.click("Call two");
    await view.expectText("call pending, data first, error undefined");
    await answer(view, "two", "second");
    await view.expectText("call settled, data second, error undefined");
    await answer(view, "one", "stale");
    await view.click("Call one");
    await view.expectText("call pending, data second, error undefined");
    await answer(view, "one", "no such thing", true);
    await view.expectText("call settled, data undefined, error no such thing");
  });
});
