// Makes screenshots of all recorded results in the forms that packages/show chooses, and of schema forms, in both themes
// and at two widths, to look at: CHROMIUM_PATH=… node scripts/make-result-sheets.mjs <folder>
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = process.argv[2] ?? join(root, ".cache/result-sheets");
mkdirSync(folder, { recursive: true });
const { results, tools } = JSON.parse(readFileSync(join(root, "test/fixtures/results/results.json"), "utf8"));
const perSheet = 8;

const { outputFiles } = await build({
  entryPoints: [join(root, "test/browser/show/page.ts")],
  bundle: true,
  write: false,
  format: "iife",
});
const style = readFileSync(join(root, "packages/show/src/style.css"), "utf8");
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><style>body{margin:16px;font-family:sans-serif;background:Canvas;color:CanvasText}h2{font-size:14px;margin:24px 0 8px}${style}</style><main id="stage"></main><script>${outputFiles[0].text.replaceAll("</script", "<\\/script")}</script></html>`;
const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(page));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ["--no-sandbox"] });

async function shoot(name, items, colorScheme, width) {
  const tab = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
  await tab.goto(`http://127.0.0.1:${server.address().port}`);
  await tab.evaluate((all) => {
    for (const { title, result, outputSchema, schema } of all) {
      const heading = document.createElement("h2");
      heading.textContent = title;
      const { element } = schema
        ? show.createSchemaForm({ schema })
        : show.createResultView(result, { ...show.options, outputSchema });
      document.getElementById("stage").append(heading, element);
    }
  }, items);
  await tab.waitForTimeout(300);
  await tab.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
  await tab.close();
}

const sheets = [];
for (let at = 0; at < results.length; at += perSheet) {
  const items = results.slice(at, at + perSheet);
  sheets.push([
    `results-${at}`,
    items.map((it, place) => ({ title: `${at + place} ${it.server} ${it.tool}`, ...it })),
  ]);
}
for (let at = 0; at < tools.length; at += perSheet) {
  const items = tools.slice(at, at + perSheet);
  sheets.push([
    `forms-${at}`,
    items.map(({ server, tool, schema }) => ({ title: `${server} ${tool}`, schema })),
  ]);
}
for (const [name, items] of sheets) {
  for (const scheme of ["light", "dark"])
    for (const width of [1440, 390]) await shoot(name, items, scheme, width);
}
await browser.close();
server.close();
