import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { bundlePage, writePage } from "./bundle-page.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "packages/frame");

/** Returns the frame as one HTML file: its script and style are minified and inline. */
export function bundleFrame() {
  return bundlePage(folder, { sources: join(folder, "src"), packageFile: join(folder, "package.json") });
}

const show = join(root, "packages/show/src");
const parts = {
  show: "index.ts",
  chart: "chart/render-chart.ts",
  markdown: "markdown/render-markdown.ts",
  form: "schema/schema-form.ts",
};

/** The scripts that the frame loads when it needs them. Each sets `toolshed_<name>`; the first brings the style. */
export async function bundleParts() {
  const styles = await transform(readFileSync(join(show, "style.css"), "utf8"), {
    loader: "css",
    minify: true,
  });
  const addStyle = `{const s=document.createElement("style");s.textContent=${JSON.stringify(styles.code)};document.head.append(s)}`;
  const bundled = Object.entries(parts).map(async ([name, file]) => {
    const { outputFiles } = await build({
      entryPoints: [join(show, file)],
      bundle: true,
      minify: true,
      write: false,
      format: "iife",
      globalName: `toolshed_${name}`,
      target: "es2022",
      legalComments: "none",
      ...(name === "show" && { footer: { js: addStyle } }),
    });
    return [name, outputFiles[0].text];
  });
  return Object.fromEntries(await Promise.all(bundled));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(root, "packages/toolshed/dist/frame");
  writePage(join(dist, "view.html"), await bundleFrame());
  for (const [name, code] of Object.entries(await bundleParts())) writePage(join(dist, `${name}.js`), code);
}
