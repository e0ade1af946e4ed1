import { describe, expect, test } from "vitest";
import type { SourceTool } from "../source/source.ts";
import { createSearchIndex, type Keep } from "./search-index.ts";
import { finish } from "./slices.ts";

/** An index that does everything synchronously. */
function createIndex() {
  const index = createSearchIndex();
  return {
    set(sourceId: string, tools: readonly SourceTool[]) {
      index.set(sourceId, tools);
      finish(index.build());
    },
    search: (query: string, limit: number, keep: Keep) => finish(index.search(query, limit, keep)).tools,
  };
}

const tool = (path: string, description: string, parameters: string[] = [], name?: string): SourceTool => ({
  path,
  name: name ?? path.split(".").at(-1) ?? path,
  description,
  inputSchema: { type: "object", properties: Object.fromEntries(parameters.map((name) => [name, {}])) },
  destructive: false,
  readOnly: true,
  parse: async (input) => ({ input }),
  run: async () => undefined,
});

const index = createIndex();
index.set("samples", [
  tool("samples.notes.search", "Find the notes that contain all the given words.", ["query", "limit"]),
  tool("samples.notes.create", "Write down a new note.", ["title", "text"]),
  tool("samples.who_am_i", "The account."),
]);
index.set("mail", [
  tool("mail.messages.send", "Send a message to a person.", ["recipient", "subject"]),
  tool("mail.messages.erase", "Erase a message for good.", ["id"]),
]);
index.set("code", [
  tool("code.pulls.list", "Those of one project.", ["state"], "listPullRequests"),
  tool("code.repository.get", "Its owner, language and stars.", ["owner"]),
  tool("code.hub", "Import from GitHub.", []),
  tool("code.graph_ml.export", "Nodes and edges.", []),
]);
const all = () => true;
const paths = (query: string, limit = 10, keep: Keep = all) =>
  index.search(query, limit, keep).map(({ path }) => path);
const first = (query: string) => paths(query, 1)[0];

describe("what is found first", () => {
  test.each([
    [
      "a sentence of which most words match nothing",
      "find my notes about the roadmap",
      "samples.notes.search",
    ],
    ["a request with courtesies", "please send a message to Anna", "mail.messages.send"],
    ["a name in camel case", "pull request", "code.pulls.list"],
    ["a parameter", "recipient", "mail.messages.send"],
    ["a verb of the same meaning", "delete message", "mail.messages.erase"],
    ["a short form", "open PRs", "code.pulls.list"],
    ["a short form of one word", "stars of a repo", "code.repository.get"],
    ["a proper name", "github", "code.hub"],
    ["two words written as one", "graphml", "code.graph_ml.export"],
    ["one word written as two", "git hub import", "code.hub"],
    ["accents and capitals", "NÓTES séarch", "samples.notes.search"],
    ["nothing but stop words that are a name", "who am i", "samples.who_am_i"],
    ["an exact path", "samples.notes.create", "samples.notes.create"],
    ["an exact name", "List Pull Requests", "code.pulls.list"],
  ])("%s: %s", (_, query, path) => {
    expect(first(query)).toBe(path);
  });

  test("a source and a provider", () => {
    expect(paths("mail").slice(0, 2)).toEqual(["mail.messages.erase", "mail.messages.send"]);
    const provided = createIndex();
    provided.set("plugin", [{ ...tool("plugin.list", "All of them."), authProvider: "granola-team" }]);
    expect(provided.search("granola", 10, all)).toHaveLength(1);
  });

  test("a tool by words that only its name has", () => {
    const named = createIndex();
    named.set("billing", [
      tool("billing.op_16", "Those of one project.", [], "listCustomers"),
      tool("billing.op_17", "Those of one project.", [], "archiveInvoice"),
    ]);
    expect(named.search("archive invoices", 1, all)[0]?.path).toBe("billing.op_17");
  });

  test("each sentence of a request has its say, however long the others are", () => {
    const found = paths(
      "I would like to write down a new note with a title, a text, and all the words that the note should contain. Then send it.",
      3,
    );
    expect(found).toContain("mail.messages.send");
    expect(found[0]).toBe("samples.notes.create");
  });
});

test("what is not kept does not take the place of what is", () => {
  const crowd = createIndex();
  crowd.set(
    "crowd",
    Array.from({ length: 10_000 }, (_, at) => tool(`crowd.note_${at}.search`, "Search notes, notes, notes.")),
  );
  crowd.set(
    "mine",
    Array.from({ length: 10 }, (_, at) => tool(`mine.memo_${at}.get`, "Has to do with a note.")),
  );
  const found = crowd.search("search notes", 10, (_, sourceId) => sourceId === "mine");
  expect(found).toHaveLength(10);
  expect(crowd.search("search notes", 10, () => false)).toEqual([]);
});

test("an exact path doesn't show a hidden tool", () => {
  const keep: Keep = ({ path }) => path !== "samples.notes.create";
  expect(paths("samples.notes.create", 10, keep)).not.toContain("samples.notes.create");
});

test("the limit holds, also where it is more than is looked at closely", () => {
  const many = createIndex();
  many.set(
    "many",
    [...Array(500).keys()].map((at) => tool(`many.note_${at}`, "A note.")),
  );
  expect(many.search("note", 2, all)).toHaveLength(2);
  const found = many.search("note", 300, all);
  expect(new Set(found).size).toBe(300);
  expect(many.search("note", 1_000, all)).toHaveLength(500);
});

test("copies of a tool and one source's tools do not crowd out the others", () => {
  const copies = createIndex();
  copies.set(
    "others",
    [...Array(20).keys()].map((at) => tool(`others.thing_${at}`, "Does something else.")),
  );
  for (const account of ["one", "two", "three", "four"]) {
    copies.set(account, [
      tool(`${account}.messages.search`, "Search messages."),
      tool(`${account}.messages.list`, "List the messages of a mailbox."),
    ]);
  }
  const found = copies.search("search messages", 3, all).map(({ path }) => path);
  expect(found[0]).toMatch(/search$/);
  expect(found.some((path) => path.endsWith("list"))).toBe(true);
});

describe("changes", () => {
  const changing = createIndex();
  const found = (query: string) => changing.search(query, 10, all).map(({ path }) => path);

  test("a source is replaced and taken out, and others stay", () => {
    changing.set("a", [tool("a.weather", "The weather of a place.")]);
    changing.set("b", [tool("b.stock", "The price of a share.")]);
    changing.set("a", [tool("a.recipe", "How a dish is cooked.")]);
    expect(found("weather")).toEqual([]);
    expect(found("a.weather")).not.toContain("a.weather");
    expect(found("recipe")).toEqual(["a.recipe"]);
    changing.set("a", []);
    expect(found("recipe")).toEqual([]);
    expect(found("share price")).toEqual(["b.stock"]);
  });

  test("words find what is left while a removed source is swept out", () => {
    const large = createSearchIndex();
    large.set("few", [tool("few.find_note", "Find a note.")]);
    large.set(
      "many",
      Array.from({ length: 900 }, (_, at) => tool(`many.note_${at}`, "A note.")),
    );
    finish(large.build());
    large.remove("many");
    const searchNow = () => finish(large.search("note", 5, all, true));
    expect(searchNow().tools.map(({ path }) => path)).toEqual(["few.find_note"]);
    const steps = large.build();
    while (!steps.next().done) expect(searchNow().tools.map(({ path }) => path)).toEqual(["few.find_note"]);
  });

  test("the order after many changes equals that of a fresh index", () => {
    const sources = [...Array(20).keys()].map((at) => ({
      id: `s${at}`,
      tools: ["list", "create", "delete"].map((verb) =>
        tool(`s${at}.${verb}`, `${verb} the ${at % 3 === 0 ? "note" : "message"} number${at}`),
      ),
    }));
    for (const { id, tools } of sources) changing.set(id, tools.slice(1));
    for (const { id } of sources.slice(0, 10)) changing.set(id, []);
    for (const { id, tools } of sources) changing.set(id, tools);
    changing.set("b", []);
    const fresh = createIndex();
    for (const { id, tools } of sources) fresh.set(id, tools);
    for (const query of ["delete note", "create message number7", "number12", "list"]) {
      const sorted = (of: typeof fresh) =>
        of.search(query, 3, ({ path }) => !path.startsWith("s1")).map(({ path }) => path);
      expect(sorted(changing)).toEqual(sorted(fresh));
    }
  });
});

describe("every query gets an answer", () => {
  test.each([
    ["nothing", ""],
    ["only stop words", "the of and"],
    ["an emoji", "🙂"],
    ["Chinese", "笔记"],
    ["Arabic", "ملاحظة"],
    ["a regular expression", "(.*)+[$^\\"],
    ["10 KB of one word", "x".repeat(10_240)],
    ["half a character", "\ud83d"],
    ["names of Object.prototype", "__proto__ constructor toString"],
  ])("%s finds nothing", (_, query) => {
    expect(index.search(query, 10, all)).toEqual([]);
  });

  test("10 KB of sentences", () => {
    expect(paths("Send a message! ".repeat(640))[0]).toBe("mail.messages.send");
  });

  test("another script, if a tool is written in it", () => {
    const chinese = createIndex();
    chinese.set("cn", [tool("cn.a", "搜索会议笔记"), tool("cn.b", "查询天气")]);
    expect(chinese.search("会议笔记在哪里", 10, all).map(({ path }) => path)).toEqual(["cn.a"]);
  });

  test("accepts odd schemas and endless texts of a tool", () => {
    const odd = createIndex();
    odd.set("odd", [
      {
        ...tool("odd.a", "word ".repeat(200_000)),
        inputSchema: { properties: { x: null, y: true, z: { description: 7 } } },
      },
      { ...tool("odd.b", "fine"), inputSchema: { properties: null } },
      { ...tool("odd.c", "fine"), inputSchema: { properties: "text" } },
    ]);
    expect(odd.search("fine", 10, all)).toHaveLength(2);
  });
});
