import { describe, expect, test } from "vitest";
import { bundleFrame } from "../../../scripts/build-frame.mjs";
import { chromiumPath } from "../../fixtures/browser.ts";
import { openHost } from "../host/open-host.ts";
import { asAnswer, connected, innerViewHtml, openFrame, SHOWN } from "./open-frame.ts";

describe.skipIf(!chromiumPath)("the frame in the official host, with the official App inside", () => {
  test("lives a whole life: handshake, input, result, button, theme, tools, teardown", async () => {
    const opening = await openFrame({
      view: await innerViewHtml("official"),
      answer: ({ params }) =>
        params?.name === "refresh"
          ? asAnswer({ result: { content: [], structuredContent: { n: 2 } } })
          : undefined,
    });
    const { page } = opening;
    const view = await connected(opening);
    await expect.poll(() => view.evaluate(() => inner.seen.length)).toBe(2);
    expect(await view.evaluate(() => inner.seen)).toEqual([
      { event: "input", value: { arguments: { q: "x" } } },
      { event: "result", value: SHOWN },
    ]);
    const { hostInfo, capabilities, context } = await view.evaluate(() => ({
      hostInfo: inner.app.getHostVersion(),
      capabilities: inner.app.getHostCapabilities(),
      context: inner.app.getHostContext(),
    }));
    expect(hostInfo).toEqual({ name: "test-host", version: "1" });
    expect(capabilities).toEqual({
      serverTools: {},
      serverResources: {},
      openLinks: {},
      logging: {},
      message: {},
      updateModelContext: {},
      downloadFile: {},
      sandbox: { permissions: {} },
    });
    expect(context?.toolInfo?.tool.name).toBe("list");
    // Vue reads markers from the parent window, which would throw across origins.
    expect(await view.evaluate(() => Reflect.get(parent, "__v_raw"))).toBeUndefined();

    await view.click("button");
    await expect.poll(() => view.textContent("button")).toBe('Refreshed {"n":2}');
    expect(opening.calls.map(({ name, method }) => [name, method])).toEqual([
      ["view_request", "ui/open"],
      ["view_request", "tools/call"],
    ]);
    expect(opening.calls[1]?.params).toEqual({ name: "refresh", arguments: { n: 1 } });

    await page.evaluate(() => frameHost.bridge.sendHostContextChange({ theme: "dark" }));
    await expect.poll(() => view.evaluate(() => inner.app.getHostContext()?.theme)).toBe("dark");
    expect(await opening.frame.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");

    const tools = await page.evaluate(() => frameHost.bridge.listTools({}));
    expect(tools.tools.map(({ name }) => name)).toEqual(["get-title"]);
    const called = await page.evaluate(() => frameHost.bridge.callTool({ name: "get-title" }));
    expect(called.content).toEqual([{ type: "text", text: "Inner" }]);

    expect(await page.evaluate(() => frameHost.bridge.teardownResource({}))).toEqual({});
    expect(await opening.asked("notifications/message")).toEqual([{ level: "info", data: "torn down" }]);
    await expect.poll(opening.inner).toBeUndefined();
  });

  test("works in our own host, behind its sandbox", async () => {
    const { page, sandboxUrl } = await openHost();
    const html = await bundleFrame();
    const view = await innerViewHtml("ours");
    await page.evaluate(
      async ([frame, inner, url, shown]) => {
        const opened = host.mount({ html: frame, sandboxUrl: url, hostContext: { theme: "dark" } });
        opened.bridge.oncalltool = async ({ arguments: args }) => {
          const result =
            args.method === "ui/open"
              ? { html: inner, tool: { name: "list" } }
              : { content: [], structuredContent: {} };
          return { content: [{ type: "text", text: JSON.stringify({ result }) }] };
        };
        await opened.sendToolInput({ arguments: { path: "notes.list", arguments: { q: "x" } } });
        const meta = { handle: "h", path: "notes.list", title: "Notes" };
        await opened.sendToolResult({ ...shown, _meta: { "toolshed/view": meta } } as never);
      },
      [html, view, sandboxUrl, SHOWN] as const,
    );
    const button = page
      .frameLocator("iframe")
      .frameLocator("iframe")
      .frameLocator("iframe")
      .getByRole("button");
    await button.click();
    await expect.poll(() => button.textContent()).toBe("Refreshed {}");
    await expect
      .poll(() => page.evaluate(() => host.view.tools.map(({ name }) => name)))
      .toEqual(["get-title"]);
    const called = await page.evaluate(() => host.view.callTool({ name: "get-title" }));
    expect(called.content).toEqual([{ type: "text", text: "Inner" }]);
    await page.evaluate(() => host.view.teardown());
  });
});
