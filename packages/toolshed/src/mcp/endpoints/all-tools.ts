import type { Caller } from "../../policy/caller.ts";
import type { SourceTool } from "../../source/source.ts";
import type { ListedTool } from "../listed-tool.ts";
import type { Tools } from "../open-tools.ts";
import { listMetaTools } from "../tools/meta-tool.ts";
import type { ToolSet } from "../tools/tool-handlers.ts";
import { findByOwnName, plainName, toPinnedTool, toToolNames } from "./exposed-tools.ts";

/** As many as clients that load tools on demand take well. */
const maxListed = 500;

type AllToolsParts = Pick<Tools, "catalog" | "visibility" | "call" | "searching">;

/**
 * Every tool that the caller may see now, under the names of pinned tools, after those that search: through them it
 * reaches what the list has no room for.
 */
export function createAllTools({ catalog, visibility, call, searching }: AllToolsParts): ToolSet {
  const metaTools = searching.map(asModel);
  const listMeta = listMetaTools(metaTools);
  const metaNames = metaTools.map(({ listed }) => listed.name);
  let named: { of: readonly SourceTool[]; paths: ReadonlyMap<string, string> } | undefined;

  /** Of all that people share, so that what one caller may see doesn't change the name of a tool. */
  function sharedPaths(): ReadonlyMap<string, string> {
    if (named?.of !== catalog.sharedTools) {
      const paths = catalog.sharedTools.map(({ path }) => path);
      const taken = new Set([...metaNames, ...shared(paths)]);
      named = { of: catalog.sharedTools, paths: toToolNames(paths, taken) };
    }
    return named.paths;
  }

  /** Open Views come and go, which must not cost as much as naming the whole catalog. */
  function ownPaths({ userId }: Caller): ReadonlyMap<string, string> {
    const paths = catalog.toolsOwnedBy(userId).map(({ path }) => path);
    const twins = shared(paths);
    return toToolNames(paths, { has: (name) => twins.has(name) || sharedPaths().has(name) });
  }
  const pathOf = (name: string, caller: Caller) => sharedPaths().get(name) ?? ownPaths(caller).get(name);
  const toListed = (name: string, tool: SourceTool): ListedTool => ({
    // Made on demand: a call does not need it.
    get listed() {
      return toPinnedTool(name, tool);
    },
    run: (args, visit) => call({ ...visit, path: tool.path, args }),
  });

  return {
    async list(caller) {
      const { isVisible } = await visibility(caller);
      const visible = [...ownPaths(caller), ...sharedPaths()].flatMap(([name, path]) => {
        const tool = catalog.find(path);
        return tool && isVisible(tool) ? [{ name, tool }] : [];
      });
      const tools = visible.slice(0, maxListed).map(({ name, tool }) => toListed(name, tool));
      return [...withCount(listMeta(caller), visible.length - tools.length), ...tools];
    },

    async find(name, caller) {
      const metaTool = metaTools.find(({ listed }) => listed.name === name);
      if (metaTool) return metaTool;
      const { isVisible } = await visibility(caller);
      const tool = catalog.find(pathOf(name, caller) ?? "");
      const found = tool ?? findByOwnName(catalog.tools.filter(isVisible), name);
      return found && isVisible(found) ? toListed(name, found) : undefined;
    },
  };
}

/** What a tool of ours gives to a model. The client itself keeps tools for Views from its model. */
const asModel = (tool: ListedTool): ListedTool => ({
  ...tool,
  run: (args, visit) => tool.run(args, { ...visit, caller: { ...visit.caller, audience: "model" } }),
});

/** The names that several paths would have. If one of them had it, another could take it over later. */
function shared(paths: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(paths.map(plainName).filter((name) => seen.size === seen.add(name).size));
}

/** Says in the description of search_tools how many tools are not listed. */
function withCount(tools: readonly ListedTool[], left: number): readonly ListedTool[] {
  if (left === 0) return tools;
  return tools.map(({ listed, run }) => {
    if (listed.name !== "search_tools") return { listed, run };
    const count = left === 1 ? "1 more tool is" : `${left.toLocaleString("en")} more tools are`;
    return {
      listed: { ...listed, description: `${listed.description} ${count} not listed and found here.` },
      run,
    };
  });
}
