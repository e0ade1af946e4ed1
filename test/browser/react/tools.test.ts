import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { expectReceived, reactMajors, showView } from "./show-view.ts";

const LIST_CHANGED = "notifications/tools/list_changed";

describe.skipIf(!chromiumPath).each(reactMajors)("app tools of a React %s View", (react) => {
  test("come and go with their component, each change as one list_changed", async () => {
    const view = await showView({ view: "tools", react });
    await view.expectText("connected");
    expect(await view.toolNames()).toEqual([]);

    await view.click("Counter");
    await expectReceived(view, LIST_CHANGED, 1);
    expect(await view.toolNames()).toEqual(["get-count"]);
    await view.click("Toggle");
    await expectReceived(view, LIST_CHANGED, 2);
    expect(await view.toolNames()).toEqual([]);
    await expect(view.callTool("get-count", { plus: 1 })).rejects.toThrow("Tool get-count is disabled");
    await view.click("Toggle");
    await expectReceived(view, LIST_CHANGED, 3);
    expect(await view.toolNames()).toEqual(["get-count"]);
    await view.click("Counter");
    await expectReceived(view, LIST_CHANGED, 4);
    expect(await view.toolNames()).toEqual([]);
  });

  test("call the handler of the latest render, and a new render alone announces no change", async () => {
    const view = await showView({ view: "tools", react });
    await view.click("Counter");
    await expectReceived(view, LIST_CHANGED, 1);
    expect(await view.callTool("get-count", { plus: 1 })).toBe("count 1");
    await view.click("Count");
    await view.click("Count");
    await view.expectText("count is 2");
    expect(await view.callTool("get-count", { plus: 1 })).toBe("count 3");
    await expect(view.callTool("get-count", { plus: "x" })).rejects.toThrow(
      "Invalid input for tool get-count",
    );
    await expectReceived(view, LIST_CHANGED, 1);
  });

  test("may be a list whose length changes", async () => {
    const view = await showView({ view: "tools", react });
    await view.click("Lists");
    for (const count of [1, 2, 3]) {
      await view.click("List");
      await expectReceived(view, LIST_CHANGED, count);
      expect(await view.toolNames()).toHaveLength(count);
    }
    expect(await view.callTool("item-1")).toBe("item-1 of 3");
    await view.click("List");
    await expectReceived(view, LIST_CHANGED, 4);
    expect(await view.toolNames()).toEqual(["item-2"]);
    expect(await view.callTool("item-2")).toBe("item-2 of 1");
  });

  test("may have JSON Schemas and one function for all", async () => {
    const view = await showView({ view: "tools", react });
    await view.click("Static");
    await expectReceived(view, LIST_CHANGED, 1);
    const { tools } = await view.page.evaluate(() => window.viewHost.bridge.listTools({}));
    expect(tools).toEqual([
      {
        name: "static-a",
        description: "A",
        inputSchema: { type: "object", properties: { x: { type: "number" } } },
      },
      { name: "static-b", inputSchema: { type: "object" } },
    ]);
    expect(await view.callTool("static-a", { x: 1 })).toBe('static-a {"x":1}');
    await view.click("Static");
    await expectReceived(view, LIST_CHANGED, 2);
    expect(await view.toolNames()).toEqual([]);
  });

  test("may be registered by effects, and go with the component that did", async () => {
    const view = await showView({ view: "tools", react });
    await view.click("Registering");
    await expectReceived(view, LIST_CHANGED, 1);
    expect(await view.callTool("registered")).toBe("one");
    await view.click("Word");
    await expectReceived(view, LIST_CHANGED, 2);
    expect(await view.callTool("registered")).toBe("two");
    await view.click("Registering");
    await expectReceived(view, LIST_CHANGED, 3);
    expect(await view.toolNames()).toEqual([]);
  });

  test("of one name in two components are an error that names it, and leave the first one be", async () => {
    const view = await showView({ view: "tools", react });
    await view.click("Counter");
    await view.click("Twin");
    await view.expectText("caught: Tool get-count is already registered");
    expect(await view.callTool("get-count", { plus: 1 })).toBe("count 1");
    await view.click("Twin");
    expect(await view.toolNames()).toEqual(["get-count"]);
  });

  test("can pass their names to each other in one render", async () => {
    const view = await showView({ view: "tools", react });
    await view.click("Moving");
    await expectReceived(view, LIST_CHANGED, 1);
    expect(await view.callTool("left")).toBe("first");
    await view.click("Swap");
    await expectReceived(view, LIST_CHANGED, 2);
    expect(await view.callTool("left")).toBe("second");
  });
});
