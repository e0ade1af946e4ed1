import { expect, test } from "vitest";
import type { SourceTool } from "../source/source.ts";
import { selectPage, selectTools } from "./select-tools.ts";

const tools = Array.from({ length: 10 }, (_, at) => ({ path: `a.tool_${at}` }) as SourceTool);
const even = ({ path }: SourceTool) => Number(path.at(-1)) % 2 === 0;
const numbers = (list: readonly SourceTool[]) => list.map(({ path }) => Number(path.at(-1)));

test.each([
  [{ offset: 0, limit: 2 }, [0, 2], 0],
  [{ offset: 2, limit: 2 }, [4, 6], 2],
  [{ offset: 4, limit: 2 }, [8], 4],
  [{ offset: 9, limit: 2 }, [], 9],
  [{ offset: 0, limit: 2, around: "a.tool_6" }, [4, 6], 2],
  [{ offset: 0, limit: 2, around: "a.tool_8" }, [8], 4],
  [{ offset: 0, limit: 2, around: "a.tool_7" }, [], 5],
])("selects the page %j", async (options, expected, offset) => {
  const page = await selectPage({ tools }, even, options);
  expect(numbers(page.tools)).toEqual(expected);
  expect(page.offset).toBe(offset);
});

test("counts all that are kept if asked to", async () => {
  const page = await selectPage({ tools }, even, { offset: 2, limit: 2, count: true });
  expect({ ...page, tools: numbers(page.tools) }).toEqual({ tools: [4, 6], offset: 2, count: 5 });
});

test("selects all tools that are kept", async () => {
  expect(numbers(await selectTools({ tools }, even))).toEqual([0, 2, 4, 6, 8]);
});
