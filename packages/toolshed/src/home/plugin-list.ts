import { join } from "node:path";
import { jsonFile } from "./private-file.ts";

/** The plugins that were added to a home: files by their absolute path, packages by name. */
export function pluginList(home: string) {
  const { read, write } = jsonFile<readonly string[]>(join(home, "plugins.json"), isTexts);
  return { read: () => read() ?? [], write };
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
