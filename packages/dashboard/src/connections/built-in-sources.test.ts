import type { ToolEntry } from "toolshed/api";
import { expect, test } from "vitest";
import { builtInSources } from "./built-in-sources.ts";

test("lists plugins whose tools need no account, and no source that was added", () => {
  const tool = (path: string, fields: Partial<ToolEntry>) => ({ path, ...fields }) as ToolEntry;
  const tools = [
    tool("samples.notes.list", { authProvider: null, fromPlugin: true }),
    tool("samples.notes.create", { authProvider: null, fromPlugin: true }),
    tool("granola.meetings.list", { authProvider: "granola", fromPlugin: true }),
    tool("files.read", { authProvider: null, fromPlugin: false }),
  ];
  expect(builtInSources(tools)).toEqual([{ id: "samples", toolCount: 2 }]);
});
