import { join } from "node:path";
import { jsonFile } from "./private-file.ts";

/** The plugins that were added to a home: files by their absolute path, packages by name. */
export function pluginList(home: string) {
  const { read, write } = jsonFile<readonly string[]>(join(home, "plugins.json"));
  return { read: () => read() ?? [], write };
}
