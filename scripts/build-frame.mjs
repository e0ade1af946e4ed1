import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePage, writePage } from "./bundle-page.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "packages/frame");

/** Returns the frame as one HTML file: its script and style are minified and inline. */
export function bundleFrame() {
  return bundlePage(folder, { sources: join(folder, "src"), packageFile: join(folder, "package.json") });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writePage(join(root, "packages/toolshed/dist/frame/view.html"), await bundleFrame());
}
