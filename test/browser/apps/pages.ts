import type { ConsoleMessage, Page } from "playwright-core";
import { isOurs, type Pairing, type Version } from "../../interop/apps/pairings.ts";
import { openBrowser } from "../host/open-page.ts";
import { bundle, type Role } from "./bundle.ts";

export const hostOrigin = "http://host.test";
export const viewOrigin = "http://view.test";

const scripts = new Map<string, Promise<string>>();

function scriptOf(role: Role, version: Version): Promise<string> {
  const key = `${role}-${version}`;
  const script = scripts.get(key) ?? bundle(role, version);
  scripts.set(key, script);
  return script;
}

export async function htmlOf(role: Role, version: Version, policy?: string): Promise<string> {
  const script = (await scriptOf(role, version)).replaceAll("</script", "<\\/script");
  const meta = policy ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : "";
  return `<!doctype html><html><head>${meta}<title>${role}</title></head><body><script type="module">${script}</script></body></html>`;
}

/** A page with the given host. Views are served at `/<role>-<version>.html` of every origin. */
export async function openHostPage(pairing: Pairing): Promise<{ page: Page; logs: ConsoleMessage[] }> {
  const page = await (await openBrowser()).newPage();
  const logs: ConsoleMessage[] = [];
  page.on("console", (message) => logs.push(message));
  // The official package writes every message to the console, which is slow to follow from here.
  if (!isOurs(pairing)) {
    await page.addInitScript(() => {
      for (const level of ["debug", "log", "warn", "error"] as const) console[level] = () => {};
    });
  }
  await page.route("**/*", async (route) => {
    const [, role, wanted] =
      /\/(host|view|lone-view|relay-view)-(.+)\.html$/.exec(new URL(route.request().url()).pathname) ?? [];
    if (role === undefined) return route.fulfill({ status: 404, body: "" });
    await route.fulfill({ contentType: "text/html", body: await htmlOf(role as Role, wanted as Version) });
  });
  await page.goto(`${hostOrigin}/host-${pairing.host}.html`);
  await page.waitForFunction("window.runCases !== undefined");
  return { page, logs };
}
