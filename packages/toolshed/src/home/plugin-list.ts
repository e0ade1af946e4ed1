import { join } from "node:path";
import { privateFile } from "./private-file.ts";

/** The plugins that were added to a home: files by their absolute path, packages by name. */
export type PluginList = ReturnType<typeof pluginList>;

export function pluginList(home: string) {
  const file = privateFile(join(home, "plugins.json"));
  return {
    read: (): string[] => JSON.parse(file.read() ?? "[]"),
    write: (specifiers: readonly string[]): void => file.write(JSON.stringify(specifiers, undefined, 2)),
  };
}
