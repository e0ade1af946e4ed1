import { expect, test } from "vitest";
import { diffTools, type ToolFacts } from "./diff-tools.ts";

const tool = (path: string, changes: Partial<ToolFacts> = {}): ToolFacts => ({
  path,
  name: path,
  description: "Does something.",
  inputSchema: { type: "object", properties: { id: { type: "string" }, limit: { type: "integer" } } },
  destructive: false,
  readOnly: true,
  ...changes,
});

test("the same tools in another order, with keys in another order, are no difference", () => {
  const other = tool("a.b", {
    inputSchema: { properties: { limit: { type: "integer" }, id: { type: "string" } }, type: "object" },
  });
  expect(diffTools([tool("a.b"), tool("a.c")], [tool("a.c"), other])).toEqual({
    added: [],
    removed: [],
    changed: [],
  });
});

test("tells which tools are new and which are gone", () => {
  expect(diffTools([tool("a.b"), tool("a.c")], [tool("a.c"), tool("a.d")])).toEqual({
    added: ["a.d"],
    removed: ["a.b"],
    changed: [],
  });
});

test.each<[string, Partial<ToolFacts>, string[]]>([
  ["a description", { description: "Does more." }, ["description"]],
  ["a tool that became destructive", { destructive: true, readOnly: false }, ["destructive", "readOnly"]],
  ["a provider", { authProvider: "a-key" }, ["authProvider"]],
  ["a result", { outputSchema: { type: "object" } }, ["result"]],
  [
    "arguments that come, go and change",
    { inputSchema: { type: "object", properties: { limit: { type: "string" }, all: { type: "boolean" } } } },
    ["argument id is gone", "argument limit", "argument all is new"],
  ],
  [
    "an argument that became required",
    { inputSchema: { ...tool("a.b").inputSchema, required: ["id"] } },
    ["argument id"],
  ],
  ["something shared", { inputSchema: { ...tool("a.b").inputSchema, $defs: { A: {} } } }, ["arguments"]],
])("tells of %s", (_, changes, expected) => {
  expect(diffTools([tool("a.b")], [tool("a.b", changes)]).changed).toEqual([
    { path: "a.b", changes: expected },
  ]);
});
