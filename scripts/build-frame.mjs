import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "packages/frame");
const target = join(root, "packages/toolshed/dist/frame/view.html");

/** Returns the frame as one HTML file: its script and style are minified and inline. */
export async function bundleFrame() {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { outputFiles } = await build({
    entryPoints: [join(folder, "src/main.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["@toolshed/source"],
    define: { VERSION: JSON.stringify(version) },
    legalComments: "none",
  });
  const styles = readFileSync(join(folder, "src/style.css"), "utf8");
  const css = await transform(styles, { loader: "css", minify: true });
  const page = readFileSync(join(folder, "index.html"), "utf8").replace(/\n\s*/g, "\n");
  return page
    .replace("/* styles */", () => css.code.trim())
    .replace("/* script */", () => outputFiles[0].text.trim().replaceAll("</script", "<\\/script"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, await bundleFrame());
}
