import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { definePlugin, defineTool } from "../index.ts";
import { pluginViews } from "./plugin-views.ts";

function readView(file: string): Promise<string> | undefined {
  const tool = defineTool({
    path: "board.show",
    name: "Show",
    description: "Shows",
    inputSchema: z.object({}),
    handler: async () => ({}),
    view: { file },
  });
  const plugin = definePlugin({ id: "board", name: "Board", description: "Boards", tools: [tool] });
  return [...pluginViews(plugin).values()][0]?.readHtml();
}

test("a View's file is read each time, unless it is missing, too long or no file: nobody is told where it is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "views-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "board.html");
  await expect(readView(file)).rejects.toThrow(
    /^The View's file board\.html could not be read \(ENOENT\)\.$/,
  );
  writeFileSync(file, "<p>one</p>");
  expect(await readView(file)).toBe("<p>one</p>");
  truncateSync(file, 10 * 1024 * 1024 + 1);
  await expect(readView(file)).rejects.toThrow("The View's file board.html is larger than 10 MB.");
  await expect(readView(folder)).rejects.toThrow(/^views-\w+ is not a file/);
  await expect(readView("/dev/null")).rejects.toThrow("null is not a file");
});
