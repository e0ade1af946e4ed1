// One package over real iframes in Chromium.
import { createServer } from "node:http";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const here = import.meta.dirname;

async function bundle(role, sdkPath) {
  const start = { host: "startHost", view: "startView" }[role];
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as sdk from ${JSON.stringify(sdkPath)}; import { ${start} } from "./${role}.mjs"; ${start}(sdk);`,
      resolveDir: here,
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    logLevel: "error",
  });
  return outputFiles[0].text;
}

function serve(scripts) {
  const server = createServer((request, response) => {
    const [, role, kind] = /^\/(host|view)\.(html|js)/.exec(request.url) ?? [];
    if (role === undefined) return response.writeHead(404).end();
    if (kind === "js") return response.setHeader("content-type", "text/javascript").end(scripts[role]);
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><body><script type="module" src="/${role}.js"></script></body>`);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** `paths` are the files of App and of AppBridge; each must export PostMessageTransport too. */
export async function runInBrowser(paths) {
  const scripts = { view: await bundle("view", paths.app), host: await bundle("host", paths.bridge) };
  const server = await serve(scripts);
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
  try {
    const starts = [];
    for (let i = 0; i < 7; i += 1) {
      const page = await openPage(browser, origin);
      starts.push((await page.evaluate(() => window.measure("/view.html"))).startMs);
      await page.close();
    }
    const page = await openPage(browser, origin);
    const counts = { calls: 2_000, inputs: 4_000, large: 20 };
    const measured = await page.evaluate((given) => window.measure("/view.html", given), counts);
    return { startMs: starts.sort((a, b) => a - b)[3], ...measured };
  } finally {
    await browser.close();
    server.close();
  }
}

async function openPage(browser, origin) {
  const page = await browser.newPage();
  // The official package logs every message; with a debugger attached that would cost it even more.
  await page.addInitScript(() => {
    for (const level of ["debug", "log", "warn"]) console[level] = () => {};
  });
  await page.goto(`${origin}/host.html`);
  await page.waitForFunction(() => window.measure !== undefined);
  return page;
}
