import { z } from "zod";
import { valueResult } from "../call/tool-result.ts";
import type { Visibility } from "../catalog/visibility.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { isForModel } from "./is-for-model.ts";
import type { ListedTool } from "./listed-tool.ts";
import { metaTool } from "./meta-tool.ts";

export interface SearchParts {
  readonly index: SearchIndex;
  readonly visibility: Visibility;
  /** Where a person connects providers. */
  readonly dashboardUrl: string;
}

export function searchTools({ index, visibility, dashboardUrl }: SearchParts): ListedTool {
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
    async run({ query, limit }, { caller }) {
      const { isVisible, isHiddenByProvider } = await visibility(caller);
      const found = index
        .search(query, limit, (tool) => isVisible(tool) && isForModel(tool))
        .map(({ path, name, description, destructive }) => ({ path, name, description, destructive }));
      const result = valueResult(found, false);

      const hidden = index.search(query, limit, isHiddenByProvider);
      const providers = [...new Set(hidden.map(({ authProvider }) => authProvider))];
      if (providers.length > 0) {
        const text = `More tools may match once these are connected: ${providers.join(", ")}. The user can connect them at ${dashboardUrl} or with "toolshed connect".`;
        result.content.push({ type: "text", text });
      }
      return result;
    },
  });
}
