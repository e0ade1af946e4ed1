import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Version } from "../../interop/apps/pairings.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

const sdkOf = (version: Version) =>
  version === "ours" ? "../../interop/apps/ours.ts" : `../../peers/ext-apps-${version}.ts`;

const startOf = {
  host: "startHost",
  view: "startView",
  "lone-view": "startLoneView",
  "relay-view": "startRelayView",
};

export type Role = keyof typeof startOf;

/** The script of a page: one of the roles in ./page, with the SDK of the given version. */
export async function bundle(role: Role, version: Version): Promise<string> {
  const start = startOf[role];
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as sdk from "${sdkOf(version)}"; import { ${start} } from "./page/${role}.ts"; ${start}(sdk);`,
      resolveDir: here,
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    conditions: ["@toolshed/source"],
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
