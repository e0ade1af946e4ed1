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
  const { text, notes } = fitFoundTools({ tools: [tool("a.b", "One.\n\n  Two.")] });
  expect(notes).toEqual([]);
  expect(JSON.parse(text)).toEqual([
    {
      path: "a.b",
      name: "Get a thing",
      description: "One. Two.",
      destructive: false,
      signature: "(args?: { parameter_0?: string }) => unknown",
    },
  ]);
  expect(JSON.parse(fitFoundTools({ tools: [] }).text)).toEqual([]);
});

test("descriptions are cut between words, and before tools are left out", () => {
  const { text, notes } = fitFoundTools({ tools: tools(45, "lorem ipsum ".repeat(100), 4) });
  const found = JSON.parse(text);
  expect(found).toHaveLength(45);
  expect(text.length).toBeLessThanOrEqual(16_000);
  expect(found[0].description).toMatch(/^(lorem ipsum )*(lorem|ipsum)…$|ipsum…$/);
  expect(notes[0]).toContain("Descriptions were cut");
});

test("what still does not fit is left out, and said so", () => {
  const { text, notes } = fitFoundTools({ tools: tools(50, "x".repeat(5_000), 60) });
  const found = JSON.parse(text);
  expect(text.length).toBeLessThanOrEqual(16_000);
  expect(found.length).toBeGreaterThan(20);
  expect(notes[0]).toContain(`${50 - found.length} more tools left out`);
});

test("the tools of a longer request are grouped by step, within the same length", () => {
  const steps = [
    { text: "read the\n sheet", paths: ["a.tool_1", "a.tool_3"] },
    { text: "send it", paths: ["a.tool_0", "a.tool_2"] },
  ];
  const { text, notes } = fitFoundTools({ tools: tools(4, "One."), steps });
  const found: { path: string; step: number }[] = JSON.parse(text);
  expect(found.map(({ path, step }) => `${step} ${path}`)).toEqual([
    "1 a.tool_1",
    "1 a.tool_3",
    "2 a.tool_0",
    "2 a.tool_2",
  ]);
  expect(notes).toEqual([
    "Each tool has the step of the request that it serves:\n1. read the sheet\n2. send it",
  ]);
  const many = fitFoundTools({ tools: tools(50, "x".repeat(5_000), 60), steps });
  expect([many.text, ...many.notes].join("").length).toBeLessThan(16_500);
  expect(many.text).toContain('"step":2,"path":"a.tool_0"');
});
