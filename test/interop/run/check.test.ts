import { afterAll, describe, expect, test } from "vitest";
import { checkScript } from "../../../packages/toolshed/src/run/check-script.ts";
import { createChecker } from "../../../packages/toolshed/src/run/create-checker.ts";
import { prepareScript } from "../../../packages/toolshed/src/run/prepare-script.ts";
import type { SourceTool } from "../../../packages/toolshed/src/source/source.ts";

const checker = createChecker();
afterAll(() => checker.close());

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

function check(script: string, visible = tools) {
  const prepared = prepareScript(script);
  if ("error" in prepared) throw new Error(prepared.error.message);
  return checkScript(script, prepared.program.gives, visible, (text, declarations) =>
    checker.check("u", text, declarations),
  );
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
  expect((await check(script, []))?.message).toContain("There is no tool a.one");
  expect(await check(script)).toBeUndefined();
});
