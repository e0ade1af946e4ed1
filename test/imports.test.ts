import { readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { root, sourceFiles } from "./fixtures/source-files.ts";

interface Rules {
  /** Which of our packages it may import. */
  ours: string[];
  /** Its folders from the edges inwards: each imports only from its own row and those below. */
  rows: string[][];
  /** Libraries that only some folders may import, since everything else should not have to know them. */
  confined: Record<string, string[]>;
}

const packages: Record<string, Rules> = {
  apps: {
    ours: [],
    rows: [["react", "host"], ["view", "bridge", "server"], ["protocol"], ["rpc"]],
    confined: { "": ["react", "host"] },
  },
  sdk: { ours: [], rows: [], confined: {} },
  toolshed: {
    ours: ["@toolshed/sdk", "@toolshed/apps/rpc"],
    rows: [
      ["cli"],
      ["gateway"],
      ["http", "mcp"],
      ["run"],
      ["call"],
      [
        "approval",
        "catalog",
        "search",
        "source",
        "endpoint",
        "account",
        "credential",
        "policy",
        "record",
        "plugins",
      ],
      ["store"],
      ["jobs"],
      ["home", "json", "log", "net", "telemetry"],
      ["cancellation", "fair-queue", "user-error", "version", "work-turns"],
    ],
    confined: {
      "@modelcontextprotocol/": ["mcp", "source"],
      kysely: ["store"],
      libsql: ["store", "home"],
      hono: ["http"],
      "@hono/": ["http", "cli"],
      "better-auth": ["account"],
      "@better-auth/": ["account"],
      oauth4webapi: ["credential"],
      jiti: ["source"],
      "@opentelemetry/": ["telemetry"],
      undici: ["net"],
      "ipaddr.js": ["net"],
      yaml: ["source"],
      "quickjs-emscripten": ["run"],
      "@swc/": ["run"],
      typescript: ["run"],
    },
  },
  dashboard: { ours: ["toolshed/api"], rows: [], confined: {} },
};

describe.each(Object.entries(packages))("package %s", (name, { ours, rows, confined }) => {
  const folder = `packages/${name}/src`;
  const files = sourceFiles(folder);
  const imports = files.flatMap((file) =>
    importsOf(join(root, folder, file)).map((target) => ({ file, target })),
  );
  const isRelative = (target: string) => target.startsWith(".");
  const rowOf = (room: string) => rows.findIndex((row) => row.includes(room));

  test("imports only the packages of ours that it may", () => {
    const found = imports.filter(
      ({ target }) => target.startsWith("@toolshed/") || target.startsWith("toolshed"),
    );
    expect(found.filter(({ target }) => !ours.includes(target))).toEqual([]);
  });

  test("names relative files with their ending and stays inside itself", () => {
    const odd = imports.filter(
      ({ file, target }) =>
        isRelative(target) &&
        (!/\.(tsx?|css|json)$/.test(target) || normalize(join(dirname(file), target)).startsWith("..")),
    );
    expect(odd).toEqual([]);
  });

  if (rows.length > 0)
    test("imports inwards", () => {
      expect(files.map(roomOf).filter((room) => rowOf(room) === -1)).toEqual([]);
      const outward = imports
        .filter(({ target }) => isRelative(target))
        .map(({ file, target }) => ({ file, room: roomOf(normalize(join(dirname(file), target))) }))
        .filter(({ file, room }) => rowOf(room) < rowOf(roomOf(file)));
      expect(outward).toEqual([]);
    });

  test("keeps libraries in the rooms that are there for them", () => {
    const stray = imports.filter(
      ({ file, target }) =>
        !isRelative(target) &&
        Object.entries(confined).some(
          ([library, rooms]) => target.startsWith(library) && !rooms.includes(roomOf(file)),
        ),
    );
    expect(stray).toEqual([]);
  });
});

test("@toolshed/apps has no dependency", () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, "packages/apps/package.json"), "utf8"));
  expect(dependencies).toBeUndefined();
});

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map((match) => match[1] as string);
}

function roomOf(file: string): string {
  return (file.split(sep)[0] as string).replace(/\.ts$/, "");
}
