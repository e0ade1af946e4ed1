import type { Catalog } from "../catalog/catalog.ts";
import { describeTool } from "../catalog/describe-tool.ts";
import { summarizeTool } from "../catalog/summarize-tool.ts";
import type { Visibility } from "../catalog/visibility.ts";
import type { Caller } from "../policy/caller.ts";
import type { CatalogIndex } from "../search/index-catalog.ts";
import { indexingNote } from "../search/indexing-note.ts";
import { UserError } from "../user-error.ts";
import type { DescribeMissing } from "./check/missing-tool.ts";
import type { RunJournal } from "./journal/run-journal.ts";

export interface ScriptToolParts {
  readonly catalog: Catalog;
  readonly index: CatalogIndex;
  readonly visibility: Visibility;
  readonly journal: RunJournal;
}

const maxDescriptionLength = 200;

/** Gives JSON: what is kept as text is passed on unread. */
export type OwnTool = (args: Record<string, unknown>, caller: Caller) => Promise<string>;

/** What a script can call beside the tools of the catalog: `tools.search`, `tools.describe.tool` and `tools.output`. */
export function createScriptTools(
  parts: ScriptToolParts,
  describeMissing: DescribeMissing,
): ReadonlyMap<string, OwnTool> {
  const { catalog, index, visibility, journal } = parts;

  const tools: Record<string, OwnTool> = {
    async search({ query, limit = 10 }, caller) {
      if (typeof query !== "string" || query === "")
        throw new UserError('Give a query: tools.search({ query: "…" })');
      const count = Math.min(Math.max(Math.trunc(Number(limit)) || 10, 1), 50);
      const { isVisible } = await visibility(caller);
      const found = await index.search(query.slice(0, 10_000), count, isVisible, caller.userId);
      // The answer is a plain array. Only one without tools would mislead a script.
      if (found.indexing && found.tools.length === 0) throw new UserError(indexingNote(found.indexing));
      return JSON.stringify(found.tools.map((tool) => summarizeTool(tool, maxDescriptionLength)));
    },

    async "describe.tool"({ path }, caller) {
      const tool = catalog.find(String(path));
      const { isVisible, connectionsFor, reconnectFor } = await visibility(caller);
      if (!tool || !isVisible(tool)) throw new UserError(await describeMissing(String(path), isVisible));
      return JSON.stringify(describeTool(tool, connectionsFor(tool), reconnectFor(tool)));
    },

    async output({ handle }, caller) {
      const body = await journal.readOutput(caller, String(handle));
      if (body === undefined)
        throw new UserError("There is no output with this handle; it is kept for a few days");
      return body;
    },
  };
  // A map, because every object has properties such as `constructor`.
  return new Map(Object.entries(tools));
}
