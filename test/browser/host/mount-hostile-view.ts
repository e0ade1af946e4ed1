import { randomUUID } from "node:crypto";
import type { McpUiResourceMeta } from "@toolshed/apps/app-bridge";
import type { ViewPolicy } from "@toolshed/apps/host";
import type { Frame } from "playwright-core";
import { expect } from "vitest";
import { type OpenHost, openHost } from "./open-host.ts";
import { stopClock } from "./stop-clock.ts";

declare const received: { id?: unknown }[];
declare const send: (message: object) => void;

export interface HostileView extends OpenHost {
  /** The View's own frame: what is evaluated in it runs as its script would. */
  view: Frame;
  /** The policy of this View, and of those that are added without one. */
  policy: ViewPolicy;
}

/** Attacks are tried under each of them. */
export const PRESETS = ["strict", "compatible"] as const;

/** What the View's scripts may do is said by the browser on the console. */
const REFUSALS =
  /Content Security Policy|sandboxed|Blocked|Unsafe attempt|Refused|SecurityError|Failed to|ERR_|was not allowed|not supported|WebSocket|NetworkError|Permissions policy|bad HTTP response/i;

/** The least a View does, without any SDK. */
export const HANDSHAKE = `
  const received = [];
  const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  addEventListener("message", ({ data }) => {
    received.push(data);
    if (data.id === "init" && data.result) send({ method: "ui/notifications/initialized" });
    else if (data.method === "ping") send({ id: data.id, result: {} });
    else if (data.method === "ui/resource-teardown") {
      console.info("torn down");
      send({ id: data.id, result: {} });
    }
    else if (data.method === "tools/list") send({ id: data.id, result: { tools: [{ name: "slow", inputSchema: {} }] } });
  });
  send({ id: "init", method: "ui/initialize", params: {
    appInfo: { name: "hostile", version: "1" }, appCapabilities: { tools: {} }, protocolVersion: "2026-01-26" } });`;

export interface HostileSetup {
  html?: string | undefined;
  meta?: McpUiResourceMeta | undefined;
  withFakeClient?: boolean | undefined;
  ownOrigin?: string | undefined;
  policy?: ViewPolicy | undefined;
  /** Stops the page's clock, and those of its frames, so that limits on rates count without the time. */
  stopsClock?: boolean | undefined;
}

/** Mounts a View that has completed the handshake and now means harm. */
export async function mountHostileView({
  html,
  meta,
  withFakeClient,
  stopsClock = false,
  policy = "strict",
}: HostileSetup = {}): Promise<HostileView> {
  const host = await openHost({ expectedErrors: REFUSALS, inWholeBrowser: true });
  if (stopsClock) await stopClock(host.page);
  const view = await addHostileView({ ...host, policy }, { html, meta, withFakeClient });
  return { ...host, view, policy };
}

export async function addHostileView(
  { page, sandboxUrl, policy: samePolicy }: OpenHost & { policy?: ViewPolicy },
  { html = "", meta, withFakeClient, ownOrigin, policy = samePolicy }: HostileSetup = {},
): Promise<Frame> {
  const before = new Set(page.frames());
  await page.evaluate(
    async (options) => {
      await host.mount(options).ready;
    },
    {
      html: `<!doctype html>${html}<script>${HANDSHAKE}</script><h1>View</h1>`,
      ...(meta && { meta }),
      ...(withFakeClient && { withFakeClient }),
      ...(ownOrigin && { ownOrigin }),
      ...(policy && { policy }),
      sandboxUrl,
    },
  );
  const added = page.frames().filter((frame) => !before.has(frame) && frame.parentFrame()?.parentFrame());
  expect(added).toHaveLength(1);
  return added[0] as Frame;
}

/** Waits until the host has read everything that the View has sent so far. */
export async function answered(view: Frame): Promise<void> {
  const id = randomUUID();
  await view.evaluate((id) => send({ id, method: "ping" }), id);
  await expect.poll(() => view.evaluate((wanted) => received.some(({ id }) => id === wanted), id)).toBe(true);
}
