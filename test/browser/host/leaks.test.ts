import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSandboxHandler } from "@toolshed/apps/host";
import { chromium } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { PRESETS } from "./mount-hostile-view.ts";
import { serveHostPage } from "./open-host.ts";
import { serve } from "./serve.ts";
import { startCanary } from "./start-canary.ts";

/**
 * What no policy covers: WebRTC, and links that make the browser connect, or look a name up, ahead of time. Only a
 * profile that is kept does the latter, so this browser has one; and its network log shows DNS lookups.
 */
const script = (name: string, origin: string, udpPort: number) => `
  const link = (rel, href) => document.head.append(Object.assign(document.createElement("link"), { rel, href }));
  const connect = () => {
    const { port } = new URL("${origin}");
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: "stun:127.0.0.1:${udpPort}" },
      { urls: "turn:127.0.0.1:" + port + "?transport=tcp", username: "a", credential: "b" } ] });
    peer.createDataChannel("x");
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  };
  try { connect(); } catch {}
  link("preconnect", "${origin}");
  link("dns-prefetch", "http://${name}-prefetch.example");
  link("preconnect", "http://${name}-preconnect.example");`;

describe.skipIf(!chromiumPath).each(PRESETS)("what the %s policy does not cover", (policy) => {
  test("does not leave a View in a browser that knows Connection-Allowlist", async () => {
    const folder = temporaryFolder();
    const log = join(folder, "network.json");
    const context = await chromium.launchPersistentContext(join(folder, "profile"), {
      executablePath: chromiumPath ?? "",
      ignoreDefaultArgs: ["--disable-background-networking"],
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-component-update",
        "--disable-features=LocalNetworkAccessChecks",
        `--log-net-log=${log}`,
      ],
    });
    onTestFinished(() => context.close());
    const hostOrigin = await serveHostPage();
    const sandboxOrigin = await serve("localhost", createSandboxHandler({ hostOrigins: [hostOrigin] }));
    const inView = await startCanary();
    const inHost = await startCanary();
    const page = await context.newPage();
    await page.goto(hostOrigin);
    const other = await context.newPage();
    await other.goto(hostOrigin);

    const attack = script("view", inView.origin, inView.udpPort);
    const nested = `<iframe srcdoc="<script>${attack.replaceAll('"', "&quot;")}</script>"></iframe>`;
    const attacked = page.waitForEvent("console", (message) => message.text() === "attacked");
    await page.evaluate(
      (options) => {
        const line = new BroadcastChannel("alive");
        line.onmessage = () => line.postMessage("yes");
        host.mount(options);
      },
      {
        html: `<!doctype html><head></head><body>${nested}<script>console.info("attacked"); ${attack}</script>`,
        sandboxUrl: `${sandboxOrigin}/sandbox`,
        policy,
      },
    );
    await attacked;
    // The same from a page of the host shows that each of them works in this browser, and gives the View's the time.
    await other.evaluate(
      (code) => {
        document.head.append(Object.assign(document.createElement("script"), { textContent: code }));
      },
      script("host", inHost.origin, inHost.udpPort),
    );
    await expect.poll(() => inHost.hits).toEqual(expect.arrayContaining(["connection", "datagram"]));
    // Chromium may end the View's process for it, which the page it is in does not feel.
    await other.evaluate(
      () =>
        new Promise((resolve) => {
          const line = new BroadcastChannel("alive");
          line.onmessage = resolve;
          line.postMessage("are you there?");
        }),
    );
    expect(inView.hits).toEqual([]);

    await context.close();
    const names = ["host-prefetch", "host-preconnect", "view-prefetch", "view-preconnect"];
    const text = () => readFileSync(log, "utf8");
    await expect
      .poll(() => names.filter((name) => text().includes(`${name}.example`)))
      .toEqual(names.slice(0, 2));
  });
});
