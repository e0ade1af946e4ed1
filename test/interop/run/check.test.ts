import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createCatalog } from "../../../packages/toolshed/src/catalog/catalog.ts";
import { checkScript } from "../../../packages/toolshed/src/run/check/check-script.ts";
import { createDescribeMissing } from "../../../packages/toolshed/src/run/check/missing-tool.ts";
import type { SourceTool } from "../../../packages/toolshed/src/source/source.ts";
import { openJobs } from "../../fixtures/jobs.ts";

const jobs = openJobs();

const tool = (path: string, field: string): SourceTool => ({
  path,
  name: path,
  description: "",
  destructive: false,
  readOnly: true,
  serviceAccountAllowed: true,
  inputSchema: {
    type: "object",
    properties: { [field]: { type: "string" } },
    required: [field],
    additionalProperties: false,
  },
  outputSchema: { type: "object", properties: { [field]: { type: "number" } }, required: [field] },
  parse: async (args) => ({ input: args }),
  run: async () => undefined,
});
const tools = [tool("a.one", "text"), tool("a.two", "name")];

async function check(script: string, visible = tools) {
  const catalog = createCatalog([{ id: "a", tools: visible }]);
  const checked = await checkScript(
    script,
    {
      jobs,
      catalog,
      describeMissing: createDescribeMissing(async () => []),
      visible: { isVisible: () => true, connectionsFor: () => [] },
    },
    { userId: "u" },
  );
  return "error" in checked ? checked.error : undefined;
}

describe("nothing is wrong with", () => {
  test.each([
    "const { text } = await tools.a.one({ text: 'x' }); return text.toFixed()",
    "await tools.a.one({ text: 'x' }) // the end",
    "(await tools.a.two({ name: `x` })).name",
    "const URL = 1, console = 2; URL + console",
    "const tools = { mine: () => 1 }; tools.mine()",
    "tools.search({ query: 'x' }).then((found) => found[0].path)",
    "const all = tools; all.whatever.there.is()",
    "let x = 1\nx++",
    "class A {}\nif (x()) new A()\nfunction x() { return true }",
  ])("%s", async (script) => expect(await check(script)).toBeUndefined());
});

describe("the place of a mistake is told", () => {
  test.each([
    ["await tools.a.one({ text: 1 })", 1, 21],
    ["const a = 1\nreturn (await tools.a.two({ name: 'x' })).text", 2, 43],
    ["await tools.a.three()", 1, 13],
    ["undeclared", 1, 1],
    ["const tools = { mine: () => 1 }; tools.a.one({ text: 'x' })", 1, 40],
  ])("%s", async (script, line, column) =>
    expect(await check(script)).toMatchObject({ name: "TypeError", line, column }),
  );
});

test("each check goes by the tools there are at that time", async () => {
  const script = "await tools.a.one({ text: 'x' })";
  expect(await check(script)).toBeUndefined();
  const changed = await check(script, [tool("a.one", "words")]);
  expect(changed?.message).toContain("tools.a.one: (args: { words: string })");
  expect((await check(script, []))?.message).toContain("Tool not found: a.one");
  expect(await check(script)).toBeUndefined();
});

describe("a script reads no file of the machine", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolshed-check-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const name of ["config.ts", "config.d.ts", "config.js", "config.json"])
    writeFileSync(
      join(folder, name),
      name.endsWith("json") ? '{ "PASSWORD": "hunter2" }' : 'export const PASSWORD = "hunter2"',
    );
  writeFileSync(join(folder, "global.d.ts"), 'declare const PASSWORD: "hunter2"');
  symlinkSync(folder, join(folder, "link"));
  const up = "../".repeat(20);

  const attempts: [string, (file: string) => string][] = [
    ["typeof import", (file) => `let x: typeof import("${file}").PASSWORD = 1`],
    ["typeof import with an ending", (file) => `let x: typeof import("${file}.ts").PASSWORD = 1`],
    ["typeof import of JSON", (file) => `let x: typeof import("${file}.json").PASSWORD = 1`],
    ["typeof import by a relative path", (file) => `let x: typeof import("${up}.${file}").PASSWORD = 1`],
    ["import", (file) => `import { PASSWORD } from "${file}"; let x: number = PASSWORD`],
    ["import type", (file) => `import type { PASSWORD } from "${file}"; let x: number = null as PASSWORD`],
    ["import()", (file) => `let x: number = (await import("${file}")).PASSWORD`],
    ["require", (file) => `let x: number = require("${file}").PASSWORD`],
    ["import =", (file) => `import c = require("${file}"); let x: number = c.PASSWORD`],
    ["JSDoc", (file) => `/** @type {import("${file}").PASSWORD} */ let x = 1; x.foo`],
    ["export from", (file) => `export * from "${file}"; undeclared`],
    ["reference path", (file) => `/// <reference path="${file}.d.ts" />\nlet x: number = PASSWORD`],
    ["reference types", (file) => `/// <reference types="${file}" />\nlet x: number = PASSWORD`],
    ["reference lib", (file) => `/// <reference lib="${file}" />\nlet x: number = PASSWORD`],
    [
      "declare module",
      (file) => `declare module "${file}" { let y: typeof PASSWORD } let x: number = PASSWORD`,
    ],
  ];
  // What is told must not depend on whether the file is there.
  test.each(attempts)("by %s", async (_, attempt) => {
    const messageFor = async (file: string) => {
      const found = await check(attempt(file)).catch((error: Error) => ({ message: error.message }));
      return found?.message.toLowerCase().replaceAll(file.toLowerCase(), "FILE");
    };
    for (const [present, absent] of [
      ["config", "absent"],
      ["global", "absent"],
      ["link/config", "link/absent"],
    ]) {
      const message = await messageFor(`${folder}/${present}`);
      expect(message).toBe(await messageFor(`${folder}/${absent}`));
      expect(message).not.toContain("hunter2");
    }
  });

  test.each([
    ["/etc/passwd", "/etc/absent"],
    ["/proc/self/environ", "/proc/self/absence"],
    ["/proc/self/cwd/package.json", "/proc/self/cwd/absence.json"],
  ])("%s", async (present, absent) => {
    const messageFor = async (file: string) => {
      const found = await check(`/// <reference path="${file}" />\nlet x: typeof import("${file}") = 1`);
      return found?.message.replaceAll(file, "FILE");
    };
    expect(await messageFor(present)).toBe(await messageFor(absent));
  });
});

describe("what scripts do not have is told in their words", () => {
  test.each([
    "process",
    "require",
    "Buffer",
    "fetch",
    "window",
    "document",
    "module",
    "__dirname",
    "describe",
    "$",
    "Bun",
    "Intl",
    "SharedArrayBuffer",
    "Atomics",
    "WeakRef",
    "FinalizationRegistry",
  ])("%s", async (name) => {
    expect((await check(`${name}.x`))?.message).toBe(`1:1 There is no \`${name}\` in scripts.`);
  });

  test.each([
    ["Promise.withResolvers()", "1:9 Property 'withResolvers' does not exist on type 'PromiseConstructor'."],
    [
      "let x: typeof import('mine') = 1",
      "1:22 Cannot find module 'mine'. A script can neither import nor export: it has tools, and nothing else.",
    ],
    [
      '/// <reference path="/etc/passwd" />\n1',
      "1:22 Cannot find file '/etc/passwd'. A script can neither import nor export: it has tools, and nothing else.",
    ],
  ])("%s", async (script, message) => expect((await check(script))?.message).toBe(message));

  test.each(["import fs from 'node:fs'", "import React from 'react'", "let x: NodeJS.Timeout", "<div/>"])(
    "%s",
    async (script) => {
      const found = await check(script).catch((error: Error) => error);
      expect(found?.message).not.toMatch(/npm|@types|tsconfig|compiler option|moduleResolution|install/);
    },
  );
});
