import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

/** What people who import it pay, minified and compressed. A limit is raised only with a reason in the commit. */
const limits = [
  {
    code: 'export { definePlugin, defineTool } from "@toolshed/sdk"',
    folder: "packages/toolshed",
    bytes: 400,
  },
];

test.each(limits)("$code is at most $bytes bytes", async ({ code, folder, bytes }) => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root + folder },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    conditions: ["@toolshed/source"],
  });
  const size = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  expect(size).toBeLessThanOrEqual(bytes);
});
