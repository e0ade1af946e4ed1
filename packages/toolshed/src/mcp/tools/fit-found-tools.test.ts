import { expect, test } from "vitest";
import type { SourceTool } from "../../source/source.ts";
import { fitFoundTools } from "./fit-found-tools.ts";

const tool = (path: string, description: string, parameterCount = 1): SourceTool => ({
  path,
  name: "Get\n a thing",
  description,
  inputSchema: {
    type: "object",
    properties: Object.fromEntries(
      [...Array(parameterCount).keys()].map((at) => [`parameter_${at}`, { type: "string" }]),
    ),
  },
  destructive: false,
  readOnly: true,
  parse: async (input) => ({ input }),
  run: async () => undefined,
});
const tools = (count: number, description: string, parameterCount?: number) =>
  [...Array(count).keys()].map((at) => tool(`a.tool_${at}`, description, parameterCount));

test("a tool a line, with its signature", () => {
  const { text, note } = fitFoundTools([tool("a.b", "One.\n\n  Two.")]);
  expect(note).toBeUndefined();
  expect(JSON.parse(text)).toEqual([
    {
      path: "a.b",
      name: "Get a thing",
      description: "One. Two.",
      destructive: false,
      signature: "(args?: { parameter_0?: string }) => unknown",
    },
  ]);
  expect(JSON.parse(fitFoundTools([]).text)).toEqual([]);
});

test("descriptions are cut between words, and before tools are left out", () => {
  const { text, note } = fitFoundTools(tools(45, "lorem ipsum ".repeat(100), 4));
  const found = JSON.parse(text);
  expect(found).toHaveLength(45);
  expect(text.length).toBeLessThanOrEqual(16_000);
  expect(found[0].description).toMatch(/^(lorem ipsum )*(lorem|ipsum)…$|ipsum…$/);
  expect(note).toContain("Descriptions were cut");
});

test("what still does not fit is left out, and said so", () => {
  const { text, note } = fitFoundTools(tools(50, "x".repeat(5_000), 60));
  const found = JSON.parse(text);
  expect(text.length).toBeLessThanOrEqual(16_000);
  expect(found.length).toBeGreaterThan(20);
  expect(note).toContain(`${50 - found.length} more tools left out`);
});
