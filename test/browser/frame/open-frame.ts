import { build } from "esbuild";
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";
import { bundleFrame } from "../../../scripts/build-frame.mjs";
import { root } from "../../fixtures/source-files.ts";
import { openPage } from "../host/open-page.ts";
import { serve } from "../host/serve.ts";
import { stopClock } from "../host/stop-clock.ts";
import type { Answer, Mounting } from "./page.ts";

type Params = Record<string, unknown>;

/** A call of the frame to the gateway. */
export interface GatewayCall {
  name: string;
  handle: unknown;
  method: string;
  params: Params;
}

const bundles = new Map<string, Promise<string>>();

/** A script that starts here, bundled once. */
function script(contents: string): Promise<string> {
  const bundle = bundles.get(contents) ?? bundleScript(contents);
  bundles.set(contents, bundle);
  return bundle;
}

async function bundleScript(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${root}test/browser/frame` },
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    platform: "browser",
    conditions: ["@toolshed/source"],
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** The View of `inner-view.ts` as one HTML file, with the official App or ours. */
export async function innerViewHtml(sdk: "official" | "ours"): Promise<string> {
  const from = sdk === "ours" ? "@toolshed/apps" : "../../peers/ext-apps-2.0.ts";
  const code = await script(
    `import { App } from "${from}"; import { startInnerView } from "./inner-view.ts"; startInnerView(App);`,
  );
  const inline = code.replaceAll("</script", "<\\/script");
  return `<!doctype html><html lang="en"><head><title>Inner</title></head><body><script>${inline}</script></body></html>`;
}

let frameHtml: Promise<string> | undefined;

/** The policy that the specification gives to a View without domains, in a host that leaves frames alone. */
const toPolicy = (connect: string) =>
  `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src ${connect}; frame-src *`;

export interface FrameSetup extends Omit<Mounting, "html"> {
  /** What `ui/open` returns. A string is its HTML. */
  view?: string | Params;
  /** Answers the frame's calls before the usual answers do. */
  answer?: (call: GatewayCall) => Answer | Promise<Answer> | undefined;
  /** The input of `show_tool`. */
  input?: Record<string, unknown>;
  /** The result of `show_tool`; null for none yet. */
  result?: Params | null;
  /** Lets this time limit of the frame, in milliseconds, pass immediately. */
  expireEarly?: number;
  /** Stops the clock of the page and its frames. */
  stopsClock?: boolean;
  /** What the gateway declared for the frame. */
  declared?: object;
  /** The frame as a gateway has served it, in place of the one built here. */
  served?: string;
  /** What the host lets the frame connect to. Default: nothing. */
  connect?: string;
  /** Errors on the console that belong to what is tested. */
  expectedErrors?: RegExp;
}

export interface OpenFrame {
  page: Page;
  /** The frame's own document. */
  frame: Frame;
  /** The document inside it, once there is one. */
  inner(): Frame | undefined;
  calls: GatewayCall[];
  /** Those about the View's own tools. */
  liveCalls: GatewayCall[];
  /** The texts of the strip, or undefined while it is hidden. */
  stripText(): Promise<string | undefined>;
  asked(method: string): Promise<unknown[]>;
  mount(): Promise<Frame>;
}

export const HANDLE = "handle-of-this-showing";
export const SHOWN = { content: [{ type: "text", text: "Twelve notes" }], structuredContent: { count: 12 } };
const tool = { name: "list", inputSchema: { type: "object" } };

export const asAnswer = (answer: object): Answer => ({
  result: {
    content: [{ type: "text", text: JSON.stringify(answer) }],
    ...("error" in answer && { isError: true }),
  },
});

/** The frame in a host's page in Chromium, after the result of `show_tool` has been sent. */
export async function openFrame(setup: FrameSetup = {}): Promise<OpenFrame> {
  const {
    view = "",
    answer,
    input,
    result,
    declared,
    served,
    expectedErrors,
    expireEarly,
    stopsClock = false,
    connect = "'none'",
    ...mounting
  } = setup;
  const opened = typeof view === "string" ? { html: view } : view;
  const calls: OpenFrame["calls"] = [];
  const liveCalls: OpenFrame["liveCalls"] = [];
  const page = await openPage({ inWholeBrowser: true, ...(expectedErrors && { expectedErrors }) });
  await page.exposeFunction(
    "answer",
    ({ name, arguments: args }: { name: string; arguments: Params }): Answer | Promise<Answer> => {
      const call = { name, ...args } as GatewayCall;
      const { handle, method } = call;
      const isLive = method.startsWith("live/");
      (isLive ? liveCalls : calls).push(call);
      const special = answer?.(call);
      if (special) return special;
      if (isLive) return asAnswer({ error: { code: -32601, message: "No live tools." } });
      if (handle !== HANDLE) return asAnswer({ error: { code: -32000, message: "Unknown handle." } });
      if (method !== "ui/open") return asAnswer({ result: { content: [] } });
      return asAnswer({
        result: { tool, dashboardUrl: "https://toolshed.test/tools/notes.list", ...opened },
      });
    },
  );
  const code = await script('import "./page.ts";');
  const origin = await serve("127.0.0.1", (request) =>
    new URL(request.url).pathname === "/page.js"
      ? new Response(code, { headers: { "content-type": "text/javascript" } })
      : new Response(
          '<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><script src="/page.js"></script><body></body></html>',
          { headers: { "content-type": "text/html" } },
        ),
  );
  await page.goto(origin);
  if (stopsClock) await stopClock(page);
  frameHtml ??= bundleFrame();
  const clock = expireEarly
    ? `<script>{const set=setTimeout;window.setTimeout=(run,ms,...args)=>set(run,ms===${expireEarly}?1:ms,...args)}</script>`
    : "";
  const html = (served ?? (await frameHtml))
    .replace('id="declared">null<', () => `id="declared">${JSON.stringify(declared ?? null)}<`)
    .replace(
      "<head>",
      () => `<head><meta http-equiv="Content-Security-Policy" content="${toPolicy(connect)}">${clock}`,
    );
  const mount = async () => {
    await page.evaluate((options) => frameHost.mount(options as Mounting), { ...mounting, html } as object);
    await page.evaluate(([sent, got]) => frameHost.show(sent, got), [
      input ?? { path: "notes.list", arguments: { q: "x" } },
      result === undefined
        ? { ...SHOWN, _meta: { "toolshed/view": { handle: HANDLE, path: "notes.list", title: "Notes" } } }
        : result,
    ] as const);
    return page.frames().find((it) => it.parentFrame() === page.mainFrame()) as Frame;
  };
  const opening: OpenFrame = {
    page,
    frame: await mount(),
    inner: () => page.frames().find((it) => it.parentFrame()?.parentFrame() === page.mainFrame()),
    calls,
    liveCalls,
    stripText: () =>
      opening.frame.evaluate(() => {
        const strip = document.getElementById("strip") as HTMLElement;
        return strip.hidden ? undefined : (strip.textContent ?? "");
      }),
    asked: (method) =>
      page.evaluate(
        (wanted) => frameHost.asked.filter((it) => it.method === wanted).map((it) => it.params),
        method,
      ),
    mount: async () => {
      opening.frame = await mount();
      return opening.frame;
    },
  };
  return opening;
}

/** The inner View's document, once the View has connected. */
export async function connected(opening: OpenFrame): Promise<Frame> {
  await opening.frame.locator("#strip[data-state=ready]").waitFor({ state: "attached" });
  await expect.poll(opening.stripText).toBeUndefined();
  return innerOf(opening);
}

/** The document inside the frame, which is attached in its own time. */
export async function innerOf({ inner }: OpenFrame): Promise<Frame> {
  await expect.poll(inner).toBeDefined();
  return inner() as Frame;
}
