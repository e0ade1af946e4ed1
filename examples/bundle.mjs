import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const common = {
  bundle: true,
  format: "esm",
  target: "es2023",
  // Reads the packages of this repository from their sources, so that nothing has to be built first.
  conditions: ["@toolshed/source"],
  logLevel: "error",
};

/** A script for the browser, as text. */
export async function bundleScript(entry) {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [fileURLToPath(entry)],
    minify: true,
    write: false,
  });
  return outputFiles[0].text;
}

/** A page with its script in it. */
export async function bundleInto(page, entry) {
  const script = (await bundleScript(entry)).replaceAll("</script", "<\\/script");
  const html = readFileSync(page, "utf8");
  return html.replace(/<script type="module" src="[^"]*">/, () => `<script type="module">${script}`);
}

/** A module for Node. Returns the URL to import it from. */
export async function bundle(entry) {
  const folder = `${root}.cache/examples`;
  mkdirSync(folder, { recursive: true });
  const file = fileURLToPath(entry);
  const outfile = `${folder}/${basename(fileURLToPath(new URL(".", entry)))}-${basename(file, ".ts")}.mjs`;
  const { outputFiles } = await build({
    ...common,
    entryPoints: [file],
    outfile,
    write: false,
    platform: "node",
    external: ["@modelcontextprotocol/*", "zod"],
  });
  // Another process that starts the same example may be reading it.
  writeFileSync(`${outfile}.${process.pid}`, outputFiles[0].text);
  renameSync(`${outfile}.${process.pid}`, outfile);
  return pathToFileURL(outfile).href;
}
