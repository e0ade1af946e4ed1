import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  license?: string;
  keywords?: string[];
  files?: string[];
  engines?: { node?: string };
  publishConfig?: { access?: string };
  exports?: Record<string, string | Record<string, string>>;
  dependencies?: Record<string, string>;
}

const read = (path: string) => readFileSync(join(root, path), "utf8");
const folders = readdirSync(join(root, "packages")).map((name) => `packages/${name}`);
const manifests = folders.map((folder) => ({
  folder,
  manifest: JSON.parse(read(`${folder}/package.json`)) as Manifest,
}));
const published = manifests.filter(({ manifest }) => !manifest.private);

test("the packages for npm are released together", () => {
  const names = published.map(({ manifest }) => manifest.name);
  expect(names.sort()).toEqual(["@toolshed/apps", "@toolshed/sdk", "create-toolshed", "toolshed"]);
  const { fixed } = JSON.parse(read(".changeset/config.json"));
  expect(fixed.map((group: string[]) => group.sort())).toEqual([names]);
  expect(new Set(published.map(({ manifest }) => manifest.version)).size).toBe(1);
});

describe.each(published)("$manifest.name", ({ folder, manifest }) => {
  test("has what its page on npm needs", () => {
    expect(manifest).toMatchObject({ license: "MIT", publishConfig: { access: "public" } });
    expect(manifest.engines?.node).toBe(JSON.parse(read("package.json")).engines.node);
    expect(manifest.keywords?.length).toBeGreaterThan(2);
    expect(read(`${folder}/LICENSE`)).toBe(read("LICENSE"));
    // A relative link leads nowhere there.
    expect(read(`${folder}/README.md`)).not.toMatch(/\]\((?!https:|#)/);
  });

  test("ships the file of each export, with its types before it", () => {
    for (const entry of Object.values(manifest.exports ?? {})) {
      const targets = typeof entry === "string" ? { default: entry } : entry;
      for (const target of Object.values(targets)) {
        const [, top = ""] = target.split("/");
        const shipped = ["package.json", ...(manifest.files ?? [])].map((path) => path.split("/")[0]);
        expect(shipped).toContain(top);
        const source = target.replace(/^\.\/dist\/(.*?)(\.d\.ts|\.js)$/, "./src/$1.ts");
        expect(existsSync(join(root, folder, source)), source).toBe(true);
      }
      const conditions = Object.keys(targets).filter((name) => name !== "@toolshed/source");
      expect(conditions).toEqual(typeof entry === "string" ? ["default"] : ["types", "default"]);
    }
  });

  test("depends on exact versions, and on its own release of ours", () => {
    for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
      expect(range, name).toMatch(/^\d+\.\d+\.\d+$/);
      if (/^(@toolshed\/|toolshed$)/.test(name)) expect(range, name).toBe(manifest.version);
    }
  });
});
