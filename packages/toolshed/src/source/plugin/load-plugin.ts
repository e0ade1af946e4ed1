import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "@toolshed/sdk";
import { createJiti } from "jiti";

/**
 * Loads a plugin from a file, also one in TypeScript, or from a package by its name. What it imports of the SDK and of
 * Zod is Toolshed's own, so that a single file works wherever it lies.
 */
export async function loadPlugin(specifier: string, folder: string): Promise<Plugin> {
  const own = createRequire(import.meta.url);
  const jiti = createJiti(pathToFileURL(join(folder, "plugin")).href, {
    alias: { "@toolshed/sdk": own.resolve("@toolshed/sdk"), zod: own.resolve("zod") },
    interopDefault: false,
    moduleCache: false,
  });
  const module = await jiti.import<Record<string, unknown>>(specifier);
  const plugin = Object.values(module).find(isPlugin);
  if (!plugin) throw new Error(`${specifier} exports no plugin: export what definePlugin() returns`);
  return plugin;
}

function isPlugin(value: unknown): value is Plugin {
  const { id, tools, authProviders } = (value ?? {}) as Partial<Plugin>;
  return typeof id === "string" && Array.isArray(tools) && Array.isArray(authProviders);
}
