import { describe, expect, test } from "vitest";
import type { SourceTool } from "../source/source.ts";
import { createSearchIndex } from "./search-index.ts";
import { words } from "./words.ts";

const tool = (path: string, description: string, parameters: string[] = []): SourceTool => ({
  path,
  name: path.split(".").at(-1) ?? path,
  description,
  inputSchema: { type: "object", properties: Object.fromEntries(parameters.map((name) => [name, {}])) },
  destructive: false,
  readOnly: true,
  parse: async (input) => ({ input }),
  run: async () => undefined,
});

const index = createSearchIndex([
  tool("samples.notes.search", "Find the notes that contain all the given words.", ["query", "limit"]),
  tool("samples.notes.create", "Write down a new note.", ["title", "text"]),
  tool("mail.messages.send", "Send a message to somebody.", ["recipient", "subject"]),
  tool("code.listPullRequests", "Pull requests of a repository.", ["repository"]),
]);
const all = () => true;
const first = (query: string) => index.search(query, 10, all)[0]?.path;

describe("search", () => {
  test("a sentence finds the tool though most of its words match nothing", () => {
    expect(first("find my notes about the roadmap")).toBe("samples.notes.search");
    expect(first("please send a message to Anna")).toBe("mail.messages.send");
  });

  test("names in camel case and parameter names count", () => {
    expect(first("pull request")).toBe("code.listPullRequests");
    expect(first("recipient")).toBe("mail.messages.send");
  });

  test("an exact path comes first", () => {
    expect(first("samples.notes.create")).toBe("samples.notes.create");
  });

  test("what is not kept does not take the place of what is", () => {
    const found = index.search("note", 1, ({ path }) => path !== "samples.notes.search");
    expect(found.map(({ path }) => path)).toEqual(["samples.notes.create"]);
  });

  test("the limit holds", () => {
    expect(index.search("note message pull", 2, all)).toHaveLength(2);
  });

  test.each(["", "the of and", "🙂", "笔记", "(.*)+[", "x".repeat(10_000), "__proto__ constructor"])(
    "%s is no error",
    (query) => {
      expect(index.search(query, 10, all)).toEqual([]);
    },
  );
});

test("words are split, lower-cased, freed of stop words and cut to their stems", () => {
  expect(words("listPullRequests for my repositories")).toEqual(["list", "pull", "request", "repository"]);
  expect(words("searching searched search")).toEqual(["search", "search", "search"]);
});
