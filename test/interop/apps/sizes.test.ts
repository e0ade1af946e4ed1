import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// What a page pays for an import, gzipped. A KB is 1,024 bytes.

const cache = fileURLToPath(new URL("../../peers/.cache/sizes", import.meta.url));
const conditions = ["@toolshed/source"];

const bundlers = {
  async esbuild(entry: string): Promise<string> {
    const { outputFiles } = await esbuild({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      conditions,
      define: { "process.env.NODE_ENV": '"production"' },
    });
    return outputFiles.map(({ text }) => text).join("");
  },
  async vite(entry: string): Promise<string> {
    const built = await vite({
      configFile: false,
      root: cache,
      logLevel: "silent",
      resolve: { conditions: [...conditions, "module", "browser", "development|production"] },
      build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input: entry } },
    });
    if (!("output" in built)) throw new Error("Vite did not build a single bundle");
    return built.output.map((file) => (file.type === "chunk" ? file.code : "")).join("");
  },
};

const imports = [
  { names: "App", from: "", limitKb: 7, goalKb: 6 },
  { names: "AppBridge, PostMessageTransport", from: "/app-bridge", limitKb: 7.5, goalKb: 7 },
];

async function sizeOf(bundler: keyof typeof bundlers, names: string, specifier: string): Promise<number> {
  const entry = `${cache}/${specifier.replaceAll(/\W/g, "-")}.js`;
  await writeFile(entry, `import { ${names} } from "${specifier}";\nglobalThis.kept = [${names}];\n`);
  return gzipSync(await bundlers[bundler](entry), { level: 9 }).length / 1024;
}

beforeAll(() => mkdir(cache, { recursive: true }));
afterAll(() => rm(cache, { recursive: true, force: true }));

describe.each(imports)("import { $names }", ({ names, from, limitKb, goalKb }) => {
  it.each(["esbuild", "vite"] as const)(`is at most ${limitKb} KB with %s`, async (bundler) => {
    const ours = await sizeOf(bundler, names, `@toolshed/apps${from}`);
    const official = await sizeOf(bundler, names, `ext-apps-2.0${from}`);
    process.stdout.write(
      `  ${names} with ${bundler}: ${ours.toFixed(2)} KB (goal ${goalKb}); official ${official.toFixed(1)} KB, ${(official / ours).toFixed(1)} times\n`,
    );
    expect(ours).toBeLessThanOrEqual(limitKb);
    expect(official).toBeGreaterThan(50);
  });
});
