import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

// The same program compiles with ours (as part of the tests' project) and, but for the import, with the official package.

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const tsc = at("../../../node_modules/typescript/bin/tsc");
const cache = "../../peers/.cache/typical-program";

const tsconfig = {
  extends: at("../../../tsconfig.base.json"),
  compilerOptions: {
    noEmit: true,
    composite: false,
    declaration: false,
    lib: ["es2023", "dom", "dom.iterable"],
  },
  include: ["."],
};

async function typeErrors(folder: string, change: (source: string) => string): Promise<string> {
  const place = at(`${cache}/${folder}`);
  await mkdir(place, { recursive: true });
  await writeFile(`${place}/tsconfig.json`, JSON.stringify(tsconfig));
  for (const file of ["typical-view.ts", "typical-host.ts"]) {
    const source = await readFile(at(`../../types/${file}`), "utf8");
    await writeFile(`${place}/${file}`, change(source).replaceAll('"../peers/', '"../../../'));
  }
  return promisify(execFile)(process.execPath, [tsc, "-p", place]).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

const toOfficial = (source: string) => source.replaceAll('"@toolshed/apps', '"ext-apps-2.0');

afterAll(() => rm(at(cache), { recursive: true, force: true }));

it("a typical program compiles with the official package", async () => {
  expect(await typeErrors("official", toOfficial)).toBe("");
});

it("a typical program compiles with ours", async () => {
  expect(await typeErrors("ours", (source) => source)).toBe("");
});

it("a mistake in it would be found", async () => {
  const mistaken = (source: string) => source.replace('{ mode: "fullscreen" }', '{ mode: "sideways" }');
  const broken = (source: string) => mistaken(source).replace("bridge.teardownResource(", "bridge.tearDown(");
  expect(await typeErrors("mistaken", (source) => toOfficial(broken(source)))).toContain("tearDown");
  expect(await typeErrors("mistaken", broken)).toContain("tearDown");
});
