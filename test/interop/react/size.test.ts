import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { root } from "../../fixtures/source-files.ts";

const hooks = [
  "AppProvider",
  "useApp",
  "useAppTool",
  "useAppTools",
  "useAutoResize",
  "useCallServerTool",
  "useDocumentTheme",
  "useHostContext",
  "useHostFonts",
  "useHostStyleVariables",
  "useHostStyles",
  "useRegisterTool",
  "useSuspenseToolResult",
  "useToolInput",
  "useToolResult",
];

/** What of "." a View has in any case that looks like its host. */
const view = ["App", "applyDocumentTheme", "applyHostFonts", "applyHostStyleVariables", "getDocumentTheme"];

async function gzipSize(names: string[]): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names.join()} } from "@toolshed/apps/react"`, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    external: ["react"],
    conditions: ["@toolshed/source"],
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

test("all hooks together add at most 2 KB to a View", async () => {
  const entry = Object.keys(await import("@toolshed/apps/react"));
  const ofView = Object.keys(await import("@toolshed/apps"));
  expect(entry.filter((name) => !ofView.includes(name)).sort()).toEqual(hooks);
  expect((await gzipSize([...view, ...hooks])) - (await gzipSize(view))).toBeLessThanOrEqual(2048);
});
