import { join } from "node:path";
import { privateFile } from "./private-file.ts";

/** The plugins that were added to a home: files by their absolute path, packages by name. */
export interface PluginList {
  read(): string[];
  write(specifiers: readonly string[]): void;
}

export function pluginList(home: string): PluginList {
  const file = privateFile(join(home, "plugins.json"));
  return {
    read: () => JSON.parse(file.read() ?? "[]"),
    write: (specifiers) => file.write(JSON.stringify(specifiers, undefined, 2)),
  };
}
