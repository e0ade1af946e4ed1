import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { examplesOf } from "../packages/toolshed/src/cli/examples.ts";
import { exitCodes } from "../packages/toolshed/src/cli/exit-codes.ts";
import { all, commandGroups, createProgram } from "../packages/toolshed/src/cli/program.ts";
import { settings } from "../packages/toolshed/src/cli/settings.ts";
import { pathOf } from "../packages/toolshed/src/cli/usage-error.ts";
import { renderCliReference } from "../scripts/make-cli-reference.mjs";
import { root } from "./fixtures/source-files.ts";

const program = await createProgram();
const commands = all(program).filter((command) => command !== program && command.name() !== "__complete");

test("docs/cli.md is up to date", () => {
  const page = readFileSync(join(root, "docs/cli.md"), "utf8");
  const rendered = renderCliReference({ program, groups: commandGroups(), examplesOf, exitCodes, settings });
  expect(page === rendered, "Run `npm run docs:cli` after a build and commit the page").toBe(true);
});

test("every command has a summary, a description, examples of itself, and options that say what they do", () => {
  expect(commands.length).toBeGreaterThan(40);
  for (const command of commands) {
    const path = pathOf(command);
    expect(command.summary(), path).toMatch(/^[A-Z].*[^.]$/);
    expect(command.description(), path).toMatch(/^[A-Z].*\.$/);
    expect(examplesOf(command).length, path).toBeGreaterThan(0);
    expect(
      examplesOf(command).filter((example) => !/\btoolshed\b/.test(example)),
      path,
    ).toEqual([]);
    for (const { flags, description } of command.options)
      expect(description, `${path} ${flags}`).not.toBe("");
    for (const argument of command.registeredArguments)
      expect(argument.description, `${path} ${argument.name()}`).not.toBe("");
  }
});

test("every command that prints data has --json", () => {
  const without = commands
    .filter((command) => command.commands.length === 0)
    .filter((command) => !command.options.some(({ long }) => long === "--json"))
    .map(pathOf);
  expect(without).toEqual([
    "toolshed remove",
    "toolshed uninstall",
    "toolshed endpoint revoke",
    "toolshed serve",
    "toolshed approvals approve",
    "toolshed approvals deny",
    "toolshed rules set",
    "toolshed rules remove",
    "toolshed members role",
    "toolshed members programs",
    "toolshed members remove",
    "toolshed roles remove",
    "toolshed start",
    "toolshed stop",
    "toolshed login",
    "toolshed logout",
    "toolshed restore",
    "toolshed rotate-secret",
    "toolshed completion",
  ]);
});

test("every example is understood by the parser", async () => {
  const examples = commands.flatMap((command) =>
    examplesOf(command).map((example) => ({ command, example })),
  );
  for (const { command, example } of examples) {
    const [, typed = ""] =
      /^(?:\w+=\S+ )?(?:source <\()?toolshed (.*?)(?: [|<>] .*|\))?$/.exec(example) ?? [];
    const words = typed.split(" ");
    const path = pathOf(command).split(" ").slice(1);
    if (typed !== "") expect(words.slice(0, 1), example).toEqual(path.slice(0, 1));
    const options = words.filter((word) => /^--\w/.test(word));
    const known = all(command).flatMap((one) => one.options.map(({ long }) => long));
    expect(
      options.filter((option) => !known.includes(option)),
      example,
    ).toEqual([]);
  }
});
