import { readFileSync } from "node:fs";
import { join } from "node:path";
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
  "useViewState",
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

/** The names, of values and of types, that an entry's text lists. */
function namesOf(folder: string): string[] {
  const text = readFileSync(join(root, `packages/apps/src/${folder}/index.ts`), "utf8");
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, list = ""]) => list);
  return lists.flatMap((list) => [...list.matchAll(/(\w+)\s*(?:,|$)/g)].map(([, name = ""]) => name));
}

test("the entry has all that the View's has, and the hooks", async () => {
  const ofView = namesOf("view");
  expect(ofView).toContain("App");
  expect(namesOf("react")).toEqual(expect.arrayContaining(ofView));
  const values = Object.keys(await import("@toolshed/apps/react"));
  expect(values.filter((name) => !ofView.includes(name)).sort()).toEqual(hooks);
});

test("all hooks together add at most 2 KB to a View, and that for state half a KB more", async () => {
  const own = await gzipSize(view);
  const others = hooks.filter((name) => name !== "useViewState");
  expect((await gzipSize([...view, ...others])) - own).toBeLessThanOrEqual(2048);
  expect((await gzipSize([...view, ...hooks])) - own).toBeLessThanOrEqual(2560);
});
