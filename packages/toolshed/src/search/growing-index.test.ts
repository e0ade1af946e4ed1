import { describe, expect, test } from "vitest";
import type { SourceTool } from "../source/source.ts";
import { createSearchIndex, type SearchIndex } from "./search-index.ts";
import { finish } from "./slices.ts";

/** The same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

const vocabulary =
  "note message send delete list create repo pull request user mail calendar event search open".split(" ");
const queries = [
  "send a message",
  "delete notes",
  "list pull requests. Then open the calendar.",
  "repo",
  "s1.tool_3",
];
const all = () => true;
const pathsOf = (index: SearchIndex, query: string, limit: number) =>
  finish(index.search(query, limit, all)).tools.map(({ path }) => path);

function toolsOf(sourceId: string, count: number, random: (below: number) => number): SourceTool[] {
  const words = (length: number) => Array.from({ length }, () => vocabulary[random(vocabulary.length)]);
  return Array.from({ length: count }, (_, at) => ({
    path: `${sourceId}.tool_${at}`,
    name: words(2).join("_"),
    description: words(4).join(" "),
    inputSchema: {},
    destructive: false,
    readOnly: true,
    parse: async (input) => ({ input }),
    run: async () => undefined,
  }));
}

describe.each(Array.from({ length: 10 }, (_, seed) => seed + 1))(
  "changes between slices, seed %i",
  (seed) => {
    test("lead to the results of a fresh index, without old tools on the way", () => {
      const random = createRandom(seed);
      const index = createSearchIndex();
      const current = new Map<string, readonly SourceTool[]>();
      let build = index.build();
      for (let change = 0; change < 40; change++) {
        const sourceId = `s${random(6)}`;
        if (random(4) === 0) {
          index.remove(sourceId);
          current.delete(sourceId);
        } else {
          const tools = toolsOf(sourceId, random(90), random);
          index.set(sourceId, tools);
          current.set(sourceId, tools);
        }
        for (let steps = random(150); steps > 0; steps--) if (build.next().done) build = index.build();
        const found = finish(index.search(queries[random(queries.length)] as string, 1_000, all)).tools;
        const present = new Set([...current.values()].flat());
        expect(found.filter((tool) => !present.has(tool))).toEqual([]);
        expect(new Set(found).size).toBe(found.length);
        expect(index.progress.total).toBe(present.size);
      }
      finish(build);
      finish(index.build());
      expect(index.progress.indexed).toBe(index.progress.total);

      const fresh = createSearchIndex();
      for (const [sourceId, tools] of current) fresh.set(sourceId, tools);
      finish(fresh.build());
      for (const query of queries) {
        for (const limit of [10, 300]) {
          expect(pathsOf(index, query, limit)).toEqual(pathsOf(fresh, query, limit));
        }
      }
    });
  },
);

test("a source that changes all the time does not hold up the others", () => {
  const random = createRandom(1);
  const index = createSearchIndex();
  const quiet = toolsOf("quiet", 300, random);
  index.set("restless", toolsOf("restless", 50, random));
  index.set("quiet", quiet);
  const build = index.build();
  const isIndexed = () => finish(index.search(quiet.at(-1)?.path ?? "", 1, all)).tools[0] === quiet.at(-1);
  for (let round = 0; round < 100 && !isIndexed(); round++) {
    for (let steps = 0; steps < 10; steps++) build.next();
    index.set("restless", toolsOf("restless", 50, random));
  }
  expect(isIndexed()).toBe(true);
});

test("a tool that is removed while a search is under way is not in its answer", () => {
  const random = createRandom(2);
  const index = createSearchIndex();
  index.set("gone", toolsOf("gone", 300, random));
  index.set("here", toolsOf("here", 300, random));
  finish(index.build());
  for (let pause = 1; pause < 20; pause += 3) {
    const search = index.search("send a message", 50, all);
    for (let steps = 0; steps < pause; steps++) search.next();
    index.remove("gone");
    const { tools: found } = finish(search);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ path }) => path.startsWith("gone"))).toEqual([]);
    index.set("gone", toolsOf("gone", 300, random));
    finish(index.build());
  }
});

test("schemas are not read where a tool lists its parameters", () => {
  const index = createSearchIndex();
  const [tool] = toolsOf("api", 1, createRandom(3)) as [SourceTool];
  index.set("api", [
    {
      ...tool,
      parameters: [["recipient", "Who gets it."]],
      get inputSchema(): never {
        throw new Error("read");
      },
    },
  ]);
  finish(index.build());
  expect(pathsOf(index, "recipient", 10)).toEqual(["api.tool_0"]);
});

test("a tool whose texts can't be read is found by its path, and the others as usual", () => {
  const index = createSearchIndex();
  const [broken, fine] = toolsOf("plugin", 2, createRandom(4)) as [SourceTool, SourceTool];
  index.set("plugin", [
    { ...broken, description: undefined as never, path: "plugin.weather" },
    { ...fine, description: "The price of a share." },
  ]);
  finish(index.build());
  expect(pathsOf(index, "weather", 10)).toEqual(["plugin.weather"]);
  expect(pathsOf(index, "share price", 10)).toEqual(["plugin.tool_1"]);
});
