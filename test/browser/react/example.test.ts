import type { Frame } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, settle } from "../../fixtures/browser.ts";
import { root } from "../../fixtures/source-files.ts";
import { findAxeViolations } from "../host/find-axe-violations.ts";
import { expectReceived, type ShownView, showView } from "./show-view.ts";

const LIST_CHANGED = "notifications/tools/list_changed";

const gardens = [
  { id: "kew", name: "Kew", place: "London", bestIn: "May" },
  { id: "ryoanji", name: "Ryōan-ji", place: "Kyoto", bestIn: "November" },
  { id: "keukenhof", name: "Keukenhof", place: "Lisse", bestIn: "April" },
];

async function showGardens(
  options: { colorScheme?: "light" | "dark"; width?: number } = {},
): Promise<ShownView> {
  const view = await showView({ html, ...options });
  if (options.colorScheme) {
    await view.page.evaluate(
      (theme) => window.viewHost.bridge.setHostContext({ theme }),
      options.colorScheme,
    );
  }
  await view.expectText("Waiting for gardens…");
  await view.page.evaluate(() =>
    window.viewHost.bridge.sendToolInputPartial({ arguments: { season: "spring" } }),
  );
  await view.expectText("Looking for gardens in spring…");
  await view.page.evaluate(async (found) => {
    await window.viewHost.bridge.sendToolInput({ arguments: { season: "spring" } });
    await window.viewHost.bridge.sendToolResult({
      content: [{ type: "text", text: "Three gardens" }],
      structuredContent: { gardens: found },
    });
  }, gardens);
  await view.expectText("Kyoto, best in November");
  return view;
}

const garden = (view: ShownView, name: RegExp) => view.frame.getByRole("button", { name });

let html = "";

describe.skipIf(!chromiumPath)("the React example", () => {
  beforeAll(async () => {
    ({ html } = await import(`${root}examples/view-react/build.mjs`));
  });

  test("lets the model read the selection and the form, and point at a garden", async () => {
    const view = await showGardens();
    await expectReceived(view, "ui/initialize", 1);
    await expectReceived(view, LIST_CHANGED, 1);
    expect((await view.toolNames()).sort()).toEqual(["get-form-data", "get-selection", "set-highlight"]);
    expect(JSON.parse(await view.callTool("get-selection"))).toEqual({ selected: null });

    await garden(view, /^Kew/).click();
    await expectReceived(view, LIST_CHANGED, 2);
    expect(await view.toolNames()).toEqual(expect.arrayContaining(["clear-selection", "rate-selection"]));
    expect(JSON.parse(await view.callTool("get-selection"))).toEqual({ selected: gardens[0] });
    await view.callTool("rate-selection");
    await view.expectText("London, best in May, 1 of 5 stars");

    await view.frame.getByLabel("Day").fill("2027-05-01");
    await view.frame.getByLabel("People").fill("3");
    expect(JSON.parse(await view.callTool("get-form-data"))).toEqual({
      date: "2027-05-01",
      people: 3,
      garden: "kew",
    });

    await view.callTool("set-highlight", { id: "ryoanji", color: "violet" });
    await view.frame.locator('li[data-highlight="violet"]', { hasText: "Ryōan-ji" }).waitFor();
    expect(await view.callTool("set-highlight", { id: "nowhere", color: "violet" })).toContain(
      "no such garden",
    );

    await view.click("Plan the visit");
    await view.page.waitForFunction(() => "" in window.viewHost.answers);
    await view.page.evaluate(() => window.viewHost.answers[""]?.("booked"));
    await view.expectText("Planned.");

    const before = await view.received(LIST_CHANGED);
    await view.callTool("clear-selection");
    await expectReceived(view, LIST_CHANGED, before + 1);
    expect((await view.toolNames()).sort()).toEqual(["get-form-data", "get-selection", "set-highlight"]);
    await expect(view.callTool("clear-selection")).rejects.toThrow("Tool clear-selection not found");
  });

  test("can be used with the keyboard alone", async () => {
    const view = await showGardens();
    // A frame that has just been shown may not take the first keys yet.
    await expect
      .poll(async () => {
        await view.page.keyboard.press("Tab");
        return garden(view, /^Ryōan-ji/).evaluate((element) => element === document.activeElement);
      })
      .toBe(true);
    await view.page.keyboard.press("Enter");
    await view.expectText("A visit to Ryōan-ji");
  });

  test.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 400],
  ] as const)("has no fault that axe finds in %s at %i pixels", async (colorScheme, width) => {
    const view = await showGardens({ colorScheme, width });
    await garden(view, /^Kew/).click();
    await view.callTool("set-highlight", { id: "keukenhof", color: "amber" });
    expect(await findAxeViolations(view.page.frames()[1] as Frame)).toEqual([]);
    await settle(view.page, `view-react-${colorScheme}-${width}`);
  });
});
