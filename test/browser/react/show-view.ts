import { join } from "node:path";
import { build } from "esbuild";
import type { FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import { openPage, type PageOptions } from "../../fixtures/browser.ts";
import { isMatrix } from "../../fixtures/matrix.ts";
import { root } from "../../fixtures/source-files.ts";
import type {} from "./hosts/host.ts";

export type ReactMajor = "19" | "18";

/** What differs between them is tested with both; `npm run test:matrix` tests everything with both. */
export const reactMajors: readonly ReactMajor[] = isMatrix ? ["19", "18"] : ["19"];

/** Where React is: every import in a bundle gets the same one, or hooks would not work. */
const reacts: Record<ReactMajor, Record<string, string>> = {
  "19": { react: join(root, "node_modules/react"), "react-dom": join(root, "node_modules/react-dom") },
  "18": {
    react: join(root, "test/peers/node_modules/react-18"),
    "react-dom": join(root, "test/peers/node_modules/react-dom-18"),
  },
};

const bundles = new Map<string, Promise<string>>();

/** A script with all it imports. React runs in development mode, so that StrictMode does its work. */
function bundle(file: string, react: ReactMajor = "19"): Promise<string> {
  const key = `${react} ${file}`;
  const known = bundles.get(key);
  if (known) return known;
  const made = build({
    entryPoints: [join(root, "test/browser/react", file)],
    bundle: true,
    format: "iife",
    write: false,
    jsx: "automatic",
    conditions: ["@toolshed/source"],
    alias: reacts[react],
    define: { "process.env.NODE_ENV": '"development"' },
  }).then(({ outputFiles }) => (outputFiles[0]?.text ?? "").replaceAll("</script", "<\\/script"));
  bundles.set(key, made);
  return made;
}

const toHtml = (script: string, body = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title></head><body>${body}<script>${script}</script></body></html>`;

export interface ShownView {
  page: Page;
  frame: FrameLocator;
  /** How often the View has sent a message of this method. */
  received(method: string): Promise<number>;
  toolNames(): Promise<string[]>;
  callTool(name: string, args?: Record<string, unknown>): Promise<string>;
  expectText(text: string): Promise<void>;
  click(name: string): Promise<void>;
}

export interface ShowOptions extends PageOptions {
  /** A script of the folder `views`. */
  view?: string;
  react?: ReactMajor;
  host?: "ours" | "reference";
  /** A whole View, in place of a script. */
  html?: string;
  /** Has the host send a tool's input and result in the very moment in which the handshake is complete. */
  sendsAtOnce?: boolean;
}

/** Shows a View in a host, in Chromium, up to the end of the handshake. */
export async function showView({
  view,
  react = "19",
  host = "ours",
  html,
  sendsAtOnce = false,
  ...options
}: ShowOptions): Promise<ShownView> {
  const [hostScript, viewHtml] = await Promise.all([
    bundle(`hosts/${host}.ts`),
    html ?? bundle(`views/${view}.tsx`, react).then((script) => toHtml(script, '<div id="root"></div>')),
  ]);
  const page = await openPage(options);
  await page.route("http://host.test/index.html", (route) =>
    route.fulfill({ contentType: "text/html", body: toHtml(hostScript) }),
  );
  await page.goto("http://host.test/index.html");
  await page.evaluate(([text, atOnce]) => window.viewHost.show(text, atOnce), [
    viewHtml,
    sendsAtOnce,
  ] as const);
  const frame = page.frameLocator("iframe");

  return {
    page,
    frame,
    received: (method) =>
      page.evaluate((wanted) => window.viewHost.received.filter((sent) => sent === wanted).length, method),
    toolNames: () =>
      page.evaluate(async () => (await window.viewHost.bridge.listTools({})).tools.map(({ name }) => name)),
    callTool: (name, args) =>
      page.evaluate(
        async (params) => {
          const { content } = (await window.viewHost.bridge.callTool(params)) as {
            content: { text: string }[];
          };
          return content[0]?.text ?? "";
        },
        { name, ...(args && { arguments: args }) },
      ),
    expectText: (text) => frame.getByText(text, { exact: true }).waitFor(),
    click: (name) => frame.getByRole("button", { name, exact: true }).click(),
  };
}

/** Waits until the View has sent so many messages of a method, then lets it send more and expects none. */
export async function expectReceived(view: ShownView, method: string, count: number): Promise<void> {
  await expect.poll(() => view.received(method)).toBe(count);
  // A request and its answer: whatever the View had to say before has come by then.
  await view.page.evaluate(() => window.viewHost.bridge.listTools({}));
  expect(await view.received(method)).toBe(count);
}
