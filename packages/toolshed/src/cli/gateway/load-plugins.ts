import type { Plugin } from "@toolshed/sdk";
import { pluginList } from "../../home/plugin-list.ts";
import type { Log } from "../../log/log.ts";
import { createGranola } from "../../plugins/granola/index.ts";
import { samples } from "../../plugins/samples/index.ts";

/** The plugins that come with Toolshed and those added to the home. One that cannot be loaded does not keep the rest away. */
export async function loadPlugins(home: string, environment: NodeJS.ProcessEnv, log: Log): Promise<Plugin[]> {
  const plugins = [samples, createGranola(environment.GRANOLA_API_URL)];
  const added = pluginList(home).read();
  if (added.length === 0) return plugins;

  const { loadPlugin } = await import("../../source/plugin/load-plugin.ts");
  const { missingPages } = await import("../../source/plugin/missing-pages.ts");
  for (const specifier of added) {
    try {
      const plugin = await loadPlugin(specifier, home);
      plugins.push(plugin);
      for (const problem of await missingPages(plugin)) log.warn(problem);
    } catch (error) {
      log.error(`the plugin ${specifier} was not loaded: ${(error as Error).message}`);
    }
  }
  return plugins;
}
