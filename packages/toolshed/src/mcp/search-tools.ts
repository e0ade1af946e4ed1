import { z } from "zod";
import { valueResult } from "../call/tool-result.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { type MetaTool, metaTool } from "./meta-tool.ts";

export function searchTools(index: SearchIndex): MetaTool {
  return metaTool({
    name: "search_tools",
    title: "Search tools",
    description:
      "Find tools by what they do. Describe the task in your own words; the best matches come first, each with the path that read_tool and call_tool take.",
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.object({
      query: z
        .string()
        .min(1)
        .max(10_000)
        .describe("What the tool should do, for example: find notes about a topic"),
      limit: z.int().min(1).max(50).default(10).describe("How many tools to return at most"),
    }),
    run: ({ query, limit }) => {
      const found = index
        .search(query, limit)
        .map(({ path, name, description, destructive }) => ({ path, name, description, destructive }));
      return valueResult(found, false);
    },
  });
}
