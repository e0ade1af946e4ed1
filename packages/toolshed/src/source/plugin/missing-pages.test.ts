import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { definePlugin, defineTool, type ToolView } from "@toolshed/sdk";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { missingPages } from "./missing-pages.ts";

const tool = (view?: ToolView) =>
  defineTool({
    name: "",
    description: "",
    inputSchema: z.object({}),
    handler: () => null,
    ...(view && { view }),
  });

test("names Views whose file is missing or empty, and those without html", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolshed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [empty, page, none] = ["empty.html", "page.html", "none.html"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(empty, "");
  writeFileSync(page, "<p>Page</p>");
  const plugin = definePlugin({
    id: "p",
    name: "",
    description: "",
    tools: {
      good: tool({ file: pathToFileURL(page) }),
      made: tool({ html: () => "" }),
      none: tool({ file: pathToFileURL(none) }),
      empty: tool({ file: empty }),
      blank: tool({ html: "" }),
      plain: tool(),
      ofViews: tool({ visibility: ["app"] }),
    },
  });
  expect(await missingPages(plugin)).toEqual([
    `The View of p.none can't be shown: there is no file ${pathToFileURL(none)}.`,
    `The View of p.empty can't be shown: the file ${empty} is empty.`,
    "The View of p.blank can't be shown: its html is empty.",
  ]);
});
