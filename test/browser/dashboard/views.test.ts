import { fileURLToPath } from "node:url";
import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { runCommand } from "../../fixtures/command.ts";
import { startViewUpstream, type ViewUpstream } from "../../fixtures/view-upstream.ts";
import { type Dashboard, openDashboard } from "./open-dashboard.ts";

const published = (name: string) =>
  fileURLToPath(
    new URL(`../../peers/node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url),
  );

/** A View that has shaken hands. `send` asks for something, and `received` has all that it was sent. */
const viewWith = (body: string) => `<!doctype html>${body}<script>
  const received = [];
  const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  addEventListener("message", ({ data }) => {
    received.push(data);
    if (data.id === "init") send({ method: "ui/notifications/initialized" });
    else if (data.method === "ping") send({ id: data.id, result: {} });
  });
  send({ id: "init", method: "ui/initialize", params: {
    protocolVersion: "2026-01-26", appInfo: { name: "x", version: "1" }, appCapabilities: { tools: {} } } });
</script>`;

declare const received: { id?: unknown; result?: unknown; error?: { message: string } }[];
declare const send: (message: object) => void;

interface OpenView extends Dashboard {
  upstream: ViewUpstream;
  view: Frame;
}

/** A View of a server with a destructive tool, shown in the dashboard. */
async function openView(body = "", _meta?: Record<string, unknown>): Promise<OpenView> {
  const dashboard = await openDashboard();
  const upstream = await startViewUpstream({ canWipe: true });
  upstream.view.text = viewWith(`<p>the View</p>${body}`);
  if (_meta) upstream.view._meta = _meta;
  const config = { transport: "http", url: upstream.url, allowPrivate: true };
  await dashboard.ask("POST", "/sources", { id: "face", kind: "mcp", config });
  await run(dashboard, "face.show");
  return { ...dashboard, upstream, view: await shownView(dashboard) };
}

/** The View that the dashboard shows, once it has shaken hands. */
async function shownView({ page }: Dashboard): Promise<Frame> {
  const element = page.getByRole("region", { name: "Result" }).frameLocator("iframe").locator("iframe");
  let view: Frame | null | undefined;
  await expect
    .poll(async () => {
      // A View that is mounted again has another frame.
      view = await (await element.elementHandle())?.contentFrame();
      return view?.evaluate(() => received.length);
    })
    .toBeGreaterThan(0);
  return view as Frame;
}

/** The answer to a request of the View. */
const answerTo = (view: Frame, id: string) =>
  view.evaluate((id) => received.find((message) => message.id === id), id);

/** Runs a tool on its page. */
async function run({ page, gateway }: Dashboard, path: string): Promise<void> {
  await page.goto(`${gateway.url}/tools/${path}`);
  await page.getByRole("button", { name: "Run" }).click();
}

describe.skipIf(!chromiumPath)("Views in the dashboard", () => {
  test("a tool with a View is marked, shown beside its result, and its View reaches its own server", async () => {
    const dashboard = await openDashboard();
    const { gateway, page } = dashboard;
    const args = [
      "add",
      "mcp",
      "monitor",
      "--",
      process.execPath,
      published("server-system-monitor"),
      "--stdio",
    ];
    expect((await runCommand(args, { TOOLSHED_HOME: gateway.home })).code).toBe(0);
    await page.goto(`${gateway.url}/tools`);
    const entry = page.getByRole("treeitem").filter({ hasText: "monitor.get_system_info" });
    await entry.getByText("has a View").waitFor();
    const ofViews = page.getByRole("treeitem").filter({ hasText: "monitor.poll_system_stats" });
    await ofViews.getByText("for Views only").waitFor();

    await run(dashboard, "monitor.get_system_info");
    await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
    const view = page.getByRole("region", { name: "Result" }).frameLocator("iframe").frameLocator("iframe");
    await view.getByText("Hostname").waitFor();
    // It polls its server by a tool that no model sees, and that its server does not call harmless.
    await page.getByRole("button", { name: "Always approve this path" }).click();
    await view.getByText(/GB \/ /).waitFor();
    const { calls } = await dashboard.ask<{ calls: { path: string; via: string }[] }>("GET", "/calls");
    expect(calls).toContainEqual(
      expect.objectContaining({ path: "monitor.poll_system_stats", outcome: "ok" }),
    );

    await page.getByText("Tree", { exact: true }).click();
    await page.getByText("hostname").first().waitFor();
    await page.getByText("View", { exact: true }).click();
    await view.getByText("Hostname").waitFor();
  });

  test("a View that is blocked says why, and a person's permission is remembered", async () => {
    const dashboard = await openDashboard();
    const { page } = dashboard;
    const upstream = await startViewUpstream();
    upstream.view.text = `<!doctype html><p id="said">nothing</p><script>
      const say = (text) => { document.getElementById("said").textContent = text; };
      try { new Function("return 1")(); say("it may"); } catch { say("it may not"); }
      const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
      addEventListener("message", ({ data }) => {
        if (data.id === 1) send({ method: "ui/notifications/initialized" });
        else if (data.method === "ping") send({ id: data.id, result: {} });
      });
      send({ id: 1, method: "ui/initialize", params: {
        protocolVersion: "2026-01-26", appInfo: { name: "x", version: "1" }, appCapabilities: {} } });
    </script>`;
    const config = { transport: "http", url: upstream.url, allowPrivate: true };
    await dashboard.ask("POST", "/sources", { id: "face", kind: "mcp", config });
    const view = page.getByRole("region", { name: "Result" }).frameLocator("iframe").frameLocator("iframe");

    await run(dashboard, "face.show");
    await view.getByText("it may not").waitFor();
    await page.getByText("Run code from text").waitFor();
    await page.getByRole("button", { name: "Allow for this View" }).click();
    await view.getByText("it may", { exact: true }).waitFor();
    await run(dashboard, "face.show");
    await view.getByText("it may", { exact: true }).waitFor();

    upstream.view.text += " ";
    await run(dashboard, "face.show");
    await page.getByText("is not as an admin has seen it").waitFor();
  });

  test("a View's destructive call is made once the person beside it has approved it", async () => {
    const { page, view, upstream } = await openView();
    const wipe = (id: string, disk: string) =>
      view.evaluate(
        ([id, disk]) => send({ id, method: "tools/call", params: { name: "wipe", arguments: { disk } } }),
        [id, disk] as const,
      );
    const calls = page.getByRole("region", { name: "Calls of the View" });
    await wipe("a", "first");
    await calls.getByText("The View of show wants to make a call").waitFor();
    await calls.getByText("first", { exact: true }).waitFor();
    await wipe("b", "second");
    await calls.getByText("1 more waits.").waitFor();
    expect(upstream.wiped).toEqual([]);
    await calls.getByRole("button", { name: "Deny" }).click();
    await expect.poll(() => answerTo(view, "a")).toMatchObject({ result: { isError: true } });

    await calls.getByText("second", { exact: true }).waitFor();
    await calls.getByRole("button", { name: "Approve once" }).click();
    await expect
      .poll(() => answerTo(view, "b"))
      .toMatchObject({ result: { content: [{ type: "text", text: "wiped" }] } });
    expect(upstream.wiped).toEqual([{ disk: "second" }]);
    await calls.waitFor({ state: "detached" });
  });

  test("a View's link is shown as an address, and opened once the person agrees", async () => {
    const { page, view } = await openView();
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      dialog.dismiss().catch(() => {});
    });
    await view.evaluate(() => {
      const text = " \n\nYour session has expired. Press OK to sign in again.";
      for (let count = 0; count < 100; count++) {
        const url = `https://bank.example@evil.example/${count}${text}`;
        send({ id: `link ${count}`, method: "ui/open-link", params: { url } });
      }
    });
    const link = page.getByRole("region", { name: "Link of the View" });
    await link.getByText("evil.example", { exact: true }).waitFor();
    await link.getByText("https://bank.example@evil.example/0%20Your%20session%20has%20expired").waitFor();
    await expect.poll(() => answerTo(view, "link 99")).toMatchObject({ result: { isError: true } });
    expect(await link.count()).toBe(1);
    await link.getByRole("button", { name: "Don't open" }).click();
    await expect.poll(() => answerTo(view, "link 0")).toMatchObject({ result: { isError: true } });

    await view.evaluate(() =>
      send({ id: "b", method: "ui/open-link", params: { url: "http://127.0.0.1:9/" } }),
    );
    const popup = page.waitForEvent("popup");
    await link.getByRole("button", { name: "Open", exact: true }).click();
    await (await popup).close();
    await expect.poll(() => answerTo(view, "b")).toMatchObject({ result: {} });
    expect(dialogs).toEqual([]);
  });

  test("a View's tools are listed up to 50", async () => {
    const { page } = await openView(`<script>addEventListener("message", (event) => {
      const { id, method, result } = event.data;
      if (method === "tools/list") {
        const tools = Array.from({ length: 3_000 }, (_, at) => ({ name: "tool-" + at, description: "d".repeat(900), inputSchema: { type: "object" } }));
        parent.postMessage({ jsonrpc: "2.0", id, result: { tools } }, "*");
      }
    });</script>`);
    const tools = page.getByRole("region", { name: "Tools of the View" });
    await tools.getByText("… and 2,950 more tools").waitFor();
    expect(await tools.getByRole("listitem").count()).toBe(50);
  });

  test("a View gets the camera once the person allows it, and may copy without being asked", async () => {
    const permissions = { camera: {}, geolocation: {}, clipboardWrite: {} };
    const dashboard = await openView("", { ui: { permissions } });
    const { page } = dashboard;
    const may = async () => {
      const view = await shownView(dashboard);
      return view.evaluate(() => {
        const { featurePolicy } = document as unknown as {
          featurePolicy: { allowsFeature(name: string): boolean };
        };
        return ["camera", "geolocation", "clipboard-write"].filter((name) =>
          featurePolicy.allowsFeature(name),
        );
      });
    };
    expect(await may()).toEqual(["clipboard-write"]);
    const asked = page.getByRole("region", { name: "Permissions" });
    await asked.getByText("This View asks to use your location.").waitFor();
    await asked.getByRole("button", { name: "Allow camera for this View" }).click();
    await asked.getByText("This View may use your camera.").waitFor();
    await expect.poll(may).toEqual(["camera", "clipboard-write"]);
    await run(dashboard, "face.show");
    await asked.getByText("This View may use your camera.").waitFor();
    await expect.poll(may).toEqual(["camera", "clipboard-write"]);
    await asked.getByRole("button", { name: "Don't allow camera" }).click();
    await asked.getByText("This View asks to use your camera.").waitFor();
    await expect.poll(may).toEqual(["clipboard-write"]);
  });
});
