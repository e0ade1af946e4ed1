import type { AuthProvider } from "./auth-provider.ts";
import type { Plugin } from "./plugin.ts";
import type { PathlessTool, Tool } from "./tool.ts";

/** Tools in nested objects, whose keys give the path below the plugin's id. */
export interface ToolTree {
  readonly [segment: string]: PathlessTool | ToolTree;
}

export interface PluginDefinition {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly authProviders?: readonly AuthProvider[];
  readonly tools: readonly Tool[] | ToolTree;
}

export function definePlugin({ authProviders = [], tools, ...plugin }: PluginDefinition): Plugin {
  return { ...plugin, authProviders, tools: isList(tools) ? tools : [...flatten(plugin.id, tools)] };
}

function* flatten(prefix: string, tree: ToolTree): Iterable<Tool> {
  for (const [segment, branch] of Object.entries(tree)) {
    const path = `${prefix}.${segment}`;
    if (isTool(branch)) yield { ...branch, path };
    else yield* flatten(path, branch);
  }
}

const isList = (tools: readonly Tool[] | ToolTree): tools is readonly Tool[] => Array.isArray(tools);

const isTool = (branch: PathlessTool | ToolTree): branch is PathlessTool =>
  typeof branch.handler === "function";
