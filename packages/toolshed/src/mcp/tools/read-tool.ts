import { z } from "zod";
import { valueResult } from "../../call/tool-result.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { describeTool } from "../../catalog/describe-tool.ts";
import type { Visibility } from "../../catalog/visibility.ts";
import type { ListedTool } from "../listed-tool.ts";
import { metaTool } from "./meta-tool.ts";
import type { SuggestPaths } from "./suggest-paths.ts";

export function readTool(catalog: Catalog, visibility: Visibility, suggestPaths: SuggestPaths): ListedTool {
  return metaTool({
    name: "read_tool",
    title: "Read a tool",
    description:
      "Read one tool before calling it: its whole description, its signature in TypeScript, the schemas of its arguments and of its result, whether it is destructive, which provider it needs, and the connections to choose from if there are several.",
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.object({ path: z.string().describe("The path of the tool, as search_tools returns it") }),
    async run({ path }, { caller }) {
      const tool = catalog.find(path);
      const { isVisible, connectionsFor, reconnectFor } = await visibility(caller);
      if (!tool || !isVisible(tool)) {
        const message = `Tool not found: ${path}`;
        return suggestPaths({ kind: "refused", code: "not_found", message }, path, caller);
      }
      const description = describeTool(tool, connectionsFor(tool), reconnectFor(tool));
      return { kind: "ok", result: valueResult(description, false) };
    },
  });
}
