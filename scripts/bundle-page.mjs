import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, transform } from "esbuild";

/**
 * Returns a page as one HTML file: the `index.html` of its folder, with `main.ts` and `style.css` of `sources` minified
 * and inline. Its code knows the version of the package as `VERSION`.
 */
export async function bundlePage(folder, { sources = folder, packageFile }) {
  const { version } = JSON.parse(readFileSync(packageFile, "utf8"));
  const { outputFiles } = await build({
    entryPoints: [join(sources, "main.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["@toolshed/source"],
    define: { VERSION: JSON.stringify(version) },
    legalComments: "none",
  });
  const styles = readFileSync(join(sources, "style.css"), "utf8");
  const css = await transform(styles, { loader: "css", minify: true });
  const page = readFileSync(join(folder, "index.html"), "utf8").replace(/\n\s*/g, "\n");
  return page
    .replace("/* styles */", () => css.code.trim())
    .replace("/* script */", () => outputFiles[0].text.trim().replaceAll("</script", "<\\/script"));
}

export function writePage(file, html) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html);
}
