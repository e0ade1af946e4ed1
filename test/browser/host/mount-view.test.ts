import { createSandboxHandler } from "@toolshed/apps/host";
import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { addHostileView, HANDSHAKE, mountHostileView } from "./mount-hostile-view.ts";
import { openHost } from "./open-host.ts";
import { serve } from "./serve.ts";
import { stopClock } from "./stop-clock.ts";

declare const received: {
  id?: unknown;
  method?: string;
  params?: object;
  result?: { hostCapabilities: object };
}[];
declare const send: (message: object) => void;

const html = `<!doctype html><script>${HANDSHAKE}</script><h1>View</h1>`;
const viewOf = (page: Page) => page.frames().find((frame) => frame.parentFrame()?.parentFrame());
const told = (view: Frame | undefined) =>
  view?.evaluate(() =>
    received.filter(({ method }) => method?.startsWith("ui/")).map(({ method }) => method?.split("/").at(-1)),
  );
const problems = (page: Page) =>
  page.evaluate(() =>
    host.seen.status.flatMap(({ stage, problem }) => (problem ? [`${stage}: ${problem}`] : [])),
  );

describe.skipIf(!chromiumPath)("mountView", () => {
  test("sends nothing before the View is initialized, then everything, in order", async () => {
    const { page, sandboxUrl } = await openHost();
    // This View takes its time, and keeps what it hears meanwhile.
    const slow = html.replace('send({ method: "ui/notifications/initialized" })', "globalThis.begin = send");
    await page.evaluate(
      (options) => {
        const view = host.mount(options);
        const report = (error: unknown) => console.error(error);
        view.sendToolInputPartial({ arguments: { a: 1 } }).catch(report);
        view.sendToolInputPartial({ arguments: { a: 1, b: 2 } }).catch(report);
        view.sendToolInput({ arguments: { a: 1, b: 2 } }).catch(report);
        view.sendToolResult({ content: [{ type: "text", text: "done" }] }).catch(report);
      },
      { html: slow, sandboxUrl },
    );
    await expect.poll(() => viewOf(page)?.evaluate(() => received.length)).toBe(1);
    const view = viewOf(page);
    await view?.evaluate(() => send({ id: "early", method: "ping" }));
    await expect.poll(() => view?.evaluate(() => received.some(({ id }) => id === "early"))).toBe(true);
    expect(await told(view)).toEqual([]);
    await view?.evaluate(() => send({ method: "ui/notifications/initialized" }));
    const order = ["tool-input-partial", "tool-input-partial", "tool-input", "tool-result"];
    await expect.poll(() => told(view)).toEqual(order);

    const refusals = await page.evaluate(async () => {
      const reasons: string[] = [];
      const keep = (error: Error) => reasons.push(error.message);
      await host.view.sendToolInputPartial({}).catch(keep);
      await host.view.sendToolInput({}).catch(keep);
      await host.view.sendToolResult({ content: [] }).catch(keep);
      await host.view.sendToolCancelled().catch(keep);
      return reasons;
    });
    expect(refusals).toHaveLength(4);
    expect(await told(view)).toEqual(order);
  });

  test("gives a View an empty input before a result that comes alone", async () => {
    const { page, view } = await mountHostileView();
    await page.evaluate(() => host.view.sendToolCancelled({ reason: "changed my mind" }));
    await expect.poll(() => told(view)).toEqual(["tool-input", "tool-cancelled"]);
  });

  test.each(["reloads", "is moved in the page"])(
    "tells a View that %s again what it was told",
    async (what) => {
      const { page, view } = await mountHostileView();
      await page.evaluate(async () => {
        await host.view.sendToolInput({ arguments: { city: "Bern" } });
        await host.view.sendToolResult({ content: [] });
      });
      if (what === "reloads") await view.evaluate(() => location.reload()).catch(() => {});
      else await page.evaluate(() => document.body.append(document.createElement("p"), host.view.frame));
      await expect
        .poll(async () => {
          const current = viewOf(page);
          return [current !== view || what === "reloads", await told(current)?.catch(() => undefined)];
        })
        .toEqual([true, ["tool-input", "tool-result"]]);
      const pinged = page.evaluate(() => host.view.bridge.request({ method: "ping" }));
      expect(await pinged).toEqual({});
    },
  );

  test("says what kept a View from standing", async () => {
    const { page, sandboxUrl, hostOrigin } = await openHost({
      expectedErrors: /Content Security Policy|lost my head|refused|ERR_/,
    });
    await stopClock(page);
    const fail = async (options: object, isStuck = () => true) => {
      await page.evaluate(
        (given) => {
          host.seen.status.length = 0;
          host.mount(given as never);
        },
        { html, sandboxUrl, timeoutMs: 1500, ...options },
      );
      await page.waitForFunction(isStuck);
      await page.clock.runFor(1500);
      await expect.poll(() => problems(page)).toHaveLength(1);
      await page.evaluate(() => host.view.teardown());
      return (await problems(page)).join();
    };
    const isEmbedded = () => host.view.frame.isConnected;
    const isBroken = () => host.seen.violation.length + host.seen.error.length === 2;
    expect(await fail({ sandboxUrl: hostOrigin.replace(/\d+$/, "1") })).toMatch(
      /^sandbox: The sandbox at 127\.0\.0\.1 is of the same site as the host .* another port does not change/,
    );
    expect(await fail({ sandboxUrl: sandboxUrl.replace(/:\d+/, ":9") }, isEmbedded)).toMatch(
      /^sandbox: The sandbox at http:\/\/localhost:9 did not answer/,
    );
    const broken = `<script>fetch("https://api.example.com/x").catch(() => {}); throw new Error("lost my head")</script>`;
    const explained = await fail({ html: broken }, isBroken);
    expect(explained).toMatch(/^initialize: The View did not connect: it sent no ui\/initialize\. /);
    expect(explained).toContain("connect-src blocked https://api.example.com/x.");
    expect(explained).toContain("Uncaught Error: lost my head.");
    expect(await fail({ html: undefined, resource: "ui://x" })).toMatch(/^resource: .*no client/);
    expect(
      await fail({
        html: undefined,
        resource: { contents: [{ uri: "ui://x", mimeType: "text/html", text: "" }] },
      }),
    ).toBe("resource: The resource is text/html; a View is text/html;profile=mcp-app");
  });

  test("reads the metadata of the listing and of the content, which goes first", async () => {
    const { page, sandboxUrl } = await openHost();
    await page.evaluate(
      async ([text, url]) => {
        const uri = "ui://view";
        const listed = { csp: { connectDomains: ["https://listed.example"] }, permissions: { camera: {} } };
        const content = { csp: { connectDomains: ["https://content.example", "nonsense"] } };
        host.listed = { uri, name: "view", _meta: { ui: listed } };
        const blob = btoa(text);
        host.content = { uri, mimeType: "text/html;profile=mcp-app", blob, _meta: { ui: content } };
        await host.mount({ resource: uri, withFakeClient: true, sandboxUrl: url }).ready;
      },
      [html, sandboxUrl] as const,
    );
    const granted = await viewOf(page)?.evaluate(
      () => received.find(({ id }) => id === "init")?.result?.hostCapabilities,
    );
    expect(granted).toMatchObject({
      sandbox: { csp: { connectDomains: ["https://content.example"] }, permissions: { camera: {} } },
    });
    expect(await page.evaluate(() => host.view.frame.allow)).toBe("camera");
    expect(await page.evaluate(() => host.seen.dropped)).toEqual([
      { field: "connectDomains", value: "nonsense", problem: expect.any(String) },
    ]);
  });

  test("sizes the frame as the View asks, within what the host allows", async () => {
    const { page, view } = await mountHostileView();
    const height = () => page.evaluate(() => host.view.frame.style.height);
    const ask = (size: object) =>
      view.evaluate((params) => send({ method: "ui/notifications/size-changed", params }), size);
    // A View with a height of 100vh asks for the height it has.
    expect(await view.evaluate(() => innerHeight)).toBe(400);
    await ask({ width: 5, height: 321 });
    await expect.poll(height).toBe("321px");
    expect(await page.evaluate(() => host.view.frame.style.width)).toBe("100%");
    for (const odd of [-1, Number.NaN, Number.POSITIVE_INFINITY]) await ask({ height: odd });
    await ask({ height: 1e9 });
    await expect.poll(height).toBe("10000px");
    await page.evaluate(() => host.view.bridge.setHostContext({ containerDimensions: { maxHeight: 300 } }));
    expect(await height()).toBe("300px");
    await page.evaluate(() => host.view.bridge.setHostContext({ containerDimensions: { maxHeight: 200 } }));
    await ask({ height: 500 });
    await expect.poll(height).toBe("200px");
    await page.evaluate(() =>
      host.view.bridge.setHostContext({ containerDimensions: { height: 90, width: 80 } }),
    );
    await expect.poll(height).toBe("90px");
    expect(await page.evaluate(() => host.view.frame.style.width)).toBe("80px");
  });

  test("gives an origin to a View whose domain has one, and to no other", async () => {
    const host = await openHost();
    let ownOrigin = "";
    const isViewOrigin = (origin: string) => origin === ownOrigin;
    const sandbox = await serve(
      "localhost",
      createSandboxHandler({ hostOrigins: [host.hostOrigin], isViewOrigin }),
    );
    const views = await serve("localhost", createSandboxHandler({ hostOrigins: [host.hostOrigin, sandbox] }));
    ownOrigin = views.replace("localhost", "palette.localhost");
    const add = (meta: object, origin?: string) =>
      addHostileView({ ...host, sandboxUrl: `${sandbox}/sandbox` }, { meta, ownOrigin: origin });

    const own = await add({ domain: "palette.example" }, ownOrigin);
    const state = () => {
      const canReach = (target: Window) => {
        try {
          return Boolean(target.document);
        } catch {
          return false;
        }
      };
      return { origin: self.origin, proxy: canReach(parent), host: canReach(parent.parent) };
    };
    expect(await own.evaluate(state)).toEqual({ origin: ownOrigin, proxy: false, host: false });
    await own.evaluate(() => localStorage.setItem("kept", "yes"));
    const again = await add({ domain: "palette.example" }, ownOrigin);
    expect(await again.evaluate(() => localStorage.getItem("kept"))).toBe("yes");

    for (const view of [await add({ domain: "palette.example" }), await add({}, ownOrigin)]) {
      expect(await view.evaluate(state)).toEqual({ origin: "null", proxy: false, host: false });
    }
  });

  test("bounds what the sandbox reports, whichever version it has", async () => {
    const { page } = await openHost();
    const script = `const report = (name, params) =>
        parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-" + name, params }, "*");
      report("error", { message: { toString: 1 } });
      for (let count = 0; count < 300; count++) report("error", { message: "x".repeat(9_000) });
      report("proxy-ready");`;
    const sandboxUrl = await serve(
      "localhost",
      () => new Response(`<script>${script}</script>`, { headers: { "content-type": "text/html" } }),
    );
    await page.evaluate((url) => {
      host.mount({ html: "", sandboxUrl: url });
    }, sandboxUrl);
    await expect.poll(() => page.evaluate(() => host.seen.status.at(-1)?.stage)).toBe("sandbox");
    const { error, overflow } = await page.evaluate(() => host.seen);
    expect(error.map(({ message }) => message.length)).toEqual([0, ...Array(99).fill(2_000)]);
    expect(overflow).toEqual([{ lost: 1 }]);
  });

  test("has a sandbox that only works in a frame", async () => {
    const { page, sandboxUrl, hostOrigin } = await openHost();
    const url = `${sandboxUrl}?host=${encodeURIComponent(hostOrigin)}`;
    expect((await page.goto(url))?.status()).toBe(403);
    expect(await page.locator("body").textContent()).toContain("only works in a frame");
  });
});
