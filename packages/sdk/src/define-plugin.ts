import type { Plugin } from "./plugin.ts";

export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
