import { readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { root, sourceFiles } from "./fixtures/source-files.ts";

/** Which of our packages each package may import. */
const packages: Record<string, string[]> = {
  sdk: [],
  toolshed: ["@toolshed/sdk"],
  dashboard: ["toolshed/api"],
};

/** The folders of the gateway from the edges inwards: each imports only from its own row and those below. */
const rows = [
  ["cli"],
  ["gateway"],
  ["http", "mcp"],
  ["call"],
  ["catalog", "search", "source", "endpoint", "account", "credential", "policy", "record", "plugins"],
  ["store"],
  ["home", "log", "user-error", "version"],
];

/** What only some folders may import, since everything else should not have to know it. */
const confined: Record<string, string[]> = {
  "@modelcontextprotocol/": ["mcp"],
  kysely: ["store"],
  libsql: ["store", "home"],
  hono: ["http"],
  "@hono/": ["http", "cli"],
  "better-auth": ["account"],
  "@better-auth/": ["account"],
  oauth4webapi: ["credential"],
  jiti: ["source"],
};

function importsOf(folder: string, file: string): string[] {
  const text = readFileSync(join(root, folder, file), "utf8");
  return [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map((match) => match[1] as string);
}

const roomOf = (file: string): string => (file.split(sep)[0] as string).replace(/\.ts$/, "");
const rowOf = (room: string): number => rows.findIndex((row) => row.includes(room));

describe.each(Object.keys(packages))("package %s", (name) => {
  const folder = `packages/${name}/src`;
  const imports = sourceFiles(folder).flatMap((file) =>
    importsOf(folder, file).map((target) => ({ file, target })),
  );

  test("imports only the packages of ours that it may", () => {
    const ours = imports.filter(
      ({ target }) => target.startsWith("@toolshed/") || target.startsWith("toolshed"),
    );
    expect(ours.filter(({ target }) => !packages[name]?.includes(target))).toEqual([]);
  });

  test("names relative files with their ending and stays inside itself", () => {
    const relative = imports.filter(({ target }) => target.startsWith("."));
    const odd = relative.filter(
      ({ file, target }) =>
        !/\.(tsx?|css|json)$/.test(target) || normalize(join(dirname(file), target)).startsWith(".."),
    );
    expect(odd).toEqual([]);
  });
});

describe("the gateway", () => {
  const folder = "packages/toolshed/src";
  const files = sourceFiles(folder);

  test("has no room that the table of rows does not know", () => {
    expect(files.map(roomOf).filter((room) => rowOf(room) === -1)).toEqual([]);
  });

  test("imports inwards", () => {
    const outward = files.flatMap((file) =>
      importsOf(folder, file)
        .filter((target) => target.startsWith("."))
        .map((target) => roomOf(normalize(join(dirname(file), target))))
        .filter((target) => rowOf(target) < rowOf(roomOf(file)))
        .map((target) => `${file} → ${target}`),
    );
    expect(outward).toEqual([]);
  });

  test("keeps libraries in the rooms that are there for them", () => {
    const stray = files.flatMap((file) =>
      importsOf(folder, file)
        .filter((target) =>
          Object.entries(confined).some(
            ([library, rooms]) => target.startsWith(library) && !rooms.includes(roomOf(file)),
          ),
        )
        .map((target) => `${file} → ${target}`),
    );
    expect(stray).toEqual([]);
  });
});
