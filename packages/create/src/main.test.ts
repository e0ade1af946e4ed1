import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { main } from "./main.ts";
import { templates } from "./templates.ts";

let printed = "";
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

beforeEach(() => {
  printed = "";
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      printed += text;
      return true;
    });
  }
});
afterEach(() => vi.restoreAllMocks());

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "create-toolshed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.each(templates)("creates a project from the template $name", async ({ name, nextSteps }) => {
  const folder = join(emptyFolder(), "My Project");
  expect(await main([folder, "--template", name])).toBe(0);
  expect(printed).toContain(`from the template "${name}"`);
  for (const step of ["npm install", ...nextSteps]) expect(printed).toContain(`  ${step}\n`);

  const files = readdirSync(folder);
  expect(files).toEqual(expect.arrayContaining([".gitignore", "README.md", "package.json", "tsconfig.json"]));
  expect(files).not.toContain("gitignore");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "my-project", private: true, type: "module" });
  const ours = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([dependency]) => /^(@toolshed\/|toolshed$)/.test(dependency),
  );
  expect(ours.length).toBeGreaterThan(0);
  expect(ours.filter(([, range]) => range !== `^${version}`)).toEqual([]);
  const readme = readFileSync(join(folder, "README.md"), "utf8").trim();
  expect(readme.split("\n").length).toBeLessThanOrEqual(25);
});

test("creates a project in a folder that has only a Git repository", async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, ".git"));
  expect(await main([folder, "-t", "plugin"])).toBe(0);
  expect(readdirSync(folder)).toContain("package.json");
});

test("refuses a folder that is not empty, and leaves it as it is", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "notes.txt"), "mine");
  expect(await main([folder, "-t", "plugin"])).toBe(1);
  expect(printed).toBe(`The folder ${folder} is not empty. Choose another one, or empty it first.\n`);
  expect(readdirSync(folder)).toEqual(["notes.txt"]);

  const file = join(folder, "notes.txt");
  expect(await main([file, "-t", "plugin"])).toBe(1);
  expect(printed).toContain(`${file} is not a folder.`);
});

test.each([
  [[], "Name a folder and a template: npm create toolshed my-plugin -- --template plugin\n"],
  [["here"], "Name a folder and a template"],
  [["here", "--template", "plugn"], 'No template named "plugn". Choose one of: plugin, plugin-view'],
  [["here", "there", "-t", "plugin"], "Give one folder. Got: here, there\n"],
  [["--force"], "Unknown option '--force'. Show the options: npm create toolshed -- --help\n"],
])("explains what is wrong with %j", async (args, message) => {
  expect(await main(args)).toBe(1);
  expect(printed).toContain(message);
});

test("lists the templates in its help", async () => {
  expect(await main(["--help"])).toBe(0);
  for (const { name, description } of templates)
    expect(printed).toMatch(new RegExp(`${name} +${description}`));
});
