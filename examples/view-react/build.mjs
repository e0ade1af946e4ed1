// Makes the View one HTML file. Usage: node examples/view-react/build.mjs
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));

const { outputFiles } = await build({
  entryPoints: [`${folder}view.tsx`, `${folder}view.css`],
  outdir: `${folder}dist`,
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  jsx: "automatic",
  // Reads the packages of this repository from their sources, so that nothing has to be built first.
  conditions: ["@toolshed/source"],
  define: { "process.env.NODE_ENV": '"production"' },
});
const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
const script = textOf(".js").replaceAll("</script", "<\\/script");
/** The View's page. */
export const html = readFileSync(`${folder}view.html`, "utf8")
  .replace("<style></style>", () => `<style>${textOf(".css")}</style>`)
  .replace("<script></script>", () => `<script>${script}</script>`);

mkdirSync(`${folder}dist`, { recursive: true });
writeFileSync(`${folder}dist/view.html`, html);
process.stdout.write("examples/view-react/dist/view.html\n");
