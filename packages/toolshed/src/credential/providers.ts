import type { AuthProvider, Plugin } from "@toolshed/sdk";

/** The providers of all plugins by id. Two plugins may not define the same one. */
export function collectProviders(plugins: readonly Plugin[]): Map<string, AuthProvider> {
  const providers = new Map<string, AuthProvider>();
  const definedBy = new Map<string, string>();
  for (const plugin of plugins) {
    for (const provider of plugin.authProviders) {
      if (!/^[a-z][a-z0-9-]*$/.test(provider.id)) {
        throw new Error(`${plugin.id}: "${provider.id}" is not a provider id such as ${plugin.id}-personal`);
      }
      const other = definedBy.get(provider.id);
      if (other !== undefined)
        throw new Error(`${plugin.id} and ${other} both define the provider "${provider.id}"`);
      definedBy.set(provider.id, plugin.id);
      providers.set(provider.id, provider);
    }
  }
  return providers;
}
