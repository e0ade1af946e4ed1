// @vitest-environment happy-dom
import { createMemoryTransports } from "@toolshed/apps";
import { AppBridge } from "@toolshed/apps/app-bridge";
import { expect, test } from "vitest";
import { createView } from "./view.ts";

const article = { id: "1", title: "Tools", url: "https://example.com/tools", isRead: false };

/** Shows the View in a host that has called the tool. */
async function showView() {
  const [viewSide, hostSide] = createMemoryTransports();
  const host = new AppBridge(null, { name: "test host", version: "1.0.0" }, { serverTools: {} });
  await host.connect(hostSide);
  await createView(document.body).connect(viewSide);
  await host.sendToolResult({ content: [], structuredContent: { articles: [article] } });
  return host;
}

test("marks an article as read with the plugin's tool", async () => {
  const host = await showView();
  const calls: unknown[] = [];
  host.oncalltool = async ({ name, arguments: args }) => {
    calls.push({ name, args });
    return { content: [] };
  };
  expect(document.body.textContent).toContain("1 of 1 to read");

  document.querySelector("button")?.click();
  await expect.poll(() => document.body.textContent).toContain("0 of 1 to read");
  expect(calls).toEqual([{ name: "reading.mark_read", args: { id: "1" } }]);
});

test("lets the model highlight an article", async () => {
  const host = await showView();
  const { tools } = await host.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["highlight_article"]);

  await host.callTool({ name: "highlight_article", arguments: { id: "1" } });
  expect(document.querySelector(".highlighted")?.textContent).toContain("Tools");
  expect(await host.callTool({ name: "highlight_article", arguments: { id: "2" } })).toMatchObject({
    isError: true,
  });
});
