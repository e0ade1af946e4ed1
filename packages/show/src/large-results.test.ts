import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CallPanelOptions, createCallPanel, type FormPart } from "./call-panel.ts";
import { type FakeElement, FakePage } from "./fake-dom.ts";
import { texts } from "./texts.ts";

let page: FakePage;
beforeEach(() => {
  page = new FakePage();
  vi.stubGlobal("document", page);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a table of many rows is shown as one, with few nodes", () => {
  const rows = Array(150_000).fill([1]);
  const panel = open({ result: { structuredContent: rows } });
  expect(panel.all("TBODY")).toHaveLength(1);
  expect(page.made).toBeLessThan(2_000);
});

function open(options: Partial<CallPanelOptions>): FakeElement {
  return createCallPanel(
    Object.assign(options, { args: {}, result: options.result ?? {} }),
  ) as unknown as FakeElement;
}

const pressed = (panel: FakeElement, label: string) =>
  panel
    .all("BUTTON")
    .find((it) => it.textContent === label)
    ?.click();

test("a result whose form can't be found is shown as text", () => {
  const panel = open({
    result: { content: [{ type: "text", text: "the text" }] },
    get outputSchema(): unknown {
      throw new RangeError("Maximum call stack size exceeded");
    },
  });
  expect(panel.textContent).toContain("the text");
});

test("a result that can't be rendered is not reported as a failed call", async () => {
  const form = { element: page.createElement("form"), problems: () => [], value: () => ({}), focus() {} };
  const part = { createSchemaForm: () => form } as unknown as FormPart;
  let calls = 0;
  const panel = open({
    inputSchema: {},
    loadForm: async () => part,
    call: async () => {
      calls++;
      return {
        get content(): unknown {
          throw new RangeError("Maximum call stack size exceeded");
        },
      };
    },
  });
  pressed(panel, texts.edit);
  await expect.poll(() => panel.all("FORM")).toHaveLength(1);
  pressed(panel, texts.rerun);
  await expect.poll(() => panel.textContent).toContain(texts.showFailed);
  expect(panel.textContent).not.toContain(texts.callFailed(""));
  expect(calls).toBe(1);
});

test("says so if the form can't be made", async () => {
  const part: FormPart = {
    createSchemaForm() {
      throw new RangeError("Maximum call stack size exceeded");
    },
  };
  const panel = open({ inputSchema: {}, call: async () => ({}), loadForm: async () => part });
  pressed(panel, texts.edit);
  await expect.poll(() => panel.textContent).toContain(texts.formFailed);
});
