import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { all, createProgram, withList } from "../packages/toolshed/src/cli/program.ts";
import { root } from "./fixtures/source-files.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));

const documents = [
  ...markdownIn("."),
  ...markdownIn("docs"),
  "examples/README.md",
  ...readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}/README.md`)
    .filter((file) => existsSync(join(root, file))),
];

/** What the snippets take for granted, because the text around them says what it is. */
const preamble = `
import type { App } from "@toolshed/apps";
import type { MountViewOptions } from "@toolshed/apps/host";
import type { Client } from "@modelcontextprotocol/client";
import type { ReactElement } from "react";

declare global {
  const app: App;
  const client: Client;
  const container: HTMLElement;
  const iframe: HTMLIFrameElement & { contentWindow: Window };
  const options: MountViewOptions;
  const sandboxUrl: string;
  const serverUrl: string;
  const useState: typeof import("react").useState;
  const z: typeof import("zod").z;
  const defineTool: typeof import("@toolshed/sdk").defineTool;
  const mountView: typeof import("@toolshed/apps/host").mountView;
  function addToChat(content: unknown): Promise<Record<string, unknown>>;
  function ask(question: unknown): Promise<boolean>;
  function confirmed(url: string): boolean;
  function draw(data: unknown): void;
  function forecast(city: string, days: number): { content: [] };
  function listNotes(context: unknown, limit: number): { title: string }[];
  function readGrants(hash: string): object;
  function select(row: number): void;
  function show(tools: unknown): void;
  interface Row { id: number }
  function Table(props: { rows: Row[]; selected: number; busy: boolean; onMore(): void }): ReactElement;
}
`;

test("every TypeScript snippet compiles", () => {
  const folder = join(root, ".cache/snippets");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const snippets = documents.flatMap((file) =>
    [...read(file).matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm)].map(([, kind = "", code = ""], index) => ({
      name: `${file.replaceAll("/", "-").replace(".md", "")}-${index + 1}.${kind}`,
      code,
    })),
  );
  expect(snippets.length).toBeGreaterThan(10);
  for (const { name, code } of snippets) writeFileSync(join(folder, name), `${code}\nexport {};\n`);
  writeFileSync(join(folder, "preamble.ts"), preamble);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: "../../tsconfig.base.json",
      compilerOptions: {
        noEmit: true,
        composite: false,
        incremental: false,
        isolatedDeclarations: false,
        noUnusedLocals: false,
        jsx: "react-jsx",
        types: ["node"],
        lib: ["es2023", "dom", "dom.iterable"],
        rootDir: root,
      },
      include: ["."],
    }),
  );
  const tsc = join(root, "node_modules/.bin/tsc");
  let problems = "";
  try {
    execFileSync(tsc, ["-p", folder], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    problems = (error as { stdout: string }).stdout;
  }
  expect(problems).toBe("");
});

/** The anchors that a Markdown page shows its headings under. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("every relative link leads to a file, and to a heading in it", () => {
  const dead = documents.flatMap((file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
    return links
      .filter(([, path = "", anchor]) => {
        const target = path ? join(dirname(file), path) : file;
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).includes(anchor);
      })
      .map(([link]) => `${file}: ${link}`);
  });
  expect(dead).toEqual([]);
});

test("the README's plugin is the one in the examples", () => {
  expect(read("README.md")).toContain(`\`\`\`ts\n${read("examples/games.ts")}\`\`\`\n`);
});

test("the README stays short", () => {
  expect(read("README.md").split("\n").length).toBeLessThan(150);
});

/** Splits as a shell does, as far as the documents need it. */
function splitCommand(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replace(/(['"])(.*?)\1/g, "$2"));
}

const commandsIn = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = ""]) => block.split("\n"))
    .map((line) => line.replace(/\s+[#|<>] .*$/, "").replace(/^(?:[A-Z_]+=\S+ )+/, ""))
    .filter((line) => /^(npx )?toolshed (?!help\b)/.test(line))
    .map((line) => line.replace(/^npx /, ""));

test("every command in a code block parses", async () => {
  const commands = documents.flatMap((file) => commandsIn(read(file)).map((line) => ({ file, line })));
  expect(commands.length).toBeGreaterThan(50);
  const wrong: string[] = [];
  for (const { file, line } of commands) {
    const [, name = "", ...words] = splitCommand(line);
    const program = await createProgram(name);
    for (const command of all(program)) if (command.commands.length === 0) command.action(() => {});
    const command = program.commands.find((one) => one.name() === name);
    const args = command ? withList(command, [name, ...words]) : [name, ...words];
    await program.parseAsync(args, { from: "user" }).catch((error: Error) => {
      wrong.push(`${file}: ${line}: ${error.message}`);
    });
  }
  expect(wrong).toEqual([]);
});

test("every command and option in running text exists", async () => {
  const program = await createProgram();
  const names = documents.flatMap((file) =>
    [...read(file).matchAll(/`(?:npx )?toolshed ([a-z][^`]*)`/g)].map(([, text = ""]) => ({ file, text })),
  );
  expect(names.length).toBeGreaterThan(50);
  const wrong = names.filter(({ text }) => {
    const words = splitCommand(text.split(" -- ")[0] ?? "");
    if (words[0] === "help") return false;
    let command = program;
    while (command.commands.length > 0 && words.length > 0 && !words[0]?.startsWith("-")) {
      const next = command.commands.find((one) => one.name() === words[0]);
      if (!next) return !/^[a-z]+\|/.test(words[0] ?? "");
      words.shift();
      command = next;
    }
    const known = all(command).flatMap(({ options }) => options.flatMap(({ long, short }) => [long, short]));
    return words.some((word) => /^--?[a-z]/.test(word) && ![...known, "--help", "-h"].includes(word));
  });
  expect(wrong).toEqual([]);
});
