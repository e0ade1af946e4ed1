import { describe, expect, test } from "vitest";
import type { SourceTool } from "../source/source.ts";
import { createSearchIndex } from "./search-index.ts";
import { finish } from "./slices.ts";

const tool = (path: string, description: string, more: Partial<SourceTool> = {}): SourceTool => ({
  path,
  name: path.slice(path.indexOf(".") + 1).replace(".", "/"),
  description,
  inputSchema: { type: "object" },
  destructive: false,
  readOnly: false,
  parse: async (input) => ({ input }),
  run: async () => undefined,
  ...more,
});

const sources: Record<string, SourceTool[]> = {
  github: [
    tool("github.issues.list", "List issues.", { readOnly: true }),
    tool("github.issues.comments.create", "Create a comment on an issue."),
    tool("github.issues.create", "Create an issue."),
    tool("github.issues.update", "Update an issue.", {
      inputSchema: {
        type: "object",
        properties: { body: { properties: { state: { enum: ["open", "closed"] } } } },
      },
    }),
    tool("github.issues.delete", "Delete an issue."),
    tool("github.pulls.files.list", "List the files of a pull request.", { readOnly: true }),
    tool("github.pulls.files.update", "Update the changed files of a pull request."),
    tool("github.issues.issue_field_values.create", "Add issue field values to an issue.", {
      name: "issues/add-issue-field-values",
    }),
    tool("github.repos.stacks.create", "Add pull requests to a pull request stack.", {
      name: "pull-request-stacks/add",
    }),
    tool("github.repos.pulls.create", "Create a pull request", { name: "pulls/create" }),
    tool("github.repos.actions.secrets.delete", "Delete a repository secret", {
      name: "actions/delete-repo-secret",
    }),
    tool("github.repos.delete", "Delete a repository", { name: "repos/delete" }),
    tool("github.git.refs.delete", "Delete a reference."),
    tool("github.apps.list", "List what a GitHub App can do on GitHub.", { readOnly: true }),
  ],
  slack: [
    tool("slack.conversations.create", "Start a conversation."),
    tool("slack.chat.post", "Send a message. It may tell of an issue on GitHub."),
    tool("slack.views.open", "Open a view."),
  ],
  sheets: [tool("sheets.rows.read", "Read rows of an Excel sheet.", { readOnly: true })],
};
const index = createSearchIndex();
for (const [id, tools] of Object.entries(sources)) index.set(id, tools);
finish(index.build());
const search = (query: string, limit = 10) => finish(index.search(query, limit, () => true, true));
const first = (query: string) => search(query).tools[0]?.path;

describe("the first tool", () => {
  test.each([
    ["does what the verb asks for", "open an issue", "github.issues.create"],
    [
      "does what a question asks for",
      "which files were changed in a pull request",
      "github.pulls.files.list",
    ],
    ["is not one that deletes", "remove an issue", "github.issues.delete"],
    ["is found by the values of a nested field", "close the issue", "github.issues.update"],
    ["has the thing itself before what belongs to it", "create an issue", "github.issues.create"],
    ["is about the resource and not its fields", "open an issue on GitHub", "github.issues.create"],
    ["has the request as its title", "create a pull request", "github.repos.pulls.create"],
    ["is about the whole and not a part", "delete a repo", "github.repos.delete"],
    [
      "is about the part that is asked for",
      "delete a secret of a repo",
      "github.repos.actions.secrets.delete",
    ],
    ["makes what a verb of its own asks for", "comment on an issue", "github.issues.comments.create"],
    ["is of the source that the query names", "list issues on GitHub", "github.issues.list"],
    ["has the service's own word for it", "make a new channel", "slack.conversations.create"],
    ["has another service's own word for it", "delete a branch", "github.git.refs.delete"],
    ["is for the kind of file that a path names", "read /tmp/a/salaries.xlsx", "sheets.rows.read"],
  ])("%s", (_, query, path) => expect(first(query)).toBe(path));
});

test("a longer request has its tools by step", () => {
  const { steps } = search(
    "Read the rows of /tmp/sales.xlsx, then create an issue on GitHub. Send a message to the team.",
    6,
  );
  expect(steps?.map(({ text, paths }) => [text, paths[0]])).toEqual([
    ["Read the rows of /tmp/sales.xlsx", "sheets.rows.read"],
    ["create an issue on GitHub", "github.issues.create"],
    ["Send a message to the team", "slack.chat.post"],
  ]);
});

test.each([
  "create an issue",
  "I have a long story to tell about my repository. Can you list its issues?",
  "list the issues and the pull requests of a repository",
])("a request for one thing has no steps: %s", (query) => expect(search(query).steps).toBeUndefined());

test("every contribution to a score is said, and together they are the score", () => {
  const { tools, why } = search("open an issue on GitHub");
  const lines = why?.get(tools[0]?.path ?? "") ?? [];
  expect(lines.join("\n")).toMatch(/"issue" in the name \+/);
  expect(lines.join("\n")).toMatch(/The query names its source ×/);
  expect(lines.join("\n")).toMatch(/Action: create, as in the query ×1\.00/);
  for (const [path, all] of why ?? []) {
    const numbers = (start: RegExp) =>
      all.filter((line) => start.test(line)).map((line) => Number(line.match(/[+×]([\d.]+)$/)?.[1]));
    const sum = (start: RegExp) => numbers(start).reduce((one, other) => one + other, 0);
    const product = (start: RegExp) => numbers(start).reduce((one, other) => one * other, 1);
    const score =
      (sum(/^"/) * product(/^(The query names|Matches the name)/) + sum(/^Same word order/)) *
      product(/^(The query doesn't|Action:|Ranked after)/);
    expect(Number(all.at(-1)?.replace("Score ", "")) / score, path).toBeCloseTo(1, 1);
  }
  expect([...(why?.values() ?? [])].flat().join("\n")).toContain('doesn\'t mention "issue field values" ×');
});

test("a description that repeats what people ask for doesn't win", () => {
  const stuffed = "create issue delete issue send message list issues github slack ".repeat(60);
  const stuffedIndex = createSearchIndex();
  const all = { ...sources, evil: [tool("evil.weather", stuffed)] };
  for (const [id, tools] of Object.entries(all)) stuffedIndex.set(id, tools);
  finish(stuffedIndex.build());
  for (const query of ["create an issue", "delete an issue"])
    expect(finish(stuffedIndex.search(query, 1, () => true)).tools[0]?.path).not.toBe("evil.weather");
});

test.each([
  ["only its first tool has the provider", (at: number) => (at === 0 ? "milestone" : "weather")],
  ["all its tools have the provider", () => "milestone new"],
])("a source that claims what people ask for doesn't win: %s", (_, providerOf) => {
  const claiming = createSearchIndex();
  const tools = Array.from({ length: 300 }, (_, at) =>
    tool(`weather.w${at}.get`, `Weather new ${at}.`, { authProvider: providerOf(at) }),
  );
  const all = {
    ...sources,
    github: [...(sources.github ?? []), tool("github.milestones.create", "Create a milestone.")],
  };
  for (const [id, own] of Object.entries({ weather: tools, ...all })) claiming.set(id, own);
  finish(claiming.build());
  const { tools: found, why } = finish(
    claiming.search("create a new milestone on GitHub", 50, () => true, true),
  );
  expect(found[0]?.path).toBe("github.milestones.create");
  const factors = [...(why?.values() ?? [])]
    .flat()
    .flatMap((line) => line.match(/names its source ×(.*)/)?.[1] ?? []);
  for (const factor of factors) expect(Number(factor)).toBeLessThanOrEqual(1.8);
});

test.each(["create an issue on GitHub", "create github issue"])(
  "a tool that has a request as its name isn't taken for it: %s",
  (query) => {
    const claiming = createSearchIndex();
    const evil = [query, "weather"].map((name) =>
      tool(`evil.${name.replaceAll(" ", "_").toLowerCase()}`, "x", { name }),
    );
    for (const [id, tools] of Object.entries({ ...sources, evil })) claiming.set(id, tools);
    finish(claiming.build());
    const { why } = finish(claiming.search(query, 10, () => true, true));
    expect([...(why?.values() ?? [])].flat().join("\n")).not.toContain("Exact name");
  },
);

test("an explanation says which word was found if it is not the one that was asked for", () => {
  const { why } = search("merging issues");
  const lines = why?.get("github.issues.list")?.join("\n");
  expect(lines).toContain('"issues" in the name');
  expect(search("creating issues").why?.get("github.issues.create")?.join("\n")).toContain(
    '"creating" as "create" in the name',
  );
});

test("a step that got no place is listed without tools", () => {
  const { steps } = search("Delete an issue. Create an issue. Read the rows of /tmp/sales.xlsx.", 2);
  expect(steps?.map(({ paths }) => paths.length)).toEqual(expect.arrayContaining([0, 1, 1]));
});
