import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { bundleFrame, bundleParts } from "../scripts/build-frame.mjs";
import { bundleView } from "../scripts/build-views.mjs";
import { root } from "./fixtures/source-files.ts";

/** What people who import it pay, minified and compressed. A limit is raised only with a reason in the commit. */
const limits = [
  { code: 'export { definePlugin, defineTool } from "@toolshed/sdk"', bytes: 400 },
  { code: 'export { toStandardJsonSchema } from "@toolshed/apps/zod"', bytes: 3100 },
  { code: 'export { toStandardJsonSchema } from "@toolshed/apps/valibot"', bytes: 2200 },
];

function bundle(code: string) {
  return build({
    stdin: { contents: code, resolveDir: `${root}packages/toolshed` },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    metafile: true,
    conditions: ["@toolshed/source"],
  });
}

test.each(limits)("$code is at most $bytes bytes", async ({ code, bytes }) => {
  const { outputFiles } = await bundle(code);
  const size = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  expect(size).toBeLessThanOrEqual(bytes);
});

test("a View does not carry the converters of schemas unless it imports them", async () => {
  const { metafile } = await bundle('export { App } from "@toolshed/apps"');
  const files = Object.keys(metafile.inputs);
  expect(files.filter((file) => file.endsWith("view/app.ts"))).toHaveLength(1);
  expect(files.filter((file) => /\/(zod|valibot)\/|with-json-schema/.test(file))).toEqual([]);
});

test("the frame is at most 25 KB, with its script and style", async () => {
  const html = await bundleFrame();
  expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(25 * 1024);
});

test("the parts that the frame loads are small, and those that few results need are parts of their own", async () => {
  const parts = await bundleParts();
  const limits = { show: 16, chart: 4, markdown: 4, form: 13 };
  for (const [name, kilobytes] of Object.entries(limits)) {
    const code = parts[name as keyof typeof limits];
    expect(gzipSync(code, { level: 9 }).length, name).toBeLessThanOrEqual(kilobytes * 1024);
  }
  expect(parts.chart).toContain("createElementNS");
  expect(parts.markdown).toContain('"blockquote"');
  expect(parts.show).not.toMatch(/createElementNS|"blockquote"/);
});

test("the frame is one file that leaves a place for the domains it is declared with", async () => {
  const html = await bundleFrame();
  expect(html).toContain('<script type="application/json" id="declared">null</script>');
  expect(html.replace(/<script type="module">[\s\S]*?<\/script>/, "")).not.toMatch(/\b(src|href)=|\/\*/);
});

test("the notes board is one file of at most 16 KB, with its script and style", async () => {
  const html = await bundleView("notes-board");
  expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(16 * 1024);
  expect(html.replace(/<script type="module">[\s\S]*?<\/script>/, "")).not.toMatch(/\b(src|href)=/);
});
