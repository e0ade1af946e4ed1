import { z } from "zod";
import type { Visibility } from "../../catalog/visibility.ts";
import type { CatalogIndex } from "../../search/index-catalog.ts";
import { indexingNote } from "../../search/indexing-note.ts";
import { narrow } from "../../search/narrow.ts";
import type { Keep } from "../../search/search-index.ts";
import type { ListedTool } from "../listed-tool.ts";
import { fitFoundTools } from "./fit-found-tools.ts";
import { metaTool } from "./meta-tool.ts";

export interface SearchParts {
  readonly index: CatalogIndex;
  readonly visibility: Visibility;
  /** Where a person connects providers. */
  readonly dashboardUrl: string;
}

export function searchTools({ index, visibility, dashboardUrl }: SearchParts): ListedTool {
  return metaTool({
    name: "search_tools",
    title: "Search tools",
    description:
      "Find tools by what they do. Describe the task in your own words; the best matches come first, each with the path that read_tool and call_tool take, and its signature in TypeScript. A signature without … is all that call_tool needs.",
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.object({
      query: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .describe("What the tool should do, for example: find notes about a topic"),
      queries: z
        .array(z.string().min(1).max(1_000))
        .min(1)
        .max(10)
        .optional()
        .describe("In place of query, one for each step of a longer task"),
      limit: z.int().min(1).max(50).default(10).describe("How many tools to return at most"),
      source: z
        .string()
        .max(200)
        .optional()
        .describe("Only tools of this source: the first part of their paths"),
      readOnly: z.boolean().default(false).describe("Only tools that change nothing"),
    }),
    async run({ query, queries, limit, ...narrowing }, { caller }) {
      if ((query === undefined) === (queries === undefined)) {
        const message = "Invalid arguments for search_tools: give either query or queries";
        return { kind: "refused", code: "invalid", message };
      }
      const { isVisible, isHiddenByProvider, reconnectFor } = await visibility(caller);
      const search = (keep: Keep) =>
        queries
          ? index.searchEach(queries, limit, narrow(narrowing, keep), caller)
          : index.search(query as string, limit, narrow(narrowing, keep), caller);

      const found = await search(isVisible);
      const { tools, indexing } = found;
      const { text, notes } = fitFoundTools(found);
      const texts = [text, ...notes];
      if (indexing) texts.push(indexingNote(indexing));
      const hidden = await search(isHiddenByProvider);
      const all = [...tools, ...hidden.tools];
      texts.push(...new Set(all.flatMap((tool) => reconnectFor(tool) ?? [])));
      const unconnected = hidden.tools.filter((tool) => reconnectFor(tool) === undefined);
      const providers = [...new Set(unconnected.map(({ authProvider }) => authProvider))];
      if (providers.length > 0) {
        texts.push(
          `More tools may match once these are connected: ${providers.join(", ")}. The user can connect them at ${dashboardUrl} or with "toolshed connect".`,
        );
      }
      return { kind: "ok", result: { content: texts.map((text) => ({ type: "text", text })) } };
    },
  });
}
