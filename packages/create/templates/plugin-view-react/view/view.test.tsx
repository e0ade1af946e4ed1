// @vitest-environment happy-dom
import { App, createMemoryTransports } from "@toolshed/apps";
import { AppBridge } from "@toolshed/apps/app-bridge";
import { AppProvider } from "@toolshed/apps/react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { View } from "./view.tsx";

const article = { id: "1", title: "Tools", url: "https://example.com/tools", isRead: false };
const shownText = () => document.body.textContent;

/** Shows the View in a host that has called the tool. */
async function showView() {
  const [viewSide, hostSide] = createMemoryTransports();
  const host = new AppBridge(null, { name: "test host", version: "1.0.0" }, { serverTools: {} });
  const app = new App({ name: "reading-list", version: "0.1.0" }, { tools: { listChanged: true } });
  await host.connect(hostSide);
  await app.connect(viewSide);

  const root = createRoot(document.body);
  onTestFinished(() => root.unmount());
  root.render(
    <AppProvider app={app}>
      <View />
    </AppProvider>,
  );
  await expect.poll(shownText).toContain("Loading");
  await host.sendToolResult({ content: [], structuredContent: { articles: [article] } });
  await expect.poll(shownText).toContain("1 of 1 to read");
  return host;
}

test("marks an article as read with the plugin's tool", async () => {
  const host = await showView();
  const calls: unknown[] = [];
  host.oncalltool = async ({ name, arguments: args }) => {
    calls.push({ name, args });
    return { content: [] };
  };

  document.querySelector("button")?.click();
  await expect.poll(shownText).toContain("0 of 1 to read");
  expect(calls).toEqual([{ name: "reading.mark_read", args: { id: "1" } }]);
});

test("lets the model highlight an article", async () => {
  const host = await showView();
  await expect.poll(async () => (await host.listTools()).tools[0]?.name).toBe("highlight_article");

  await host.callTool({ name: "highlight_article", arguments: { id: "1" } });
  await expect.poll(() => document.querySelector(".highlighted")?.textContent).toContain("Tools");
  expect(await host.callTool({ name: "highlight_article", arguments: { id: "2" } })).toMatchObject({
    isError: true,
  });
});
