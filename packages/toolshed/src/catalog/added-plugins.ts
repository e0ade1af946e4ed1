import type { AuthProvider, Plugin } from "@toolshed/sdk";
import { collectProviders } from "../credential/providers.ts";
import { pluginList } from "../home/plugin-list.ts";
import { createPluginSource, type OpenPluginStore } from "../source/plugin/plugin-source.ts";
import { UserError } from "../user-error.ts";
import type { Catalog } from "./catalog.ts";

/** The plugins that were added to the home, while the gateway runs. */
export function createAddedPlugins(
  home: string,
  catalog: Catalog,
  providers: Map<string, AuthProvider>,
  openStore: OpenPluginStore,
) {
  const list = pluginList(home);
  const load = async (specifier: string) =>
    (await import("../source/plugin/load-plugin.ts")).loadPlugin(specifier, home);

  return {
    /** Adds its tools to the catalog, or replaces those it had. Rejects, with the next step, what cannot be added. */
    async add(specifier: string): Promise<Plugin> {
      const plugin = await load(specifier).catch((error) => {
        // Node adds the modules that required it, which are ours.
        const [problem] = error.message.split("\nRequire stack:");
        throw new UserError(`The plugin could not be loaded: ${problem}`);
      });
      const added = list.read();
      const own = collectProviders([plugin]);
      if (!added.includes(specifier)) {
        const taken = catalog.source(plugin.id) ? plugin.id : [...own.keys()].find((id) => providers.has(id));
        if (taken !== undefined)
          throw new UserError(`There is "${taken}" already: give the plugin's another id.`);
      }
      catalog.set(createPluginSource(plugin, openStore));
      for (const [id, provider] of own) providers.set(id, provider);
      list.write([...new Set([...added, specifier])]);
      return plugin;
    },

    /** Whether it had been added. One that can no longer be loaded keeps its tools until the next start. */
    async remove(specifier: string): Promise<boolean> {
      const added = list.read();
      if (!added.includes(specifier)) return false;
      const plugin = await load(specifier).catch(() => undefined);
      list.write(added.filter((other) => other !== specifier));
      if (plugin) {
        catalog.remove(plugin.id);
        for (const { id } of plugin.authProviders) providers.delete(id);
      }
      return true;
    },
  };
}
