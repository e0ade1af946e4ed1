import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../fixtures/source-files.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { hasTerminal, runOnTerminal } from "../fixtures/terminal.ts";

const program = join(root, "packages/create/bin/create-toolshed.js");

test.skipIf(!hasTerminal)("asks for the folder and the template on a terminal", async () => {
  const folder = join(temporaryFolder(), "greetings");
  const typed = [
    { prompt: "Folder (my-toolshed-project): ", type: `${folder}\n` },
    { prompt: "Template (1): ", type: "9\n" },
    { prompt: "Template (1): ", type: "2\n" },
  ];
  const { code, shown } = await runOnTerminal([], {}, typed, program);
  expect(shown).toContain("2. plugin-view        Tools with a View, without a framework");
  expect(shown).toContain("Type a number from 1 to 4, or the name of a template.");
  expect(shown).toContain('from the template "plugin-view". Next:');
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).name).toBe("greetings");
});

test.skipIf(!hasTerminal)("creates nothing after Ctrl-C", async () => {
  const { code, shown } = await runOnTerminal([], {}, [{ prompt: "Folder", type: "\u0003" }], program);
  expect(shown).toContain("Nothing was created.");
  expect(code).toBe(1);
});
