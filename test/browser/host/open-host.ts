import { createSandboxHandler } from "@toolshed/apps/host";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { root } from "../../fixtures/source-files.ts";
import { openPage, type PageSetup } from "./open-page.ts";
import { serve } from "./serve.ts";

const bundles = new Map<string, Promise<string>>();

export interface OpenHost {
  page: Page;
  hostOrigin: string;
  sandboxUrl: string;
  /** The tools that were called on the MCP server, by whomever. */
  toolCalls: string[];
}

export interface HostSetup extends PageSetup {
  /** Where the page's `/mcp` leads. */
  mcpUrl?: string;
  /** The script of the page. */
  entry?: string;
  /** The packages that it finds in the place of others. */
  alias?: Record<string, string>;
}

/** A host's page in Chromium at 127.0.0.1, its sandbox at localhost, and the way to an MCP server. */
export async function openHost({ mcpUrl, entry, alias, ...options }: HostSetup = {}): Promise<OpenHost> {
  const toolCalls: string[] = [];
  const hostOrigin = await serveHostPage({
    mcp: (request) => (mcpUrl ? forward(request, mcpUrl, toolCalls) : undefined),
    entry,
    alias,
  });
  const sandboxOrigin = await serve("localhost", createSandboxHandler({ hostOrigins: [hostOrigin] }));
  const page = await openPage(options);
  await page.goto(hostOrigin);
  return { page, hostOrigin, sandboxUrl: `${sandboxOrigin}/sandbox`, toolCalls };
}

interface HostPage {
  mcp?: (request: Request) => Promise<Response> | undefined;
  entry?: string | undefined;
  alias?: Record<string, string> | undefined;
}

/** The page alone, and where its `/mcp` leads. Returns the origin. */
export async function serveHostPage({ mcp, entry = "page.ts", alias = {} }: HostPage = {}): Promise<string> {
  const key = JSON.stringify([entry, alias]);
  const bundle = bundles.get(key) ?? bundlePage(entry, alias);
  bundles.set(key, bundle);
  const script = await bundle;
  return serve("127.0.0.1", (request) => {
    const { pathname } = new URL(request.url);
    const answer = pathname === "/mcp" ? mcp?.(request) : undefined;
    if (answer) return answer;
    if (pathname === "/page.js") {
      return new Response(script, { headers: { "content-type": "text/javascript" } });
    }
    if (pathname !== "/") return new Response(null, { status: 404 });
    const html = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><script src="/page.js"></script><body></body></html>`;
    const headers = { "content-type": "text/html", "set-cookie": "session=secret-of-the-host" };
    return new Response(html, { headers });
  });
}

async function bundlePage(entry: string, alias: Record<string, string>): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${root}test/browser/host/${entry}`],
    bundle: true,
    write: false,
    format: "iife",
    conditions: ["@toolshed/source"],
    define: { "process.env.NODE_ENV": '"development"' },
    alias,
    platform: "browser",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

async function forward(request: Request, url: string, toolCalls: string[]): Promise<Response> {
  const headers = new Headers(request.headers);
  for (const name of ["host", "origin", "connection", "content-length"]) headers.delete(name);
  const body = request.method === "POST" ? await request.text() : undefined;
  const message = body && JSON.parse(body);
  if (message?.method === "tools/call") toolCalls.push(message.params.name);
  const response = await fetch(url, { method: request.method, headers, ...(body !== undefined && { body }) });
  const answer = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) answer.delete(name);
  return new Response(response.body, { status: response.status, headers: answer });
}
