import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePage, writePage } from "./bundle-page.mjs";

const folder = fileURLToPath(new URL("../packages/toolshed", import.meta.url));

/** Returns a View of the plugins that come with the gateway as one HTML file. */
export function bundleView(name) {
  return bundlePage(join(folder, "views", name), { packageFile: join(folder, "package.json") });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of readdirSync(join(folder, "views"))) {
    writePage(join(folder, "dist/views", `${name}.html`), await bundleView(name));
  }
}
