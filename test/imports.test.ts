import { readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { allFiles, root, sourceFiles } from "./fixtures/source-files.ts";

interface Rules {
  /** Where its files are. Absent means the folder `src` of the package. */
  folder?: string;
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
    rows: [
      ["react", "host"],
      ["live", "state"],
      ["view", "bridge", "server", "zod", "valibot"],
      ["protocol"],
      ["rpc"],
    ],
    confined: { "": ["react", "host"] },
  },
  sdk: { ours: [], rows: [], confined: {} },
  create: { ours: [], rows: [], confined: {} },
  toolshed: {
    ours: ["@toolshed/sdk", "@toolshed/sdk/views", "@toolshed/apps/rpc", "@toolshed/apps/host"],
    rows: [
      ["cli"],
      ["gateway"],
      ["http"],
      ["mcp"],
      ["run", "view"],
      ["call"],
      ["search"],
      ["catalog"],
      ["account"],
      ["endpoint"],
      ["approval"],
      ["source", "plugins"],
      ["policy"],
      ["credential", "record"],
      ["store"],
      ["jobs"],
      ["home", "json", "log", "net", "telemetry"],
      ["work"],
      ["user-error", "version", "visible-text"],
      ["package-files"],
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
      yaml: ["source", "cli"],
      "quickjs-emscripten": ["run"],
      "@swc/": ["run"],
      typescript: ["run"],
    },
  },
  dashboard: {
    ours: [
      "toolshed/api",
      "@toolshed/apps/host",
      "@toolshed/apps/host/react",
      "@toolshed/apps/live",
      "@toolshed/show",
      "@toolshed/show/chart",
      "@toolshed/show/check",
      "@toolshed/show/form",
      "@toolshed/show/markdown",
      "@toolshed/show/plain-text",
      "@toolshed/show/read-json",
      "@toolshed/show/schemas",
      "@toolshed/show/style.css",
    ],
    rows: [],
    confined: {},
  },
  frame: {
    ours: [
      "@toolshed/apps",
      "@toolshed/apps/app-bridge",
      "@toolshed/apps/host",
      "@toolshed/apps/live",
      "@toolshed/apps/rpc",
      // Types alone: it loads their code from the gateway.
      "@toolshed/show",
      "@toolshed/show/chart",
      "@toolshed/show/form",
      "@toolshed/show/markdown",
    ],
    rows: [],
    confined: {},
  },
  show: { ours: [], rows: [], confined: { "": [] } },
  "toolshed/views/notes-board": {
    folder: "packages/toolshed/views/notes-board",
    ours: ["@toolshed/apps", "@toolshed/apps/state"],
    rows: [],
    confined: {},
  },
};

describe.each(Object.entries(packages))("package %s", (name, rules) => {
  const { folder = `packages/${name}/src`, ours, rows, confined } = rules;
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

  test("exports a type's name once", () => {
    const types = files.flatMap((file) => [...exportedTypes(join(root, folder, file))]);
    expect(types.filter((type, at) => types.indexOf(type) < at)).toEqual([]);
  });

  test("has no folders beside each other that need each other", () => {
    const needs = new Map<string, Set<string>>();
    for (const { file, target } of imports.filter((found) => isRelative(found.target))) {
      const [from, to] = fork(file, normalize(join(dirname(file), target)));
      if (from !== to) needs.set(from, (needs.get(from) ?? new Set()).add(to));
    }
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of needs.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
      return seen;
    };
    expect([...needs.keys()].filter((room) => reached(room).has(room))).toEqual([]);
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

test("the gateway has at most 25 files in a folder", () => {
  const rooms = allFiles("packages/toolshed/src").map((file) => dirname(file));
  const full = rooms.filter((room) => rooms.filter((other) => other === room).length > 25);
  expect([...new Set(full)]).toEqual([]);
});

test("@toolshed/apps has no dependency", () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, "packages/apps/package.json"), "utf8"));
  expect(dependencies).toBeUndefined();
});

function exportedTypes(file: string): Set<string> {
  const text = readFileSync(file, "utf8");
  return new Set(
    [...text.matchAll(/^export (?:interface|type|class) (\w+)/gm)].map((match) => match[1] as string),
  );
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map((match) => match[1] as string);
}

/** Where the ways to two files part: their folders at that depth, or the files themselves. */
function fork(from: string, to: string): [string, string] {
  const [a, b] = [from.split(sep), to.split(sep)];
  const depth = a.findIndex((part, at) => part !== b[at]);
  const at = (parts: string[]) => parts.slice(0, depth + 1).join("/");
  // A folder and what is directly beside it are one room, however they use each other.
  const isParent = depth === a.length - 1 || depth === b.length - 1;
  return isParent ? ["", ""] : [at(a), at(b)];
}

function roomOf(file: string): string {
  return (file.split(sep)[0] as string).replace(/\.ts$/, "");
}
