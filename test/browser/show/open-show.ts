import { readFileSync } from "node:fs";
import { build, transform } from "esbuild";
import type { Page } from "playwright-core";
import { openPage, type PageOptions } from "../../fixtures/browser.ts";
import { root } from "../../fixtures/source-files.ts";
import { serve } from "../host/serve.ts";

export interface RecordedResult {
  readonly server: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly outputSchema?: Record<string, unknown>;
  readonly result: { content: Record<string, unknown>[]; structuredContent?: unknown; isError?: boolean };
}

export const recorded: {
  results: RecordedResult[];
  tools: { server: string; tool: string; schema: Record<string, unknown> }[];
} = JSON.parse(readFileSync(`${root}test/fixtures/results/results.json`, "utf8"));

/** The policy of the dashboard: nothing inline, no eval. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' data:; connect-src 'self'";

/** A page with the whole package as `show`, under the dashboard's policy. */
export async function openShow(options: PageOptions = {}): Promise<Page> {
  const { outputFiles } = await build({
    entryPoints: [`${root}test/browser/show/page.ts`],
    bundle: true,
    write: false,
    format: "iife",
    conditions: ["@toolshed/source"],
  });
  const css = await transform(readFileSync(`${root}packages/show/src/style.css`, "utf8"), { loader: "css" });
  const base =
    "body { margin: 16px; font-family: sans-serif; background: Canvas; } :root { color-scheme: light dark; }";
  const files: Record<string, [type: string, text: string]> = {
    "/page.js": ["text/javascript", outputFiles[0]?.text ?? ""],
    "/style.css": ["text/css", base + css.code],
    "/": [
      "text/html",
      '<!doctype html><html lang="en"><title>Show</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><main><h1>Result</h1><div id="stage"></div></main><script src="/page.js"></script></html>',
    ],
  };
  const origin = await serve("127.0.0.1", (request) => {
    const [type, text] = files[new URL(request.url).pathname] ?? ["text/plain", ""];
    return new Response(text, { headers: { "content-type": type, "content-security-policy": policy } });
  });
  const page = await openPage(options);
  await page.goto(origin);
  return page;
}
